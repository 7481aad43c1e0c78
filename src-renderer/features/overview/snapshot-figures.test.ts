import { expect, it } from 'vitest'
import type { EarlyRecord } from '../../../src-shared/contract/records/evidence.ts'
import { snapshotOf, wallet } from '../../graph/testing/story.fixture.ts'
import { tokenSummary } from '../../testing/token-summary.ts'
import { snapshotFigures } from './snapshot-figures.ts'

const TOKEN = tokenSummary({ creator: 'dev', origin: 'node', trades: 9 })
const EARLY = {
  ...{ window: null, snipers: [], bundlers: [], insiders: [], buys: [], groups: [], notes: [] },
  bundles: { wallets: 0, bought_pct: 0, spent: 0, held_pct: 0 },
  creator: {
    ...{ address: 'dev', percentage: 1, total_percentage: 5, locked: [], source: '', candidates: [] },
    contracts: [{ address: 'vault', percentage: 4 }],
  },
} satisfies EarlyRecord

it('count the same wallets as the latest figures, and add shares without errors of binary fractions', () => {
  const snapshot = snapshotOf([
    wallet('dev', 1),
    wallet('vault', 4),
    wallet('a', 0.1, { cluster: 0 }),
    wallet('b', 0.2, { cluster: 0 }),
    wallet('exchange', 50, { cluster: 0, tags: ['exchange'] }),
    wallet('pool', 30, { tags: ['liquidity_pool'] }),
  ])
  const whole = { ...snapshot, token_metadata: { ...snapshot.token_metadata, holder_count: 6 } }
  const values = Object.fromEntries(snapshotFigures(whole, TOKEN, EARLY).map(({ id, value }) => [id, value]))
  expect(values).toMatchObject({ dev_pct: 5, cluster_pct: 0.3, top10_pct: 55.3 })
})

it('stay unknown or lower bounds where the current lists may lack wallets', () => {
  const snapshot = snapshotOf([wallet('dev', 1), wallet('vault', 4), wallet('sniper', 2)])
  const whole = { ...snapshot, token_metadata: { ...snapshot.token_metadata, holder_count: 3 } }
  const figures = snapshotFigures(whole, TOKEN, EARLY, ['snipers_pct', 'dev_pct', 'cluster_pct'])
  const shown = Object.fromEntries(figures.map(({ id, value, atLeast }) => [id, atLeast ? `≥ ${value}` : value]))
  expect(shown).toMatchObject({ snipers_pct: null, bundlers_pct: 0, dev_pct: '≥ 5' })
  // Its own clusters are those of the snapshot.
  expect(shown['cluster_pct']).toBe(0)
})

it('say how many wallets of a list the snapshot lacks, and nothing if it has all', () => {
  const share = {
    ...EARLY.creator,
    contracts: [
      { address: 'vault', percentage: 4 },
      { address: 'safe', percentage: 1 },
    ],
  }
  const dev = (nodes: Parameters<typeof snapshotOf>[0]) =>
    snapshotFigures(snapshotOf(nodes), TOKEN, { ...EARLY, creator: share }).find(({ id }) => id === 'dev_pct')
  const all = [wallet('dev', 1), wallet('vault', 4), wallet('safe', 1)]
  expect(dev(all)).toMatchObject({ value: 6, why: null, atLeast: false })
  expect(dev(all.slice(0, 2))).toMatchObject({ value: 5, why: '1 wallet on this list is not among the 2 holders in the snapshot.', atLeast: true })
  expect(dev(all.slice(0, 1))).toMatchObject({ value: 1, why: '2 wallets on this list are not among the 1 holder in the snapshot.', atLeast: true })
})
