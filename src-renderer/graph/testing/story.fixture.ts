import type { SnapshotLink, SnapshotNode, SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import type { Label } from '../../../src-shared/domain/labels.ts'

/** Builders of small snapshots for tests. */

export function wallet(address: string, percentage: number, more: Partial<SnapshotNode> & { tag?: Label } = {}): SnapshotNode {
  const { tag, ...fields } = more
  return {
    address,
    label: null,
    tags: [tag ?? 'wallet'],
    balance: percentage * 10_000,
    balance_usd: null,
    percentage,
    rank: null,
    is_holder: percentage > 0,
    degree_in: 0,
    degree_out: 0,
    first_seen: null,
    cluster: null,
    ...fields,
  }
}

export function link(source: string, target: string, more: Partial<SnapshotLink> = {}): SnapshotLink {
  return {
    source,
    target,
    kind: 'transfer',
    token: 'self',
    forward: 100,
    backward: 0,
    forward_count: 1,
    backward_count: 0,
    first_time: null,
    last_time: null,
    evidence: [],
    ...more,
  }
}

export function snapshotOf(nodes: readonly SnapshotNode[], links: readonly SnapshotLink[] = [], more: Partial<SnapshotRecord> = {}): SnapshotRecord {
  return {
    network: 'sol',
    token_address: 'Token1111111111111111111111111111111111111',
    timestamp: 1_743_986_234,
    token_metadata: {
      address: 'Token1111111111111111111111111111111111111',
      name: 'Story',
      symbol: 'STORY',
      logo: null,
      decimals: 6,
      total_supply: 1_000_000,
      holder_count: null,
      creator: null,
      created_at: null,
    },
    currency: { native: { symbol: 'SOL', price_usd: null }, token: { price_usd: null }, as_of: 0 },
    nodes: [...nodes],
    links: [...links],
    token_links: [],
    categories: [],
    ...more,
  }
}

/** Two clusters, a funder without a balance, single wallets, a pool and an exchange. */
export function smallStory(): SnapshotRecord {
  const nodes = [
    wallet('whale', 9),
    wallet('a1', 4, { cluster: 0 }),
    wallet('a2', 2, { cluster: 0 }),
    wallet('a3', 1, { cluster: 0 }),
    wallet('funder', 0, { cluster: 0, tag: 'funding_address' }),
    wallet('b1', 1, { cluster: 1 }),
    wallet('b2', 0.5, { cluster: 1 }),
    ...Array.from({ length: 30 }, (_, i) => wallet(`loner${i}`, 0.4 / (i + 1))),
    wallet('pool', 12, { tag: 'liquidity_pool', label: 'Raydium' }),
    wallet('exchange', 6, { tag: 'exchange', label: 'Binance' }),
  ]
  const links = [
    ...['a1', 'a2', 'a3'].map((address) => link('funder', address, { kind: 'funding', token: 'native', forward: 2 })),
    link('b1', 'b2'),
    link('exchange', 'loner0', { token: 'native', forward: 30, forward_count: null, backward_count: null }),
  ]
  return snapshotOf(nodes, links)
}
