import { describe, expect, it } from 'vitest'
import { readFlag, type SecurityFacts } from '../../../src-main/chains/security/facts.ts'
import type { ScanInput } from '../../../src-main/scan/input.ts'
import { RULES } from '../../../src-main/scan/rules.ts'
import { cleanInput } from './inputs.ts'
import { heldShares, OWNER, originOf, poolOf, power, raised, sellTax, withFacts, withFlag } from './tampered-inputs.ts'

/** The thresholds of resources/scan/score-weights.json, on both sides. */

type Change = (input: ScanInput) => ScanInput
const NOW = cleanInput('eth').now
const DAY = 86_400

const decided = (change: Change, state: 'applies' | 'unknown'): string[] => {
  const input = change(cleanInput('eth'))
  return RULES.filter(({ decide }) => decide(input).state === state).map(({ id }) => id)
}

const taxes =
  (change: Partial<SecurityFacts['taxes']>): Change =>
  (input) =>
    withFacts(input, { taxes: { ...input.facts.taxes, ...change } })
const pct = (value: number) => ({ pct: value, how: 'Measured.' })
const holders =
  (count: number, age: number): Change =>
  (input) => ({ ...input, holders: { ...input.holders, count }, token: { ...input.token, createdAt: NOW - age } })
const creator =
  (made: number, alive: number): Change =>
  (input) => ({ ...input, creatorTokens: { made, rugged: [], alive } })
const lock = (percentage: number, seconds: number) => ({ percentage, type: 'UNCX V2', unlockAt: NOW + seconds })
/** The pool of a clean token, and a second one. */
const twoPools =
  (first: Parameters<typeof poolOf>[0], second: Parameters<typeof poolOf>[0]): Change =>
  (input) =>
    withFacts(input, { liquidity: [...(poolOf(first)(input).facts.liquidity ?? []), ...(poolOf(second)(input).facts.liquidity ?? [])] })
const eleven = (share: number): Change => heldShares(...Array.from({ length: 11 }, () => share))

