import { describe, expect, it } from 'vitest'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import { IncrementalState } from '../../../src-main/detectors/incremental/state.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { createScriptBuilder } from '../accuracy/script-builder.ts'
import { seeded } from '../accuracy/script.ts'
import { simulate, type Simulation } from '../accuracy/simulate.ts'
import { POOL } from '../accuracy/simulated-token.ts'
import { shippedRules } from './story.ts'

/** Tokens that enter or leave a pool without a swap. */

const active = { rules: shippedRules, changed: [] }

/** The creator opens a pool. A buyer buys, and adds tokens to the pool. The creator takes some out. */
function play(): Simulation {
  const script = createScriptBuilder(seeded(1))
  script.payFromExchange('dev', 50)
  script.payFromExchange('buyer', 5)
  script.wait(60)
  script.actions.push({ do: 'create', by: 'dev' }, { do: 'pool', by: 'dev', tokens: 500_000_000, coins: 30 })
  script.wait(60)
  script.buy('buyer', 0.3)
  script.wait(60)
  script.send('buyer', POOL, 1_000_000)
  script.wait(60)
  script.send(POOL, 'dev', 2_000_000)
  return simulate(script.finish({}), 'eth')
}

const walletsOf = (facts: TokenFacts, state?: IncrementalState): { bought: string[]; sold: string[] } => {
  const { flows } = detectAll(facts, active, state).index
  return { bought: flows.buys.map(({ wallet }) => wallet), sold: flows.sells.map(({ wallet }) => wallet) }
}

describe('liquidity', () => {
  const { facts, at } = play()

  it('is neither sold by who adds it nor bought by who takes it out, nor given to anybody', () => {
    expect(walletsOf(facts)).toEqual({ bought: [at('buyer')], sold: [] })
    expect(detectAll(facts, active).index.flows.moves.map(({ to }) => to)).toEqual([at('dev')])
  })

  it('may be a swap where trades of its block are not stored', () => {
    const traded = facts.trades[0]?.position.block ?? 0
    expect(walletsOf({ ...facts, tradesFromBirth: false, tradesReadTo: traded })).toEqual({ bought: [at('buyer'), at('dev')], sold: [at('buyer')] })
    expect(walletsOf({ ...facts, tradesFromBirth: false }).sold).toEqual([at('dev'), at('buyer')])
  })

  it('may be a swap where no swap of the pool was ever decoded', () => {
    expect(walletsOf({ ...facts, trades: [] }).sold).toEqual([at('dev'), at('buyer')])
  })

  it('is recognised again when the first swap of its pool follows', () => {
    const first = facts.trades[0]?.position.block ?? 0
    const state = new IncrementalState()
    const before = { ...facts, transfers: facts.transfers.filter(({ position }) => position.block < first), trades: [] }
    expect(walletsOf(before, state).sold).toEqual([at('dev')])
    state.knownRows = { transfers: before.transfers.length, trades: 0 }
    expect(walletsOf(facts, state)).toEqual(walletsOf(facts))
  })
})
