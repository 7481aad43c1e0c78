import type { PoolLiquidity } from '../chains/security.ts'
import { lockedWeighted } from './liquidity.ts'
import type { ScanInput } from './input.ts'
import { applies, CLEAR, unknown, type Rule, type Verdict } from './rule.ts'

const LOW_USD = 2_000
/** An emptied pool keeps some units for ever, which are worth nothing. */
const NOTHING_USD = 1
const FREE_OWNER_PCT = 20
const SHORT_LOCK_SECONDS = 30 * 86_400
const NOT_LOOKED = 'Pools were not looked at.'
const NO_OWNERS = 'Who owns the liquidity could not be read.'

const withPools = (decide: (pools: readonly PoolLiquidity[], input: ScanInput) => Verdict): Rule['decide'] => {
  return (input) => (input.facts.liquidity === null ? unknown(NOT_LOOKED) : decide(input.facts.liquidity, input))
}

const hasValue = ({ quoteRaw, quoteUsd }: PoolLiquidity): boolean => (quoteUsd === null ? quoteRaw > 0n : quoteUsd >= NOTHING_USD)

/** The deepest pool decides who could pull the liquidity. */
const lockedBand = (from: number, below: number, freeOwnerMatters: boolean): Rule['decide'] =>
  withPools((pools) => {
    if (pools.length === 0) return CLEAR
    const locked = lockedWeighted(pools)
    if (locked === null) return unknown(NO_OWNERS)
    if (locked < from || locked >= below) return CLEAR
    const free = pools[0]?.largestFreePct ?? null
    if (freeOwnerMatters && free === null) return unknown(NO_OWNERS)
    if (freeOwnerMatters && free !== null && free <= FREE_OWNER_PCT) return CLEAR
    const owner = pools[0]?.largestFreeOwner ?? null
    return applies(locked, { threshold: below, evidence: owner === null ? [] : [owner] })
  })

export const liquidityRules: readonly Rule[] = [
  {
    id: 'no_liquidity',
    clears: 'A pool with value is found.',
    decide: withPools((pools) => (pools.some(hasValue) ? CLEAR : applies(0, { threshold: 1 }))),
  },
  {
    id: 'low_liquidity',
    clears: `The quote side of the pools is worth ${LOW_USD} USD or more.`,
    decide: withPools((pools) => {
      const values = pools.map(({ quoteUsd }) => quoteUsd)
      const known = values.reduce<number>((total, usd) => total + (usd ?? 0), 0)
      if (known >= LOW_USD || pools.length === 0) return CLEAR
      return values.includes(null) ? unknown('The pools have no price in USD.') : applies(known, { threshold: LOW_USD })
    }),
  },
  {
    id: 'lp_unlocked',
    clears: 'Half of the liquidity is burned or locked, or no one owner can withdraw more than a fifth.',
    decide: lockedBand(0, 50, true),
  },
  { id: 'lp_partly_locked', clears: 'Nine tenths of the liquidity are burned or locked.', decide: lockedBand(50, 90, false) },
  {
    id: 'lp_lock_short',
    clears: 'The lock is extended beyond 30 days.',
    decide: withPools((pools, { now }) => {
      const soon = pools.flatMap(({ locks }) => locks).filter(({ unlockAt }) => unlockAt !== null && unlockAt - now < SHORT_LOCK_SECONDS)
      const part = soon.reduce((total, { percentage }) => total + percentage, 0)
      if (part > FREE_OWNER_PCT) return applies(part, { threshold: FREE_OWNER_PCT, evidence: soon.map(({ type }) => type).slice(0, 5) })
      return pools.some(({ lockedPct }) => lockedPct === null) ? unknown(NO_OWNERS) : CLEAR
    }),
  },
]
