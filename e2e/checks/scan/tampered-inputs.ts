import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { readFlag, type FlagId, type SecurityFacts } from '../../../src-main/chains/security/facts.ts'
import type { ScanInput } from '../../../src-main/scan/input.ts'

/** One change to a clean token's input per rule, which trips that rule. */

export const OWNER = trustedAddress('owner')
export const power = (kind: 'wallet' | 'multisig' | 'timelock' | 'contract') => ({ holder: { address: OWNER, kind } })
export const withFacts = (input: ScanInput, change: Partial<SecurityFacts>): ScanInput => ({ ...input, facts: { ...input.facts, ...change } })
export const withFlag = (input: ScanInput, id: FlagId, flag: SecurityFacts['flags'][FlagId]): ScanInput =>
  withFacts(input, { flags: { ...input.facts.flags, [id]: flag } })
export const raised = (id: FlagId) => (input: ScanInput) => withFlag(input, id, readFlag(true, 'Seen.', 7, { evidence: ['0xabc'] }))
export const sellTax = (pct: number) => (input: ScanInput) =>
  withFacts(input, { taxes: { ...input.facts.taxes, sell: { pct, how: `${pct} % of the sell was kept.` } } })
export const originOf =
  (change: Partial<ScanInput['origin']>) =>
  (input: ScanInput): ScanInput => ({ ...input, origin: { ...input.origin, ...change } })
export const heldShares =
  (...shares: number[]) =>
  (input: ScanInput): ScanInput => ({
    ...input,
    holders: {
      count: 500,
      top: shares.map((raw, i) => ({ address: trustedAddress(`w${i}`), raw: BigInt(raw * 10_000), tags: ['wallet'] as const })),
    },
  })
export const poolOf = (change: Partial<NonNullable<SecurityFacts['liquidity']>[number]>) => (input: ScanInput) =>
  withFacts(input, { liquidity: (input.facts.liquidity ?? []).map((one) => ({ ...one, ...change })) })

export const TAMPERED_INPUTS: Readonly<Record<string, (input: ScanInput) => ScanInput>> = {
  honeypot_confirmed: raised('honeypot'),
  cannot_buy: raised('cannot_buy'),
  non_transferable: raised('non_transferable'),
  default_frozen: raised('default_frozen'),
  transfers_paused: raised('transfers_paused'),
  cannot_sell_all: raised('cannot_sell_all'),
  sell_tax_extreme: sellTax(99),
  sell_tax_high: sellTax(20),
  sell_tax_medium: sellTax(12),
  sell_tax_low: sellTax(3),
  buy_tax_high: (input) => withFacts(input, { taxes: { ...input.facts.taxes, buy: { pct: 10, how: 'Bought.' } } }),
  scheduled_tax: raised('scheduled_tax'),
  tax_modifiable: raised('tax_modifiable'),
  tax_per_wallet: raised('tax_per_wallet'),
  permanent_delegate: raised('permanent_delegate'),
  change_balance: raised('change_balance'),
  mint_open_sol: raised('mintable'),
  mint_open_evm: raised('mintable'),
  mint_open_sui: raised('mintable'),
  freeze_open: raised('freezable'),
  blacklist_evm: raised('blacklist'),
  denylist_sui: raised('blacklist'),
  pausable: raised('pausable'),
  transfer_hook: raised('transfer_hook'),
  transfer_hook_settable: raised('transfer_hook_settable'),
  closable: raised('closable'),
  proxy_live: raised('proxy'),
  upgrade_sui: raised('upgradable'),
  upgrade_sui_with_treasury: raised('upgradable_with_treasury'),
  take_back_ownership: raised('take_back_ownership'),
  hidden_owner: raised('hidden_owner'),
  owner_live: (input) => withFlag(raised('mintable')(input), 'renounced', readFlag(false, 'owner()', 7, power('wallet'))),
  selfdestruct: raised('selfdestruct'),
  external_call: raised('external_calls'),
  trading_limits: raised('anti_whale_modifiable'),
  not_verified: (input) => withFlag(input, 'verified', readFlag(false, 'The source service knows no source.', 7)),
  mutable_metadata: raised('metadata_mutable'),
  no_liquidity: (input) => withFacts(input, { liquidity: [] }),
  low_liquidity: poolOf({ quoteUsd: 100 }),
  lp_unlocked: poolOf({ lockedPct: 10, largestFreePct: 90, largestFreeOwner: OWNER }),
  lp_partly_locked: poolOf({ lockedPct: 60, largestFreePct: 40 }),
  lp_lock_short: poolOf({ locks: [{ percentage: 80, type: 'UNCX V2', unlockAt: 1_767_225_600 + 86_400 }] }),
  top1_25: heldShares(25),
  top1_10: heldShares(10),
  top10_50: heldShares(9, 9, 9, 9, 9, 9),
  top10_30: heldShares(8, 8, 8, 8),
  few_holders: (input) => ({ ...input, holders: { ...input.holders, count: 12 } }),
  cluster_40: originOf({ clusterPct: 41 }),
  cluster_20: originOf({ clusterPct: 20 }),
  bundlers_25: originOf({ bundlersPct: 25 }),
  bundlers_10: originOf({ bundlersPct: 10 }),
  insiders_20: originOf({ insidersPct: 33 }),
  insiders_5: originOf({ insidersPct: 5 }),
  snipers_20: originOf({ snipersPct: 20 }),
  creator_rugs: (input) => ({ ...input, creatorTokens: { made: 2, rugged: [OWNER], alive: 1 } }),
  creator_serial: (input) => ({ ...input, creatorTokens: { made: 11, rugged: [], alive: 0 } }),
}
