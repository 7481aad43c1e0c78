import { describe, expect, it } from 'vitest'
import type { TransferFact } from '../../../src-shared/domain/events.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { IncrementalState } from '../../../src-main/detectors/incremental/state.ts'
import { seeded, type Scenario } from '../accuracy/script.ts'
import { simulate } from '../accuracy/simulate.ts'
import { TAX_CATCHES, TAX_TRAPS } from '../accuracy/tax-scenarios.ts'
import { shippedRules } from './story.ts'

/** Tokens whose code emits the event of each transfer twice, on simulated markets. */

const active = { rules: shippedRules, changed: [] }
const scenarios: readonly Scenario[] = [...TAX_TRAPS, ...TAX_CATCHES]

/** Each event of the token again, right after the first one. */
const twice = (facts: TokenFacts): TokenFacts => ({
  ...facts,
  transfers: facts.transfers.flatMap((row) => {
    const { block, tx, event } = row.position
    return [0, 1].map((again) => ({ ...row, position: { block, tx, event: event * 2 + again } }))
  }),
  trades: facts.trades.map((row) => ({ ...row, position: { ...row.position, event: row.position.event * 2 } })),
})

const swapsOf = (facts: TokenFacts, state?: IncrementalState) => {
  const { buys, sells, moves } = detectAll(facts, active, state).index.flows
  return {
    buys: buys.map(({ wallet, raw, native, tx }) => [wallet, raw, native, tx]),
    sells: sells.map(({ wallet, raw, native, tx }) => [wallet, raw, native, tx]),
    moves: moves.map(({ from, to, raw, tx }) => [from, to, raw, tx]),
  }
}

describe('a token that emits each event twice', () => {
  it.each(scenarios.map(({ name, build }) => [name, build] as const))('has its moves once: %s', (_, build) => {
    const { facts } = simulate(build(seeded(3)), 'eth')
    const once = swapsOf(facts)
    expect(once.buys.length).toBeGreaterThan(0)
    expect(swapsOf(twice(facts))).toEqual(once)
  })

  it('is read so from the block that shows it, and a token that repeats one payment is not', () => {
    const { facts } = simulate((scenarios[0] as Scenario).build(seeded(3)), 'eth')
    const echoed = twice(facts)
    const state = new IncrementalState()
    const first = { ...echoed, transfers: echoed.transfers.slice(0, 2), trades: [] }
    swapsOf(first, state)
    state.knownRows = { transfers: 2, trades: 0 }
    expect(swapsOf(echoed, state)).toEqual(swapsOf(facts))

    const last = facts.transfers.at(-1) as TransferFact
    const paid = { ...last, position: { ...last.position, event: last.position.event + 1 } }
    const moved = ({ moves, buys, sells }: ReturnType<typeof swapsOf>): bigint =>
      [...moves.map(([, , raw]) => raw), ...[...buys, ...sells].map(([, raw]) => raw)].reduce<bigint>((sum, raw) => sum + BigInt(raw ?? 0), 0n)
    expect(moved(swapsOf({ ...facts, transfers: [...facts.transfers, paid] }))).toBe(moved(swapsOf(facts)) + last.raw)
  })
})
