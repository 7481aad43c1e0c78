import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterRecord as clusterSchema, distributionRecord, overviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import { explainedClusters, holderPage, localDistribution, overlapRecord } from '../../../src-shared/contract/records/local.ts'
import { snapshotRecord as snapshotSchema } from '../../../src-shared/contract/records/snapshot.ts'
import { dexMetricsData } from '../../../src-shared/contract/streams.ts'
import type { Label } from '../../../src-shared/domain/labels.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { shippedRules, shuffleFacts, buildFacts } from './story.ts'
import { snapshotRecord } from '../../../src-main/records/snapshot.ts'
import { tokenRecords } from '../../../src-main/records/token-records.ts'

/** Invariants of records, tested on random launches. */

const names = Array.from({ length: 14 }, (_, i) => `w${String(i).padStart(2, '0')}`)
const name = fc.constantFrom(...names)
const hours = fc.integer({ min: 0, max: 900 })
const launch = fc.record({
  network: fc.constantFrom<NetworkId>('sol', 'eth', 'sui'),
  holds: fc.dictionary(name, fc.integer({ min: 1, max: 60_000 }), { maxKeys: 14 }),
  pays: fc.array(fc.tuple(fc.oneof(name, fc.constantFrom('x', 'boss')), name, fc.integer({ min: 1, max: 10_000 }), hours), { maxLength: 12 }),
  sends: fc.array(fc.tuple(name, name, fc.integer({ min: 1, max: 20_000 }), hours), { maxLength: 12 }),
  buys: fc.array(fc.tuple(name, fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 1, max: 9000 }), hours), { maxLength: 8 }),
  labels: fc.dictionary(name, fc.constantFrom<Label>('exchange', 'vesting', 'burn', 'liquidity_pool'), { maxKeys: 3 }),
  creator: fc.option(name, { nil: undefined }),
})

function findings({ network, creator, ...story }: typeof launch extends fc.Arbitrary<infer T> ? T : never, seed: number | null = null): Findings {
  const built = buildFacts(creator === undefined ? story : { ...story, creator })
  const facts = { ...built, token: { ...built.token, network } }
  return detectAll(seed === null ? facts : shuffleFacts(facts, seed), { rules: shippedRules, changed: [] })
}

const EXACT = 1e12
const sum = (values: number[]): number => values.reduce((total, value) => total + Math.round(value * EXACT), 0)