const CASES: Readonly<Record<string, readonly (readonly [Change, string | null])[]>> = {
  'a sell tax': [
    [sellTax(2.9), null],
    [sellTax(3), 'sell_tax_low'],
    [sellTax(9.9), 'sell_tax_low'],
    [sellTax(10), 'sell_tax_medium'],
    [sellTax(19.9), 'sell_tax_medium'],
    [sellTax(20), 'sell_tax_high'],
    [sellTax(49.9), 'sell_tax_high'],
    [sellTax(50), 'sell_tax_extreme'],
  ],
  'a transfer tax above the sell tax, or without one': [
    [taxes({ sell: pct(4), transfer: pct(12) }), 'sell_tax_medium'],
    [taxes({ sell: pct(12), transfer: pct(4) }), 'sell_tax_medium'],
    [taxes({ sell: { pct: null, how: 'Not sold.' }, transfer: pct(12) }), 'sell_tax_medium'],
    [taxes({ sell: pct(12), transfer: { pct: null, how: 'Not moved.' } }), 'sell_tax_medium'],
  ],
  'a buy tax': [
    [taxes({ buy: pct(9.9) }), null],
    [taxes({ buy: pct(10) }), 'buy_tax_high'],
  ],
  'a tax that can be set': [
    [(input) => taxes({ settablePct: 10 })(raised('tax_modifiable')(input)), null],
    [(input) => taxes({ settablePct: 10.1 })(raised('tax_modifiable')(input)), 'tax_modifiable'],
  ],
  'the largest holder': [
    [heldShares(9.9), null],
    [heldShares(10), 'top1_10'],
    [heldShares(24.9), 'top1_10'],
    [heldShares(25), 'top1_25'],
  ],
  'the ten largest of eleven holders': [
    [eleven(2.9), null],
    [eleven(3), 'top10_30'],
    [eleven(4.9), 'top10_30'],
    [eleven(5), 'top10_50'],
  ],
  'the number of holders': [
    [holders(49, 3_601), 'few_holders'],
    [holders(49, 3_600), null],
    [holders(50, 3_601), null],
  ],
  'linked wallets': [
    [originOf({ clusterPct: 19.9 }), null],
    [originOf({ clusterPct: 20 }), 'cluster_20'],
    [originOf({ clusterPct: 39.9 }), 'cluster_20'],
    [originOf({ clusterPct: 40 }), 'cluster_40'],
  ],
  bundlers: [
    [originOf({ bundlersPct: 9.9 }), null],
    [originOf({ bundlersPct: 10 }), 'bundlers_10'],
    [originOf({ bundlersPct: 24.9 }), 'bundlers_10'],
    [originOf({ bundlersPct: 25 }), 'bundlers_25'],
  ],
  insiders: [
    [originOf({ insidersPct: 4.9 }), null],
    [originOf({ insidersPct: 5 }), 'insiders_5'],
    [originOf({ insidersPct: 19.9 }), 'insiders_5'],
    [originOf({ insidersPct: 20 }), 'insiders_20'],
  ],
  snipers: [
    [originOf({ snipersPct: 19.9 }), null],
    [originOf({ snipersPct: 20 }), 'snipers_20'],
  ],
  'earlier tokens of the creator': [
    [creator(9, 0), null],
    [creator(10, 0), 'creator_serial'],
    [creator(10, 1), null],
  ],
  'the value of the pools': [
    [poolOf({ quoteUsd: 1 }), 'low_liquidity'],
    [poolOf({ quoteUsd: 1_999 }), 'low_liquidity'],
    [poolOf({ quoteUsd: 2_000 }), null],
    [twoPools({ quoteUsd: 1_500 }, { quoteUsd: 500 }), null],
    [twoPools({ quoteUsd: 2_000 }, { quoteUsd: null }), null],
  ],
  'what the owners of the liquidity may withdraw': [
    [poolOf({ lockedPct: 49.9, largestFreePct: 20 }), null],
    [poolOf({ lockedPct: 49.9, largestFreePct: 20.1 }), 'lp_unlocked'],
    [poolOf({ lockedPct: 50, largestFreePct: 50 }), 'lp_partly_locked'],
    [poolOf({ lockedPct: 89.9, largestFreePct: 10.1 }), 'lp_partly_locked'],
    [poolOf({ lockedPct: 90, largestFreePct: 10 }), null],
    // By value: (90 · 3 + 40 · 1) ÷ 4 = 77.5.
    [twoPools({ lockedPct: 90, quoteUsd: 30_000 }, { lockedPct: 40, quoteUsd: 10_000 }), 'lp_partly_locked'],
    // Anyone can make a quote token: a pool without a price does not count beside one that has it.
    [twoPools({ lockedPct: 95 }, { lockedPct: 0, quoteUsd: null, quoteRaw: 10n ** 30n, largestFreePct: 100 }), null],
  ],
  'the end of a lock': [
    [poolOf({ locks: [lock(20.1, 30 * DAY - 1)] }), 'lp_lock_short'],
    [poolOf({ locks: [lock(20.1, 30 * DAY)] }), null],
    [poolOf({ locks: [lock(20, DAY)] }), null],
    [poolOf({ locks: [lock(15, DAY), lock(15, 2 * DAY)] }), 'lp_lock_short'],
    // Percentages of two pools are weighted, not added.
    [twoPools({ locks: [lock(15, DAY)] }, { locks: [lock(15, DAY)] }), null],
    [twoPools({ quoteUsd: 50_000, locks: [] }, { quoteUsd: 5, locks: [lock(100, DAY)] }), null],
  ],
}

describe.each(Object.keys(CASES))('%s', (name) => {
  it.each((CASES[name] ?? []).map(([change, id], i) => [i + 1, id ?? 'no rule', change, id] as const))(
    'case %i: %s applies, and no other',
    (_, __, change, id) => {
      expect(decided(change, 'applies')).toEqual(id === null ? [] : [id])
    },
  )
})

