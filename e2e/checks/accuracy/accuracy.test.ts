import { describe, expect, it } from 'vitest'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { measure } from './measure.ts'
import { MIXES } from './mixes.ts'
import { recordedBundles, recordedMaps } from './recorded-solana.ts'
import { firstFunders } from './recorded.ts'
import { loadShippedRules } from './report.ts'
import { scenariosOf } from './scenarios.ts'
import { addCounts, NO_COUNTS, precision, recall, type Counts } from './score.ts'
import { stability } from './stability.ts'

/** Minimum precision and recall of the detectors, over three seeds. `npm run accuracy` plays twenty and prints the tables. */

const active = loadShippedRules()
const { rules } = active
const SEEDS = 3
const sum = (all: readonly (Counts | null)[]): Counts => all.reduce<Counts>((total, one) => (one === null ? total : addCounts(total, one)), NO_COUNTS)

function expectAtLeast(counts: Counts, least: { precision: number; recall: number }): void {
  expect(precision(counts) ?? 1).toBeGreaterThanOrEqual(least.precision)
  expect(recall(counts) ?? 1).toBeGreaterThanOrEqual(least.recall)
}

describe.each<NetworkId>(['sol', 'eth', 'sui'])('scripted launches on %s', (network) => {
  const played = scenariosOf(network).map((scenario) => ({ scenario, ...measure(scenario, network, { count: SEEDS }, active) }))

  it.each(played.map((one) => [one.scenario.name, one] as const))('%s: groups the wallets of one owner', (_name, { clusters }) => {
    expectAtLeast(clusters, { precision: 0.98, recall: 0.98 })
  })

  it('finds all snipers with their states and no others', () => {
    expect(sum(played.map(({ snipers }) => snipers))).toMatchObject({ wrong: 0, missed: 0 })
    expect(played.map(({ sniperStates }) => sniperStates).filter((wrong) => wrong > 0)).toEqual([])
  })

  it.each(played.filter(({ scenario }) => scenario.purpose === 'trap').map((one) => [one.scenario.name, one] as const))(
    '%s: reports no bundler and no insider',
    (_name, { bundlers, insiders }) => expect([bundlers?.wrong ?? 0, insiders?.wrong ?? 0]).toEqual([0, 0]),
  )

  it('finds bundlers and insiders', () => {
    expectAtLeast(sum(played.map(({ bundlers }) => bundlers)), { precision: 0.95, recall: 0.9 })
    expectAtLeast(sum(played.map(({ insiders }) => insiders)), { precision: 0.95, recall: 0.9 })
  })
})

it('finds nearly the same clusters with a tenth of the transfers missing', () => {
  const [mixed] = MIXES
  expect(mixed === undefined ? null : stability(mixed, 'sol', SEEDS, 'movements', active)).toBeGreaterThan(0.9)
})

describe('695 Ethereum wallets by first funder', () => {
  const { counts, joinedCustomers, clustersOfSuspects } = firstFunders(rules)

  it('never joins customers of one exchange', () => expect(joinedCustomers).toBe(0))

  it('joins wallets only along chains of first funders', () => expect(precision(counts)).toBe(1))

  it('joins the seven suspects of the study, funded by one wallet on one day', () => expect(clustersOfSuspects).toBe(1))
})

describe('recorded Solana', () => {
  it.each(recordedMaps(rules))('holder map of $symbol: clusters equal the groups of its links', ({ counts }) => {
    expect(counts).toMatchObject({ wrong: 0, missed: 0 })
    expect(counts.right).toBeGreaterThan(0)
  })

  it.each(recordedBundles(active))('$name: bundlers are exactly its buyers', ({ counts }) => {
    expect(counts).toMatchObject({ wrong: 0, missed: 0 })
    expect(counts.right).toBeGreaterThan(3)
  })
})
