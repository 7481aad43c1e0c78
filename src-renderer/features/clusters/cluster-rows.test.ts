import { describe, expect, it } from 'vitest'
import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotNode, SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { matchesSnapshot, rowsFromSnapshot, explainSnapshot, filterClusters, extractReason, rowsFromClusters } from './cluster-rows.ts'

const node = (address: string, cluster: number | null, percentage = 1, over: Partial<SnapshotNode> = {}): SnapshotNode => ({
  address,
  cluster,
  percentage,
  label: null,
  tags: ['wallet'],
  balance: percentage,
  balance_usd: null,
  rank: null,
  is_holder: true,
  degree_in: 0,
  degree_out: 0,
  first_seen: null,
  ...over,
})
const snapshot = (nodes: SnapshotNode[]): SnapshotRecord => ({
  network: 'sol',
  token_address: 'mint',
  timestamp: 1,
  nodes,
  links: [],
  token_links: [],
  categories: [],
  token_metadata: {
    address: 'mint',
    name: 'N',
    symbol: 'S',
    logo: null,
    decimals: 6,
    total_supply: 100,
    holder_count: null,
    creator: null,
    created_at: null,
  },
  currency: { native: { symbol: 'SOL', price_usd: null }, token: { price_usd: null }, as_of: 1 },
})
const member = (address: string) => ({ address, balance: 1, percentage: 1, tags: ['wallet' as const], label: null, role: 'holder' as const })
const record = (groups: string[][]): ExplainedClusters => ({
  rule_set: { version: '1', changed: [] },
  as_of: 1,
  partial: false,
  notes: [],
  total_cluster_pct: 1,
  hubs: [],
  clusters: groups.map((group, id) => ({
    id,
    pct: group.length,
    tags: ['wallet'],
    sentence: `${group.length} wallets were paid by one wallet.`,
    weakest: 0.8,
    members: group.map(member),
    tree: [],
  })),
})

describe('clusters of a snapshot', () => {
  it('are grouped from its wallets, largest first', () => {
    const rows = rowsFromSnapshot(
      snapshot([node('a', 1, 2), node('b', 0, 5, { tags: ['wallet', 'funding_address'] }), node('c', 0, 4, { label: 'Team' }), node('d', null)]),
    )
    expect(rows.map(({ id, pct, members, labels }) => ({ id, pct, members, labels }))).toEqual([
      { id: 0, pct: 9, members: ['b', 'c'], labels: ['Team'] },
      { id: 1, pct: 2, members: ['a'], labels: [] },
    ])
    expect(rows[0]?.tags).toEqual(['funding_address', 'wallet'])
    expect(rows[0]?.sentence).toBeNull()
  })
})

describe('current reasons', () => {
  it('apply to a snapshot with the same groups', () => {
    expect(
      matchesSnapshot(
        record([
          ['a', 'b'],
          ['c', 'd'],
        ]),
        snapshot([node('a', 0), node('b', 0), node('c', 1), node('d', 1), node('e', null)]),
      ),
    ).toBe(true)
  })

  it('do not apply to one with other groups', () => {
    expect(matchesSnapshot(record([['a', 'b']]), snapshot([node('a', 1), node('b', 1)]))).toBe(false)
    expect(matchesSnapshot(record([['a', 'b']]), snapshot([node('a', 0), node('b', 0), node('c', 0)]))).toBe(false)
  })
})

describe('the reason column', () => {
  it('omits what other columns show', () => {
    expect(extractReason('2 wallets hold 0.8288 % of supply together: moved native coin between them (one link).')).toBe(
      'Moved native coin between them (one link).',
    )
    expect(extractReason('Seven wallets were paid by one wallet.')).toBe('Seven wallets were paid by one wallet.')
  })
})

describe('the clusters filter', () => {
  const rows = rowsFromClusters(
    record([
      ['Abc', 'Bcd'],
      ['Xyz', 'Yyy', 'Zzz'],
    ]),
  )
  it.each([
    ['2', [1]],
    ['xyz', [1]],
    ['3 wallets', [1]],
    ['paid', [0, 1]],
    ['> 2 %', [1]],
    ['cluster 1 abc', [0]],
    ['weight > 0.8', []],
    ['nothing', []],
  ])('%j', (text, ids) => {
    expect(filterClusters(rows, text).map(({ id }) => id)).toEqual(ids)
  })
})

describe('explained clusters of a snapshot', () => {
  it('have the holdings of the snapshot', () => {
    const now = record([
      ['a', 'b'],
      ['c', 'd'],
    ])
    now.clusters[0] = {
      ...(now.clusters[0] as ExplainedClusters['clusters'][number]),
      sentence: '2 wallets hold 2 % of supply together: paid by one (one link).',
    }
    const then = explainSnapshot(now, snapshot([node('c', 1, 4), node('d', 1, 3), node('a', 0, 5), node('b', 0, 0, { is_holder: false })]))
    expect(then.clusters.map(({ id, pct, members }) => [id, pct, members.map(({ role }) => role).join(' ')])).toEqual([
      [1, 7, 'holder holder'],
      [0, 5, 'holder connector'],
    ])
    expect(then.total_cluster_pct).toBe(12)
    expect(then.clusters[1]?.sentence).toBe('1 wallet holds 5.00 % of supply together: paid by one (one link).')
  })
})
