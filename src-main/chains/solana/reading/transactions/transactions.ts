import { LRUCache } from 'lru-cache'
import { backoffMs } from '../../../../../src-shared/backoff.ts'
import { sleep } from '../../../../lib/backoff.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request, type RpcClient } from '../../../rpc/request.ts'
import { contradiction } from '../../../rpc/node-fault.ts'
import { readBlockSignatures } from '../../rpc/blocks.ts'
import { COMMITMENT, type SolanaNode } from '../../rpc/node.ts'
import { ArchiveReader } from '../archive/archived-transactions.ts'
import type { ArchiveUse } from '../../../archive/use.ts'
import type { Mention } from './history.ts'
import { SharedLists } from './shared-lists.ts'
import { openSlotListing, type SlotListing } from './slot-listing.ts'
import { rawAnswer, readTransaction, type Listing, type ReadTransaction } from './read-transaction.ts'

/** The maximum number of calls in one batch request. */
const CONCURRENT_READS = 50
/** The node may not have stored a transaction that it has just announced. */
const MAX_ATTEMPTS = 6
const RETRY_BACKOFF = { firstMs: 150 } as const
/** Most transfers of holders are swaps that were read just before. */
const CACHED_TRANSACTIONS = 4_000
const CACHED_BLOCKS = 2_000

export interface Transactions {
  /**
   * In chain order, without failed transactions, which move nothing.
   * @param archived transactions not to request. They are not cached, because an archive stores fewer of their accounts.
   * @throws AppError `source_unavailable` if the node lists a transaction but does not return it
   */
  read(mentions: readonly Mention[], signal: AbortSignal, archived?: ReadonlyMap<string, ReadTransaction>): Promise<ReadTransaction[]>
  /** Like `read`, but skips transactions that no endpoint returns. */
  readAvailable(mentions: readonly Mention[], signal: AbortSignal): Promise<ReadTransaction[]>
  /** Reads transactions that mention any of the addresses from the archive of the network. */
  archive(use: ArchiveUse, addresses: readonly string[]): ArchiveReader
  /** Lists of an endpoint that begin at a slot. */
  listing(endpoint: RpcClient): SlotListing
  readonly lists: SharedLists
  /** Caches transactions that a stream delivered. */
  add(transactions: readonly ReadTransaction[]): void
  /** Removes blocks from a slot on, after a reorg. */
  forget(from: number): void
}

interface Loaded {
  readonly read: ReadTransaction[]
  /** The first transaction that was not returned; null if all were. */
  readonly missing: Mention | null
}

export function openTransactions(node: SolanaNode): Transactions {
  const cache = new LRUCache<string, ReadTransaction>({ max: CACHED_TRANSACTIONS })
  const blocks = new LRUCache<number, ReadonlyMap<string, number>>({ max: CACHED_BLOCKS })

  const listings = new Map<RpcClient, SlotListing>()

  /** Index of each transaction in its block, or in the node's list if the endpoint does not serve the block. */
  async function placesOf(slot: number, rows: readonly Mention[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const listed = rows.flatMap(({ signature, index }) => (index === undefined ? [] : [[signature, index] as const]))
    if (listed.length === rows.length) return new Map(listed)
    const isWhole = (indexes: ReadonlyMap<string, number>): boolean => rows.every(({ signature }) => indexes.has(signature))
    const known = blocks.get(slot)
    if (known !== undefined && isWhole(known)) return known
    const byIndex = (signatures: readonly string[]): Map<string, number> => new Map(signatures.map((signature, index) => [signature, index]))
    const order = byIndex((await readBlockSignatures(node, slot, signal)) ?? [])
    if (!isWhole(order)) return byIndex(rows.map(({ signature }) => signature))
    blocks.set(slot, order)
    return order
  }

  async function fetchOne({ signature, slot }: Mention, index: number, attempts: number, signal: AbortSignal): Promise<ReadTransaction | null> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await sleep(backoffMs(attempt, RETRY_BACKOFF), signal)
      const read = await fetchTransaction(node, { signature, index }, signal)
      if (read === null) continue
      if (read.slot === slot) return read
      throw contradiction(node.rpc.hosts, `transaction ${signature} is listed in slot ${slot} and answered in slot ${read.slot}`)
    }
    return null
  }

  async function readIndexes(mentions: readonly Mention[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const bySlot = Map.groupBy(mentions, (one) => one.slot)
    const indexes = new Map<string, number>()
    await mapLimited([...bySlot], CONCURRENT_READS, async ([slot, rows]) => {
      for (const [signature, index] of await placesOf(slot, rows, signal)) indexes.set(signature, index)
    })
    return indexes
  }

  /** @param attempts at each transaction before it counts as missing */
  async function load(
    mentions: readonly Mention[],
    attempts: number,
    signal: AbortSignal,
    archived: ReadonlyMap<string, ReadTransaction> = new Map(),
  ): Promise<Loaded> {
    const good = [...new Map(mentions.filter((one) => !one.failed).map((one) => [one.signature, one])).values()]
    const unread = good.filter((one) => !cache.has(one.signature) && !archived.has(one.signature))
    const indexes = await readIndexes(unread, signal)
    const fetched = await mapLimited(unread, CONCURRENT_READS, (one) => fetchOne(one, indexes.get(one.signature) ?? 0, attempts, signal))
    const fresh = new Map(fetched.flatMap((one) => (one === null ? [] : [[one.signature, one]])))
    const read = good.flatMap((one) => cache.get(one.signature) ?? archived.get(one.signature) ?? fresh.get(one.signature) ?? [])
    for (const [signature, one] of fresh) cache.set(signature, one)
    return { read: read.sort((a, b) => a.slot - b.slot || a.index - b.index), missing: unread.find((one) => !fresh.has(one.signature)) ?? null }
  }

  return {
    async read(mentions, signal, archived) {
      const { read, missing } = await load(mentions, MAX_ATTEMPTS, signal, archived)
      if (missing === null) return read
      throw contradiction(node.rpc.hosts, `it lists transaction ${missing.signature} of slot ${missing.slot} and does not have it`)
    },
    readAvailable: async (mentions, signal) => (await load(mentions, 1, signal)).read,
    archive: (use, addresses) =>
      new ArchiveReader(node.archive, use, addresses, {
        isKnown: (signature) => cache.has(signature),
        indexes: readIndexes,
        read: (mention, index, signal) => fetchOne(mention, index, 1, signal),
      }),
    lists: new SharedLists(),
    listing(endpoint) {
      const listing = listings.get(endpoint) ?? openSlotListing(endpoint)
      listings.set(endpoint, listing)
      return listing
    },
    add(transactions) {
      for (const one of transactions) cache.set(one.signature, one)
    },
    forget(from) {
      for (const [signature, { slot }] of [...cache]) if (slot >= from) cache.delete(signature)
      for (const slot of [...blocks.keys()]) if (slot >= from) blocks.delete(slot)
    },
  }
}

/** One transaction, failed or not; null if the node does not know it. */
export async function fetchTransaction({ rpc }: SolanaNode, listing: Listing, signal: AbortSignal): Promise<ReadTransaction | null> {
  const options = { encoding: 'json', commitment: COMMITMENT, maxSupportedTransactionVersion: 0 }
  const raw = await request(rpc, rawAnswer.nullable(), 'getTransaction', [listing.signature, options], signal)
  return raw === null ? null : readTransaction(raw, listing)
}
