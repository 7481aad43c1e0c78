import { describe, expect, it } from 'vitest'
import { localScan, scanReport } from '../../src-shared/contract/records/scan.ts'
import { trustedAddress } from '../../src-shared/domain/address.ts'
import { NETWORK_IDS, type NetworkId } from '../../src-shared/networks.ts'
import { readFlag, unknownFlag, type FlagId, type SecurityFacts } from '../chains/security.ts'
import { changesBetween } from './changes.ts'
import type { ScanInput } from './input.ts'
import { SELL_UNTESTED } from './judge.ts'
import { buildScan } from './report.ts'
import { RULES } from './rules.ts'
import { cleanInput, weights } from './testing/inputs.ts'

const OWNER = trustedAddress('owner')
const power = (kind: 'wallet' | 'multisig' | 'contract') => ({ holder: { address: OWNER, kind } })
const withFacts = (input: ScanInput, change: Partial<SecurityFacts>): ScanInput => ({ ...input, facts: { ...input.facts, ...change } })
const withFlag = (input: ScanInput, id: FlagId, flag: SecurityFacts['flags'][FlagId]): ScanInput =>
  withFacts(input, { flags: { ...input.facts.flags, [id]: flag } })
const raised = (id: FlagId) => (input: ScanInput) => withFlag(input, id, readFlag(true, 'Seen.', 7, { evidence: ['0xabc'] }))
const sellTax = (pct: number) => (input: ScanInput) =>
  withFacts(input, { taxes: { ...input.facts.taxes, sell: { pct, how: `${pct} % of the sell was kept.` } } })
const origin =
  (change: Partial<ScanInput['origin']>) =>
  (input: ScanInput): ScanInput => ({ ...input, origin: { ...input.origin, ...change } })
const holdings =
  (...shares: number[]) =>
  (input: ScanInput): ScanInput => ({
    ...input,
    holders: {
      count: 500,
      top: shares.map((raw, i) => ({ address: trustedAddress(`w${i}`), raw: BigInt(raw * 10_000), tags: ['wallet'] as const })),
    },
  })
const pool = (change: Partial<NonNullable<SecurityFacts['liquidity']>[number]>) => (input: ScanInput) =>
  withFacts(input, { liquidity: (input.facts.liquidity ?? []).map((one) => ({ ...one, ...change })) })

/** What trips each rule, starting from a clean token. */
const SPOILED: Readonly<Record<string, (input: ScanInput) => ScanInput>> = {
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
  low_liquidity: pool({ quoteUsd: 100 }),
  lp_unlocked: pool({ lockedPct: 10, largestFreePct: 90, largestFreeOwner: OWNER }),
  lp_partly_locked: pool({ lockedPct: 60, largestFreePct: 40 }),
  lp_lock_short: pool({ locks: [{ percentage: 80, type: 'UNCX V2', unlockAt: 1_767_225_600 + 86_400 }] }),
  top1_25: holdings(25),
  top1_10: holdings(10),
  top10_50: holdings(9, 9, 9, 9, 9, 9),
  top10_30: holdings(8, 8, 8, 8),
  few_holders: (input) => ({ ...input, holders: { ...input.holders, count: 12 } }),
  cluster_40: origin({ clusterPct: 41 }),
  cluster_20: origin({ clusterPct: 20 }),
  bundlers_25: origin({ bundlersPct: 25 }),
  bundlers_10: origin({ bundlersPct: 10 }),
  insiders_20: origin({ insidersPct: 33 }),
  insiders_5: origin({ insidersPct: 5 }),
  snipers_20: origin({ snipersPct: 20 }),
  creator_rugs: (input) => ({ ...input, creatorTokens: { made: 2, rugged: [OWNER], alive: 1 } }),
  creator_serial: (input) => ({ ...input, creatorTokens: { made: 11, rugged: [], alive: 0 } }),
}

it('one rule is written for every published weight', () => {
  expect(RULES.map(({ id }) => id).toSorted()).toEqual(weights.findings.map(({ id }) => id).toSorted())
  expect(Object.keys(SPOILED).toSorted()).toEqual(weights.findings.map(({ id }) => id).toSorted())
})