describe('records of any launch', () => {
  it('match the schema', () => {
    fc.assert(
      fc.property(launch, (story) => {
        const found = findings(story)
        const records = tokenRecords(found, () => [], null)
        expect(overviewRecord.parse(records.overview)).toEqual(records.overview)
        expect(distributionRecord.parse(records.distribution)).toEqual(records.distribution)
        expect(clusterSchema.parse(records.clusters)).toEqual(records.clusters)
        expect(explainedClusters.parse(records.localClusters)).toEqual(records.localClusters)
        expect(localDistribution.parse(records.localDistribution)).toEqual(records.localDistribution)
        expect(overlapRecord.parse(records.localOverlap)).toEqual(records.localOverlap)
        expect(holderPage.parse(records.localHolders)).toEqual(records.localHolders)
        expect(dexMetricsData.parse(records.dexMetrics)).toEqual(records.dexMetrics)
        const snapshot = snapshotRecord(found, 1_700_000_000)
        expect(snapshotSchema.parse(snapshot)).toEqual(snapshot)
      }),
      { numRuns: 60 },
    )
  })

  it('totals are the sums of their lines, and top 10 is one number', () => {
    fc.assert(
      fc.property(launch, (story) => {
        const { overview, localOverview, clusters, distribution, snipers, bundlers, insiders } = tokenRecords(findings(story), () => [], null)
        expect(Math.round(clusters.total_cluster_pct * EXACT)).toBe(sum(clusters.clusters.map(({ pct }) => pct)))
        for (const { pct, cluster_addresses: rows } of clusters.clusters)
          expect(Math.abs(Math.round(pct * EXACT) - sum(rows.map((row) => row.percentage)))).toBeLessThanOrEqual(rows.length)
        expect(localOverview).toMatchObject({
          cluster_pct: clusters.total_cluster_pct,
          top10_pct: distribution.top_10_holder_concentration,
          snipers_pct: snipers.total_sniper_pct,
          bundlers_pct: bundlers.total_bundlers_pct,
          insiders_pct: insiders.total_insiders_pct,
        })
        const isPublic = story.network === 'sol' || story.network === 'sui'
        const hidden = { snipers_pct: 0, bundlers_pct: 0, insiders_pct: 0, dev_pct: 0 }
        expect(overview).toEqual(isPublic ? localOverview : { ...localOverview, ...hidden })
      }),
      { numRuns: 60 },
    )
  })

  it('merging clusters keeps the total held and shrinks no cluster', () => {
    fc.assert(
      fc.property(launch, (story) => {
        const { distribution, localDistribution: local } = tokenRecords(findings(story), () => [], null)
        expect(local.top[10]).toBe(distribution.top_10_holder_concentration)
        const { merged } = local
        expect(local.merged_unknown === null).toBe(merged !== null)
        if (merged === null) return
        expect(merged.top[10]).toBe(merged.top_10_holder_concentration)
        for (const most of [10, 50, 100] as const) expect(merged.top[most]).toBeGreaterThanOrEqual(local.top[most])
        expect(merged.top[100]).toBeCloseTo(local.top[100], 9)
        expect([merged.lorenz.length, merged.theil]).toEqual(local.lorenz.length === 0 ? [0, null] : [expect.any(Number), expect.any(Number)])
        expect(merged.lorenz.at(-1)).toEqual(local.lorenz.at(-1))
        expect(merged.population).toBeLessThanOrEqual(local.population)
        // Gini over fewer owners may fall; over the same number of wallets it cannot.
        expect(merged.gini_all_wallets).toBeGreaterThanOrEqual(local.gini)
        expect(merged.hhi).toBeGreaterThanOrEqual(local.hhi)
        if (merged.nakamoto === null) expect(local.nakamoto).toBe(0)
        else expect(merged.nakamoto).toBeLessThanOrEqual(local.nakamoto)
      }),
      { numRuns: 60 },
    )
  })

  it('lists are in order, labels inherited, each address in one cluster', () => {
    fc.assert(
      fc.property(launch, (story) => {
        const { clusters, localHolders } = tokenRecords(findings(story), () => [], null)
        const falling = (values: number[]): boolean => values.every((value, i) => i === 0 || value <= (values[i - 1] ?? 0))
        expect(falling(clusters.clusters.map(({ pct }) => pct))).toBe(true)
        expect(falling(localHolders.holders.map(({ percentage }) => percentage))).toBe(true)
        const seen = clusters.clusters.flatMap(({ cluster_addresses: rows }) => rows.map(({ address }) => address))
        expect(new Set(seen).size).toBe(seen.length)
        for (const { tags, cluster_addresses: rows } of clusters.clusters) {
          expect(falling(rows.map(({ percentage }) => percentage))).toBe(true)
          expect(rows.filter(({ percentage }) => percentage > 0).length).toBeGreaterThanOrEqual(2)
          expect(new Set(tags)).toEqual(new Set(rows.flatMap((row) => row.tags)))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('EVM networks show no snipers, bundlers, dev or insiders', () => {
    fc.assert(
      fc.property(launch, (story) => {
        const { overview } = tokenRecords(findings({ ...story, network: 'eth' }), () => [], null)
        expect(overview).toMatchObject({ snipers_pct: 0, bundlers_pct: 0, dev_pct: 0, insiders_pct: 0 })
      }),
      { numRuns: 20 },
    )
  })

  it('do not depend on the order of facts', () => {
    fc.assert(
      fc.property(launch, fc.integer({ min: 1, max: 1000 }), (story, seed) => {
        const [one, two] = [findings(story), findings(story, seed)]
        expect(JSON.stringify([tokenRecords(two, () => [], null), snapshotRecord(two, 1)])).toBe(
          JSON.stringify([tokenRecords(one, () => [], null), snapshotRecord(one, 1)]),
        )
      }),
      { numRuns: 60 },
    )
  })
})
