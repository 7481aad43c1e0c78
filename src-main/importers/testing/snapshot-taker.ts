import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { Store } from '../../store/interface.ts'
import type { StoreTarget } from '../maps/store-holders.ts'

/** Stands in for the engine in imports: a snapshot is the current stored state, without links. */
export function snapshotTaker(store: Store): StoreTarget['engine'] {
  return {
    factsChanged: () => undefined,
    async takeSnapshot(token) {
      const info = await store.read.token(token)
      const timestamp = info?.asOf ?? 0
      const snapshot: SnapshotRecord = {
        network: token.network,
        token_address: token.address,
        timestamp,
        token_metadata: {
          address: token.address,
          name: info?.name ?? '',
          symbol: info?.symbol ?? '',
          logo: null,
          decimals: info?.decimals ?? 0,
          total_supply: 1000,
          holder_count: null,
          creator: null,
          created_at: null,
        },
        currency: { native: { symbol: 'SOL', price_usd: null }, token: { price_usd: null }, as_of: timestamp },
        nodes: (await store.read.holders({ token, limit: 3 })).map((row, index) => ({
          address: row.address,
          label: null,
          tags: ['wallet'],
          balance: 100 - index,
          balance_usd: null,
          percentage: 10,
          rank: index + 1,
          is_holder: true,
          degree_in: 0,
          degree_out: 0,
          first_seen: null,
          cluster: null,
        })),
        links: [],
        token_links: [],
        categories: [],
      }
      await store.write.saveSnapshot({ token, json: Buffer.from(JSON.stringify(snapshot)) })
      return { timestamp, wallets: snapshot.nodes.length, links: 0, isNew: true }
    },
  }
}
