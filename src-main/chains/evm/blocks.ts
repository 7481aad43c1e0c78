import type { BlockRef } from '../adapter.ts'
import { ask, inParallel, toHexNumber } from './ask.ts'
import { contradiction } from './node-fault.ts'
import { rawBlock, rawHeader, type RawBlock, type RawLog } from './raw.ts'
import type { Rpc } from './rpc.ts'

/** Block headers and times, each asked for once. */
export interface Blocks {
  head(signal: AbortSignal): Promise<BlockRef>
  header(block: number, signal: AbortSignal): Promise<BlockRef>
  full(block: number, signal: AbortSignal): Promise<RawBlock>
  /** Unix seconds of every block that the logs stand in: from the logs where nodes give it, else from headers. */
  times(logs: readonly RawLog[], signal: AbortSignal): Promise<ReadonlyMap<number, number>>
}

const HEADERS_AT_ONCE = 8
const CACHE_SIZE = 50_000

export function openBlocks(rpc: Rpc): Blocks {
  const known = new Map<number, BlockRef>()

  async function header(block: number, signal: AbortSignal): Promise<BlockRef> {
    const cached = known.get(block)
    if (cached !== undefined) return cached
    const raw = await ask(rpc, rawHeader, 'eth_getBlockByNumber', [toHexNumber(block), false], signal)
    if (raw.number !== block) throw contradiction(rpc.hosts, `asked for block ${block}, got block ${raw.number}`)
    const ref: BlockRef = { number: raw.number, hash: raw.hash, time: raw.timestamp }
    if (known.size >= CACHE_SIZE) known.clear()
    known.set(block, ref)
    return ref
  }

  return {
    header,
    async head(signal) {
      const raw = await ask(rpc, rawHeader, 'eth_getBlockByNumber', ['latest', false], signal)
      return { number: raw.number, hash: raw.hash, time: raw.timestamp }
    },
    async full(block, signal) {
      const raw = await ask(rpc, rawBlock, 'eth_getBlockByNumber', [toHexNumber(block), true], signal)
      if (raw.number !== block) throw contradiction(rpc.hosts, `asked for block ${block}, got block ${raw.number}`)
      return raw
    },
    async times(logs, signal) {
      const times = new Map<number, number>()
      const unknown = new Map<number, string>()
      for (const log of logs) {
        if (typeof log.blockTimestamp === 'number') times.set(log.blockNumber, log.blockTimestamp)
        else unknown.set(log.blockNumber, log.blockHash)
      }
      const blocks = [...unknown.keys()].filter((block) => !times.has(block))
      const headers = await inParallel(blocks, HEADERS_AT_ONCE, (block) => header(block, signal))
      for (const ref of headers) {
        const hash = unknown.get(ref.number)
        if (hash !== ref.hash) throw contradiction(rpc.hosts, `block ${ref.number} has hash ${ref.hash} in its header and ${String(hash)} in a log`)
        times.set(ref.number, ref.time)
      }
      return times
    },
  }
}
