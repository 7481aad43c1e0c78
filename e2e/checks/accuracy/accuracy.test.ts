import { describe, expect, it } from 'vitest'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { measure } from './measure.ts'
import { MIXES } from './mixes.ts'
import { recordedBundles, recordedMaps } from './recorded-solana.ts'
import { firstFunders, hopAirdrop } from './recorded.ts'
import { shippedActive } from './report.ts'
import { SCENARIOS } from './scenarios.ts'
import { add, NONE, precision, recall, type Counts } from './score.ts'
import { stability } from './stability.ts'

/** The bars that the detectors are held to, at three seeds; `npm run accuracy` plays twenty and prints the tables. */

const active = shippedActive()
const { rules } = active
const SEEDS = 3
const sum = (all: readonly (Counts | null)[]): Counts => all.reduce<Counts>((total, one) => (one === null ? total : add(total, one)), NONE)

function holds(counts: Counts, least: { precision: number; recall: number }): void {
  expect(precision(counts) ?? 1).toBeGreaterThanOrEqual(least.precision)
  expect(recall(counts) ?? 1).toBeGreaterThanOrEqual(least.recall)
}

describe.each<NetworkId>(['sol', 'eth', 'sui'])('scripted launches on %s', (network) => {
  const played = SCENARIOS.map((scenario) => ({ scenario, ...measure(scenario, network, { count: SEEDS }, active) }))

  it.each(played.map((one) => [one.scenario.name, one] as const))('%s: hands', (_name, { clusters }) => {
    holds(clusters, { precision: 0.98, recall: 0.98 })
  })

  it('snipers and what became of them, exactly', () => {
    expect(sum(played.map(({ snipers }) => snipers))).toMatchObject({ wrong: 0, missed: 0 })
    expect(played.map(({ sniperStates }) => sniperStates).filter((wrong) => wrong > 0)).toEqual([])
  })

  it.each(played.filter(({ scenario }) => scenario.purpose === 'trap').map((one) => [one.scenario.name, one] as const))(
    '%s: nobody is a bundler or an insider',
    (_name, { bundlers, insiders }) => expect([bundlers?.wrong ?? 0, insiders?.wrong ?? 0]).toEqual([0, 0]),
  )

  it('bundlers and insiders', () => {
    holds(sum(played.map(({ bundlers }) => bundlers)), { precision: 0.95, recall: 0.9 })
    holds(sum(played.map(({ insiders }) => insiders)), { precision: 0.95, recall: 0.9 })
  })
})

it('clusters of a whole token agree where a tenth of its movements is missing', () => {
  const [mixed] = MIXES
  expect(mixed === undefined ? null : stability(mixed, 'sol', SEEDS, 'movements', active)).toBeGreaterThan(0.9)
})

describe('109 groups that the Hop team struck from its airdrop', () => {
  it('are found with hubs known', () => holds(hopAirdrop(rules, true), { precision: 0.95, recall: 0.95 }))

  it('melt together where hubs are taken for people', () => {
    expect(precision(hopAirdrop(rules, false))).toBeLessThan(0.5)
  })
})

describe('695 Ethereum wallets by first funder', () => {
  const { counts, joinedCustomers, clustersOfSuspects } = firstFunders(rules)

  it('customers of one exchange are never joined', () => expect(joinedCustomers).toBe(0))

  it('nobody is joined but along chains of first funders', () => expect(precision(counts)).toBe(1))

  it('seven wallets started by one funder on one day, all suspects of the study, are together', () => expect(clustersOfSuspects).toBe(1))
})

describe('recorded Solana', () => {
  it.each(recordedMaps(rules))('holder map of $symbol: the groups of its links, exactly', ({ counts }) => {
    expect(counts).toMatchObject({ wrong: 0, missed: 0 })
    expect(counts.right).toBeGreaterThan(0)
  })

  it.each(recordedBundles(active))('$name: every wallet that bought in it, and nobody else', ({ counts }) => {
    expect(counts).toMatchObject({ wrong: 0, missed: 0 })
    expect(counts.right).toBeGreaterThan(3)
  })
})
