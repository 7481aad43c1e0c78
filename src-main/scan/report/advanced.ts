import type { AdvancedEvm, AdvancedSol, AdvancedSui, ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { percentOf, toUnits } from '../../../src-shared/domain/amount.ts'
import type {
  CapabilityObject,
  EvmSecurityDetails,
  Flag,
  FlagId,
  SecurityFacts,
  SolanaSecurityDetails,
  SuiSecurityDetails,
} from '../../chains/security/facts.ts'
import type { ScanInput } from '../input.ts'
import { lockedWeighted } from '../liquidity.ts'

/** The part of the report that depends on the chain (docs/api/records.md#scan-report). */
export function advancedOf(input: ScanInput): ScanReport['results']['advanced'] {
  const { details } = input.facts
  switch (details.family) {
    case 'evm':
      return evm(input, details)
    case 'solana':
      return solana(input, details)
    case 'sui':
      return sui(input, details)
  }
}

export function additionalInfo(input: ScanInput): Record<string, unknown> {
  const { creatorSource } = input.token
  return { ...ofFamily(input), ...(creatorSource === undefined ? {} : { creator_source: creatorSource }) }
}

function ofFamily({ token, facts: { details } }: ScanInput): Record<string, unknown> {
  switch (details.family) {
    case 'evm':
      return { standard: 'ERC-20', deploy_tx: token.createdTx, deploy_block: token.createdBlock, implementation: details.implementation }
    case 'solana':
      return { program: details.program, is_token_2022: details.isToken2022, extensions: [...details.extensions], uri: details.uri }
    case 'sui':
      return { coin_type: token.address, package: details.packageId, metadata_object: details.metadata.objectId }
  }
}

const TOP_HOLDERS = 20

const flagValue = ({ flags }: SecurityFacts, id: FlagId): boolean | null => flags[id]?.value ?? null

function shared({
  token,
  facts,
  holders,
  creatorRaw,
}: ScanInput): Pick<AdvancedSui, 'creator' | 'honeypot' | 'holder_count' | 'top_holders' | 'locked_liquidity'> {
  const units = (raw: bigint): number => toUnits(raw, token.decimals)
  return {
    honeypot: { score: facts.exit.score, message: facts.exit.message },
    creator: token.creator === null || creatorRaw === null ? null : { address: token.creator, balance: units(creatorRaw) },
    holder_count: holders.count,
    top_holders: holders.top
      .slice(0, TOP_HOLDERS)
      .map(({ address, raw }) => ({ address, balance: units(raw), percentage: percentOf(raw, token.totalSupply) })),
    locked_liquidity: (facts.liquidity ?? []).flatMap(({ pool, lockedPct, locks }) =>
      lockedPct === null
        ? []
        : [
            {
              pair_address: pool,
              total_locked: lockedPct,
              locks: locks.map(({ percentage, type, unlockAt }) => ({ percentage, type, unlock_at: unlockAt })),
            },
          ],
    ),
  }
}

const weighted = ({ facts }: ScanInput): number | null => (facts.liquidity === null ? null : lockedWeighted(facts.liquidity))

function evm(input: ScanInput, { owner }: EvmSecurityDetails): AdvancedEvm {
  const { facts } = input
  const flag = (id: FlagId): boolean | null => flagValue(facts, id)
  return {
    ...shared(input),
    verified: flag('verified'),
    renounced: flag('renounced'),
    owner_address: owner,
    proxy_contract: flag('proxy'),
    mintable: flag('mintable'),
    take_back_ownership: flag('take_back_ownership'),
    hidden_owners: flag('hidden_owner'),
    anti_whale: flag('anti_whale'),
    anti_whale_modifiable: flag('anti_whale_modifiable'),
    cannot_buy: flag('cannot_buy'),
    cannot_sell_all: flag('cannot_sell_all'),
    has_whitelist: flag('whitelist'),
    has_blacklist: flag('blacklist'),
    limit_trades_over_time: eitherFlag(facts.flags.trading_cooldown, facts.flags.cooldown_modifiable),
    pausable: flag('pausable'),
    tax: { buy: facts.taxes.buy.pct, sell: facts.taxes.sell.pct, transfer: facts.taxes.transfer.pct },
    tax_modifiable: flag('tax_modifiable'),
    modify_tax_for_individuals: flag('tax_per_wallet'),
    make_external_calls: flag('external_calls'),
    change_balance_off_chain: flag('change_balance'),
    can_selfdestruct_contract: flag('selfdestruct'),
    locked_liquidity_weighted: weighted(input),
  }
}

/** True if either is true, else null if either is unknown. */
function eitherFlag(a: Flag | undefined, b: Flag | undefined): boolean | null {
  const values = [a?.value ?? null, b?.value ?? null]
  if (values.includes(true)) return true
  return values.includes(null) ? null : false
}

function solana(input: ScanInput, details: SolanaSecurityDetails): AdvancedSol {
  const { facts, token } = input
  const flag = (id: FlagId): boolean | null => flagValue(facts, id)
  const units = (raw: bigint): number => toUnits(raw, token.decimals)
  const { top_holders, ...rest } = shared(input)
  const { scheduledTax, tokenAccounts } = details
  return {
    ...rest,
    renounced: flag('renounced'),
    mintable: flag('mintable'),
    metadata_mutable: flag('metadata_mutable'),
    drainable: flag('permanent_delegate'),
    freezable: flag('freezable'),
    pausable: flag('pausable'),
    transfer_paused: flag('transfers_paused'),
    non_transferable: flag('non_transferable'),
    closable: flag('closable'),
    transfer_hook: flag('transfer_hook'),
    default_account_state: details.defaultAccountState,
    tax: { pct: facts.taxes.transfer.pct, max_amount: details.maxFeeRaw === null ? null : units(details.maxFeeRaw) },
    scheduled_tax: scheduledTax === null ? null : { pct: scheduledTax.pct, max_amount: units(scheduledTax.maxFeeRaw), epoch: scheduledTax.epoch },
    top_accounts_frozen: details.frozenTopOwners === null ? null : [...details.frozenTopOwners],
    authorities: { ...details.authorities },
    locked_liquidity_weighted: weighted(input),
    top_holders: top_holders.map((line) => ({ ...line, token_account: accountOf(tokenAccounts, line.address) })),
  }
}

/** Token account of an owner; null if the chain did not list it. */
function accountOf(accounts: SolanaSecurityDetails['tokenAccounts'], owner: string): string | null {
  for (const [address, account] of accounts) if (address === owner) return account
  return null
}

function sui(input: ScanInput, details: SuiSecurityDetails): AdvancedSui {
  const { facts } = input
  const capability = (id: FlagId, { objectId, ownerKind, version }: CapabilityObject): AdvancedSui['mintable'] => ({
    value: flagValue(facts, id),
    object_id: objectId,
    owner_kind: ownerKind,
    version,
  })
  return {
    ...shared(input),
    mintable: capability('mintable', details.treasury),
    blacklist: capability('blacklist', details.deny),
    contract_upgradable: capability('upgradable', details.upgrade),
    metadata_modifiable: capability('metadata_mutable', details.metadata),
  }
}
