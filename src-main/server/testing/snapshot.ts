import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { STORY_NOW_MS, storyHoldings, storyToken, type Story } from './story.ts'

/** A snapshot of the story's holders, about 5 KB. Each holder is linked to the creator, who paid it. */
export function storySnapshot(story: Story): SnapshotRecord {
  const { token, creator } = story
  const info = storyToken(story)
  const timestamp = STORY_NOW_MS / 1000
  const holdings = storyHoldings(story)
  return {
    network: token.network,
    token_address: token.address,
    timestamp,
    token_metadata: {
      address: token.address,
      name: 'Pepper',
      symbol: 'PEP',
      logo: null,
      decimals: info.decimals,
      total_supply: 1e9,
      holder_count: null,
      creator,
      created_at: info.createdAt,
    },
    currency: { native: { symbol: 'SOL', price_usd: null }, token: { price_usd: null }, as_of: timestamp },
    nodes: holdings.map(({ address, raw }, index) => ({
      address,
      label: null,
      tags: ['wallet'],
      balance: Number(raw) / 1e6,
      balance_usd: null,
      percentage: Number(raw) / 1e13,
      rank: index + 1,
      is_holder: true,
      degree_in: 1,
      degree_out: 0,
      first_seen: null,
      cluster: null,
    })),
    links: holdings.slice(2).map(({ address }, index) => ({
      source: creator,
      target: address,
      kind: 'transfer',
      token: 'self',
      forward: 1_000,
      backward: 0,
      forward_count: 1,
      backward_count: 0,
      first_time: timestamp - 900,
      last_time: timestamp - 900,
      evidence: [`sol-transfer-${index}`],
    })),
    token_links: [],
    categories: [],
  }
}