it('pools with nothing in them are none', () => {
  expect(decided(poolOf({ quoteUsd: 0.9 }), 'applies')).toEqual(['no_liquidity', 'low_liquidity'])
  expect(decided(poolOf({ quoteUsd: null, quoteRaw: 0n }), 'applies')).toEqual(['no_liquidity'])
  expect(decided(poolOf({ quoteUsd: null, quoteRaw: 1n }), 'applies')).toEqual([])
})

it('unknown values and owners of pools leave open what depends on them', () => {
  expect(decided(twoPools({ quoteUsd: 1_999 }, { quoteUsd: null }), 'unknown')).toEqual(['low_liquidity'])
  expect(decided(poolOf({ lockedPct: null, locks: [], largestFreePct: null }), 'unknown')).toEqual([
    'lp_unlocked',
    'lp_partly_locked',
    'lp_lock_short',
  ])
  expect(decided(poolOf({ lockedPct: 10, largestFreePct: null }), 'unknown')).toEqual(['lp_unlocked'])
})

it('an unknown sell tax may be higher than a known transfer tax', () => {
  const unsold = { pct: null, how: 'Not sold.' }
  expect(decided(taxes({ sell: unsold, transfer: pct(0) }), 'unknown')).toEqual([
    'sell_tax_extreme',
    'sell_tax_high',
    'sell_tax_medium',
    'sell_tax_low',
  ])
  expect(decided(taxes({ sell: unsold, transfer: pct(12) }), 'unknown')).toEqual(['sell_tax_extreme', 'sell_tax_high'])
})

it('holders who hide parts of their balances may have more', () => {
  const hidden = (share: number) => (input: ScanInput) => {
    const { holders: held, ...rest } = heldShares(share)(input)
    return { ...rest, holders: { ...held, areHidden: true as const } }
  }
  expect(decided(hidden(9), 'unknown')).toEqual(['top1_25', 'top1_10', 'top10_50', 'top10_30'])
  expect([decided(hidden(26), 'applies'), decided(hidden(26), 'unknown')]).toEqual([['top1_25'], ['top10_50', 'top10_30']])
})

it('limits that one setter may change apply, whatever is unknown of the other', () => {
  const unknown = readFlag(null, 'Not tried.', 7)
  const cooldown = (input: ScanInput) => withFlag(raised('cooldown_modifiable')(input), 'anti_whale_modifiable', unknown)
  expect(decided(cooldown, 'applies')).toEqual(['trading_limits'])
  expect(decided((input) => withFlag(input, 'cooldown_modifiable', unknown), 'unknown')).toEqual(['trading_limits'])
})

it.each([
  ['wallet', false],
  ['contract', false],
  ['multisig', true],
  ['timelock', true],
] as const)('a power of a %s counts half: %s, with the holder as evidence', (kind, half) => {
  const holder = power(kind)
  const input = withFlag(cleanInput('eth'), 'mintable', readFlag(true, 'Minted.', 7, { evidence: ['0xabc'], ...holder }))
  const verdict = RULES.find(({ id }) => id === 'mint_open_evm')?.decide(input)
  expect(verdict).toEqual({ state: 'applies', value: 'Minted.', threshold: null, evidence: ['0xabc', OWNER], half })
})

it.each(['wallet', 'multisig', 'contract'] as const)('an owner that is a %s is live only if it is a wallet with a power', (kind) => {
  const owned = (input: ScanInput) => withFlag(input, 'renounced', readFlag(false, 'owner()', 7, power(kind)))
  expect(decided(owned, 'applies')).toEqual([])
  expect(decided((input) => owned(raised('pausable')(input)), 'applies')).toEqual(kind === 'wallet' ? ['pausable', 'owner_live'] : ['pausable'])
})
