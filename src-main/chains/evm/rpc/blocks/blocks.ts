import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { BlockRef } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { contradiction } from '../../../rpc/node-fault.ts'
import type { RawLog } from '../../transaction/log.ts'
import { bloomBytes } from '../../transaction/bloom.ts'
import { linkedHeader, rawBlock, rawHeader, type LinkedHeader, type RawBlock } from '../../transaction/raw.ts'
import { cacheBlocks } from '../../../blocks/block-cache.ts'
import type { Rpc } from '../rpc.ts'

/** The block of a log, as the log reports it. */
export interface LogBlock {
  readonly blockNumber: number
  readonly blockHash: RawLog['blockHash']
  readonly blockTimestamp?: number | null | undefined
}

/** The bloom filter of a block's logs, null if the node does not return it. */
export interface BlockLogs {
  readonly hash: string
  readonly time: number
  readonly bloom: Uint8Array | null
}

/** Block headers and times, cached. */
export interface Blocks {
  head(signal: AbortSignal): Promise<BlockRef>
  header(block: number, signal: AbortSignal): Promise<BlockRef>
  /** The narrowest range of blocks known to contain the first block at or after a time: from `after` to `from`. No requests. */
  around(time: number, newest: BlockRef): { readonly after: number; readonly from: Pick<BlockRef, 'number' | 'time'> }
  withTransactions(block: number, signal: AbortSignal): Promise<RawBlock>
  /** The header as the node reports it now, never from the cache: a reorganisation may have replaced it. */
  linkedHeader(block: number | 'latest', signal: AbortSignal): Promise<LinkedHeader>
  /** What the header of a new block says about its logs. */
  logsOf(block: number, signal: AbortSignal): Promise<BlockLogs>
  /** Evicts every block from `from` on. */
  forget(from: number): void
  /** Unix seconds of every block of the logs: from the logs if the node includes them, otherwise from headers. */
  times(logs: readonly LogBlock[], signal: AbortSignal): Promise<ReadonlyMap<number, number>>
}

type RawHeader = z.output<typeof rawHeader>
const blockLogs = ({ hash, timestamp, logsBloom }: RawHeader): BlockLogs => ({
  hash,
  time: timestamp,
  bloom: typeof logsBloom === 'string' ? bloomBytes(logsBloom) : null,
})
const refOf = ({ number, hash, timestamp }: RawHeader): BlockRef => ({ number, hash, time: timestamp })

const HEADER_CONCURRENCY = 8
const CACHE_SIZE = 50_000
/** Wallets of one launch are often paid in the same blocks. A block with its transactions takes a few hundred kilobytes. */
const FULL_BLOCKS = 64
/** More than the blocks that nodes behind one address may lack. */
const BLOOMS = 64

export function openBlocks(rpc: Rpc): Blocks {
  const cache = new LRUCache<number, BlockRef>({ max: CACHE_SIZE })

  const fullBlocks = cacheBlocks(FULL_BLOCKS, (block, signal) => read(rawBlock, block, true, signal))

  /** Numbers only: a log's hash is a slice of the whole answer's string and would keep that in memory. */
  const timeByBlock = new LRUCache<number, number>({ max: CACHE_SIZE })
  const blooms = new LRUCache<number, BlockLogs>({ max: BLOOMS })

  /** Reads a block, and caches its header. */
  async function read<S extends z.ZodType<RawHeader>>(schema: S, block: number, isFull: boolean, signal: AbortSignal): Promise<z.output<S>> {
    const raw = await request(rpc, schema, 'eth_getBlockByNumber', [toHexNumber(block), isFull], signal)
    if (raw.number !== block) throw contradiction(rpc.hosts, `requested block ${block}, got block ${raw.number}`)
    store(raw)
    return raw
  }

  function store(raw: RawHeader): void {
    cache.set(raw.number, refOf(raw))
    timeByBlock.set(raw.number, raw.timestamp)
    if (rpc.isNew(raw.number)) blooms.set(raw.number, blockLogs(raw))
  }

  const header = async (block: number, signal: AbortSignal): Promise<BlockRef> =>
    cache.get(block) ?? refOf(await read(rawHeader, block, false, signal))

  /** A cached header that a log contradicts may belong to a block that has since been reverted, so it is read again. */
  async function headerOf(block: number, hash: string, signal: AbortSignal): Promise<BlockRef> {
    if (cache.get(block)?.hash !== hash) cache.delete(block)
    const ref = await header(block, signal)
    if (ref.hash === hash) return ref
    throw contradiction(rpc.hosts, `block ${ref.number} has hash ${ref.hash} in its header and ${hash} in a log`)
  }

  return {
    header,
    head: async (signal) => refOf(await request(rpc, rawHeader, 'eth_getBlockByNumber', ['latest', false], signal)),
    around(time, newest) {
      let after = 0
      let from = { number: newest.number, time: newest.time }
      for (const [number, at] of timeByBlock.entries()) {
        if (at < time) after = Math.max(after, Math.min(number + 1, newest.number))
        else if (number < from.number) from = { number, time: at }
      }
      return { after, from }
    },
    withTransactions: (block, signal) => fullBlocks.get(block, signal),
    async linkedHeader(block, signal) {
      if (block !== 'latest') return read(linkedHeader, block, false, signal)
      const raw = await request(rpc, linkedHeader, 'eth_getBlockByNumber', ['latest', false], signal)
      store(raw)
      return raw
    },
    logsOf: async (block, signal) => blooms.get(block) ?? blockLogs(await read(rawHeader, block, false, signal)),
    forget(from) {
      for (const known of [cache, timeByBlock, blooms]) for (const block of known.keys()) if (block >= from) known.delete(block)
      fullBlocks.forget(from)
    },
    async times(logs, signal) {
      const times = new Map<number, number>()
      const unknown = new Map<number, string>()
      for (const log of logs) {
        if (typeof log.blockTimestamp === 'number') {
          timeByBlock.set(log.blockNumber, log.blockTimestamp)
          times.set(log.blockNumber, log.blockTimestamp)
        } else unknown.set(log.blockNumber, log.blockHash)
      }
      const blocks = [...unknown].filter(([block]) => !times.has(block))
      const headers = await mapLimited(blocks, HEADER_CONCURRENCY, ([block, hash]) => headerOf(block, hash, signal))
      for (const ref of headers) times.set(ref.number, ref.time)
      return times
    },
  }
}
