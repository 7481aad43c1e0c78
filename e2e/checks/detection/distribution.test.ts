import { describe, expect, it } from 'vitest'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { distributionSeries } from '../../../src-main/engine/series.ts'
import { completenessOf } from '../../../src-main/records/completeness.ts'
import { snapshotRecord } from '../../../src-main/records/snapshot.ts'
import { tokenRecords } from '../../../src-main/records/token-records.ts'
import type { StoreReads } from '../../../src-main/store/interface.ts'
import type { FactGroup } from '../../../src-shared/domain/token.ts'
import { buildFacts, shippedRules, type Story } from './story.ts'

/** What the local records say about owners: the distribution after merging clusters, and the creator. */

const findings = (story: Story): Findings => detectAll(buildFacts(story), { rules: shippedRules, changed: [] })
const records = (story: Story, missing: readonly FactGroup[] = []) => tokenRecords(findings(story), () => [], { ended: true, missing })

/** One payer funds five large buyers; thirty small holders are strangers. */
const RING: Story = {
  holds: {
    ...Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`ring${n}`, 60_000])),
    ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`small${n}`, 1_000 + n])),
  },
  pays: Array.from({ length: 5 }, (_, n) => ['payer', `ring${n}`, 1_000, 1 + n / 100] as const),
  buys: Array.from({ length: 5 }, (_, n) => [`ring${n}`, 60_000, 990, 2 + n / 100] as const),
}

describe('the distribution after merging clusters', () => {
  it('counts fewer owners, with a higher Gini over all wallets', () => {
    const { localDistribution: local } = records(RING)
    expect(local.population).toBe(35)
    expect(local.merged?.population).toBe(31)
    expect(local.merged_unknown).toBeNull()
    expect(local.merged?.gini_all_wallets).toBeGreaterThan(local.gini)
    expect(local.merged?.nakamoto).toBeLessThanOrEqual(local.nakamoto)
  })

  it('may have a lower Gini over its owners, who are fewer, though more is in one hand', () => {
    const ring = Array.from({ length: 8 }, (_, n) => `ring${n}`)
    const { localDistribution: local } = records({
      holds: { whale: 90_000, other: 80_000, ...Object.fromEntries(ring.map((name) => [name, 10_000])) },
      pays: ring.map((name, n) => ['payer', name, 1_000, 1 + n / 100] as const),
      buys: ring.map((name, n) => [name, 10_000, 990, 2 + n / 100] as const),
    })
    expect([local.population, local.merged?.population]).toEqual([10, 3])
    expect(local.merged?.gini).toBeLessThan(local.gini)
    expect(local.merged?.gini_all_wallets).toBeGreaterThan(local.gini)
    expect(local.merged?.hhi).toBeGreaterThan(local.hhi)
  })

  it('is unknown, not equal, where nothing is stored that links holders, or the transfers could not be read', () => {
    const { holds } = RING
    const unlinked = records({ holds }).localDistribution
    expect(unlinked.merged).toBeNull()
    expect(unlinked.merged_unknown).toBe('No transfer, trade, funding or link of its holders is stored, so it is unknown who belongs together.')
    const unread = records(RING, ['transfers']).localDistribution
    expect(unread.merged).toBeNull()
    expect(unread.merged_unknown).toBe('The transfers of this token could not be read, so it is unknown who belongs together.')
    expect(unread.gini).toBe(records(RING).localDistribution.gini)
  })
})

describe('the distribution of a stored snapshot', () => {
  const dust = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`dust${n}`, 1]))
  const story: Story = { holds: { pool: 500_000, a: 300_000, b: 150_000, c: 50_000, ...dust }, pays: RING.pays ?? [], sends: [['a', 'gone', 5, 1]] }
  const facts = buildFacts(story)
  // One raw unit is 10^-16 of the supply.
  const holdings = facts.holdings.map((row) => ({ ...row, raw: row.raw === 1n ? 1n : row.raw * 10n ** 10n }))
  const found = detectAll({ ...facts, holdings, token: { ...facts.token, totalSupply: 10n ** 16n } }, { rules: shippedRules, changed: [] })
  const reads = (holderCount: number) => {
    const record = snapshotRecord(found, 7)
    const stored = { ...record, token_metadata: { ...record.token_metadata, holder_count: holderCount } }
    const json = new TextEncoder().encode(JSON.stringify(stored))
    return { snapshotTimestamps: () => [7], snapshot: () => ({ json }) } as unknown as StoreReads
  }

  it('is that of the record: without pools and payers, with the smallest holders', () => {
    const { gini, hhi, nakamoto, top_10_holder_concentration } = tokenRecords(found, () => [], null).distribution
    const [point, ...more] = distributionSeries(reads(34), { network: 'eth', address: facts.token.address })
    expect(more).toEqual([])
    expect(point).toMatchObject({ timestamp: 7, nakamoto, hhi: expect.closeTo(hhi, 9) })
    expect(point?.gini).toBeCloseTo(gini, 9)
    expect(point?.top_10_holder_concentration).toBeCloseTo(top_10_holder_concentration, 9)
  })

  it('is left out if it does not list every holder', () => {
    expect(distributionSeries(reads(35), { network: 'eth', address: facts.token.address })).toEqual([])
  })
})

describe('the Nakamoto coefficient of holders without a majority', () => {
  const unknownOf = (story: Story, facts: object): readonly string[] =>
    completenessOf(detectAll({ ...buildFacts(story), ...facts }, { rules: shippedRules, changed: [] }), null).unknown

  it('is 0 if all holders are stored', () => {
    expect(records(RING).distribution.nakamoto).toBe(0)
    expect(unknownOf(RING, { complete: true })).not.toContain('nakamoto')
  })

  it('is unknown if missing holders may have the majority', () => {
    expect(unknownOf(RING, { complete: false })).toContain('nakamoto')
  })

  it('is null after merging where it is unknown, and a number elsewhere', () => {
    const merged = (story: Story, facts: object, holdersSeen?: true): number | null | undefined => {
      const of = detectAll({ ...buildFacts(story), ...facts }, { rules: shippedRules, changed: [] })
      return tokenRecords(of, () => [], { ended: true, missing: [], ...(holdersSeen === undefined ? {} : { holdersSeen }) }).localDistribution.merged
        ?.nakamoto
    }
    const majority = { ...RING, holds: { ...RING.holds, whale: 600_000 } }
    expect([merged(RING, { complete: false }), merged(RING, { complete: true })]).toEqual([null, 0])
    expect([merged(majority, { complete: false }), merged(majority, { complete: false }, true)]).toEqual([1, null])
  })

  it('is 0 if most of the supply is in pools, and known if the stored holders have a majority', () => {
    expect(unknownOf({ ...RING, holds: { ...RING.holds, pool: 600_000 } }, { complete: false })).not.toContain('nakamoto')
    expect(unknownOf({ ...RING, holds: { ...RING.holds, whale: 600_000 } }, { complete: false })).not.toContain('nakamoto')
  })
})

describe('the creator on a network without insiders', () => {
  const story: Story = { ...RING, holds: { ...RING.holds, maker: 330_000 }, creator: 'maker' }

  it('is in the overlap with the share of the holders, while the public overview has 0', () => {
    const { overview, localOverlap, localHolders } = records(story)
    expect(overview.dev_pct).toBe(0)
    expect(localOverlap.groups.filter(({ sets }) => sets.includes('dev'))).toEqual([{ sets: ['dev'], wallets: 1, pct: 33, addresses: ['maker'] }])
    expect(localHolders.holders.find(({ address }) => address === 'maker')?.percentage).toBe(33)
  })
})