describe.each(NETWORK_IDS)('on %s', (network: NetworkId) => {
  const here = weights.findings.filter(({ networks }) => networks.includes(network))

  it('a token that nothing is wrong with has 100 points, no reason, and a report of the contract', () => {
    const { report, detail } = buildScan(weights, cleanInput(network))
    expect(report.results.simple).toEqual({ score: 100, message: 'OK', reasons: [] })
    expect(detail).toMatchObject({ findings: [], unknowns: [], score: 100 })
    expect(scanReport.safeParse(report).error).toBeUndefined()
    expect(localScan.safeParse({ report, ...detail, changes: null, previous_at: null }).error).toBeUndefined()
  })

  it.each(here)('$id is found in a token that has it, and costs its points', ({ id, points, reason }) => {
    const { report, detail } = buildScan(weights, SPOILED[id]?.(cleanInput(network)) ?? cleanInput(network))
    const found = detail.findings.find((finding) => finding.id === id)
    expect(found).toMatchObject({ points, sentence: reason, rule_version: weights.version })
    expect(found?.clears).not.toBe('')
    expect(report.results.simple.reasons).toContain(reason)
    expect(detail.findings.reduce((sum, finding) => sum + finding.points, 0) + detail.score).toBe(100)
  })

  it('what is unknown costs nothing, is listed, and an untested exit is the first reason', () => {
    const input = cleanInput(network)
    const blind = withFacts(input, {
      flags: Object.fromEntries(Object.keys(input.facts.flags).map((id) => [id, unknownFlag('No node.')])),
      taxes: {
        buy: { pct: null, how: 'No node.' },
        sell: { pct: null, how: 'No node.' },
        transfer: { pct: null, how: 'No node.' },
        settablePct: null,
      },
      liquidity: null,
    })
    const { report, detail } = buildScan(weights, {
      ...blind,
      holders: { top: [], count: null },
      origin: { clusterPct: null, bundlersPct: null, insidersPct: null, snipersPct: null },
      creatorTokens: null,
    })
    expect(detail.findings).toEqual([])
    expect(report.results.simple).toEqual({ score: 100, message: 'OK', reasons: [SELL_UNTESTED] })
    expect(detail.unknowns.map(({ id }) => id).toSorted()).toEqual(here.map(({ id }) => id).toSorted())
    for (const [field, value] of Object.entries(report.results.advanced)) expect([field, value]).not.toEqual([field, false])
  })
})

it('a power held by a multisig counts half and names the holder', () => {
  const input = withFlag(cleanInput('eth'), 'mintable', readFlag(true, 'mint(address,uint256) raised the supply.', 7, power('multisig')))
  expect(buildScan(weights, input).detail.findings).toMatchObject([{ id: 'mint_open_evm', points: 13, evidence: [OWNER] }])
})

it('a live owner without any power costs nothing; with powers untested it is unknown', () => {
  const live = withFlag(cleanInput('eth'), 'renounced', readFlag(false, 'owner()', 7, power('wallet')))
  expect(buildScan(weights, live).detail.findings).toEqual([])
  const untested = buildScan(weights, withFlag(live, 'mintable', unknownFlag('No simulation.'))).detail
  expect(untested.unknowns.map(({ id }) => id)).toContain('owner_live')
})

it('a tax that cannot be set above 10 % is no finding', () => {
  const input = raised('tax_modifiable')(cleanInput('eth'))
  expect(buildScan(weights, withFacts(input, { taxes: { ...input.facts.taxes, settablePct: 8 } })).detail.findings).toEqual([])
  expect(buildScan(weights, withFacts(input, { taxes: { ...input.facts.taxes, settablePct: 99 } })).detail.findings).toHaveLength(1)
})

it('pools, burns, lockers and exchanges are no top holders', () => {
  const input: ScanInput = {
    ...cleanInput('sol'),
    holders: {
      count: 500,
      top: (['liquidity_pool', 'burn', 'vesting', 'exchange'] as const).map((tag, i) => ({
        address: trustedAddress(`h${i}`),
        raw: 200_000n,
        tags: [tag],
      })),
    },
  }
  expect(buildScan(weights, input).detail.findings).toEqual([])
})

it('between two scans only what says something about safety is told as changed', () => {
  const before = buildScan(weights, cleanInput('eth')).report
  const after = buildScan(weights, { ...raised('mintable')(cleanInput('eth')), holders: { top: [], count: 400 } }).report
  expect(changesBetween(null, after)).toBeNull()
  expect(changesBetween(before, after)).toEqual([
    { field: 'message', before: 'OK', after: 'Caution' },
    { field: 'mintable', before: false, after: true },
    { field: 'score', before: 100, after: 75 },
  ])
})
