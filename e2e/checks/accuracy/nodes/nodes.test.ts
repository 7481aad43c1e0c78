import { describe, expect, it } from 'vitest'
import { anvilMissing } from '../../../fixtures/anvil/anvil.ts'
import { surfpoolMissing } from '../../../fixtures/surfpool/surfpool.ts'
import { seeded, type Script } from '../script.ts'
import { SCENARIOS } from '../scenarios.ts'
import { stageOnAnvil } from './anvil-stage.ts'
import type { NodeNetwork } from './fits.ts'
import { measureOnNode } from './play.ts'
import type { Stage } from './stage.ts'
import { pursesOf, smallCasts, stepsOf } from './steps.ts'
import { stageOnSui } from './sui-stage.ts'
import { stageOnSurfpool } from './surfpool-stage.ts'

/**
 * A few scenarios played on fresh nodes and read as the app does: what the simulator cannot prove, that a reader brings the facts
 * which the detectors need. `npm run accuracy -- --nodes` plays them all.
 */

const PLAY_LIMIT_MS = 240_000
const CLUSTERS = 'star: one wallet starts all'
const LAUNCH = 'the creator funds buyers right behind its own transaction'

describe.each<{ network: NodeNetwork; stage: Stage; missing: string | null; names: readonly string[] }>([
  {
    network: 'eth',
    stage: stageOnAnvil,
    missing: anvilMissing(),
    names: [CLUSTERS, 'bought in one transaction', 'sold to a stranger for dollar coins'],
  },
  { network: 'sol', stage: stageOnSurfpool, missing: surfpoolMissing(), names: [LAUNCH] },
  { network: 'sui', stage: stageOnSui, missing: null, names: [LAUNCH] },
])('on a node of $network', ({ network, stage, missing, names }) => {
  it.skipIf(missing !== null).each(names)(
    `%s ${missing ?? ''}`,
    async (name) => {
      const scenario = SCENARIOS.find((one) => one.name === name)
      if (scenario === undefined) throw new Error(`there is no scenario "${name}"`)
      const { clusters, snipers, sniperStates } = await measureOnNode(scenario, network, 1, stage)
      expect(clusters).toMatchObject({ wrong: 0, missed: 0 })
      if (scenario.purpose !== 'trap') expect(clusters.right).toBeGreaterThan(0)
      if (snipers === null) return
      expect(snipers).toMatchObject({ wrong: 0, missed: 0 })
      expect(sniperStates).toBe(0)
    },
    PLAY_LIMIT_MS,
  )
})

describe('a script as a node is told it', () => {
  const script: Script = {
    actions: [
      { do: 'pay', from: 'exchange', to: 'one', coins: 2 },
      { do: 'wait', seconds: 60 },
      { do: 'buy', wallet: 'one', coins: 3 },
      { do: 'buy', wallet: 'two', coins: 1, signer: 'one', joined: true },
      { do: 'gap', transactions: 90 },
      { do: 'blocks', count: 2 },
    ],
    truth: { hands: [], snipers: null, bundlers: null, insiders: null },
    exchanges: [],
    contracts: [],
    services: [],
    coinPrice: null,
    skipped: [],
  }

  it('joins deeds to transactions, and counts time in blocks', () => {
    expect(stepsOf(script, 12).map((step) => (step.do === 'transaction' ? step.deeds.length : step))).toEqual([
      1,
      { do: 'pass', seconds: 60, blocks: 5 },
      2,
      { do: 'others', transactions: 8 },
      { do: 'pass', seconds: 24, blocks: 2 },
    ])
  })

  it('gives coins beforehand to those whom nobody pays, and the rest later to those who are paid', () => {
    const { before, later } = pursesOf(script, 0)
    expect(Object.fromEntries(before)).toEqual({ exchange: 2 })
    expect(Object.fromEntries(later)).toEqual({ one: 2 })
  })

  it('draws few people', () => {
    const drawn = Array.from({ length: 50 }, (_, i) => smallCasts(seeded(i + 1)).whole(8, 20))
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([8, 10])
  })
})
