import { LRUCache } from 'lru-cache'
import type { BlockRef } from '../../../adapter.ts'
import type { RpcClient } from '../../../rpc/request.ts'
import { listMentions, type ListMentions, type Mention } from './history.ts'

/** Transactions in the cached pages of one read, about 20 MB. */
const CACHED_MENTIONS = 100_000

type PageOf = Parameters<ListMentions>
type Pages = LRUCache<string, readonly Mention[], PageOf>

/**
 * Pages of lists shared by the questions of one read: a wallet's first funder, activity and payments need the same pages. They are complete up to
 * the block of the read, so another read lists them again.
 */
export class SharedLists {
  /** Keyed by the identity of the read's head object. */
  readonly #reads = new WeakMap<BlockRef, Map<RpcClient, Pages>>()

  of(at: BlockRef): ListMentions {
    const endpoints = this.#reads.get(at) ?? new Map<RpcClient, Pages>()
    this.#reads.set(at, endpoints)
    return async (rpc, address, page, signal) => {
      const pages = endpoints.get(rpc) ?? openPages()
      endpoints.set(rpc, pages)
      const key = `${address} ${page.limit} ${page.before ?? ''}`
      return pages.forceFetch(key, { context: [rpc, address, page, signal] })
    }
  }
}

const openPages = (): Pages =>
  new LRUCache<string, readonly Mention[], PageOf>({
    maxSize: CACHED_MENTIONS,
    sizeCalculation: (rows) => rows.length + 1,
    // A page evicted while it is fetched is still returned.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => listMentions(...context),
  })
