import { LRUCache } from 'lru-cache'
import { readOnce } from '../../lib/read-once.ts'

/** The data read for a block, shared by all callers that read it at the same time or soon after. */
export interface BlockCache<T> {
  get(block: number, signal: AbortSignal): Promise<T>
  /** Evicts every block from `from` on. */
  forget(from: number): void
}

export function cacheBlocks<T>(max: number, read: (block: number, signal: AbortSignal) => Promise<T>): BlockCache<T> {
  const known = new LRUCache<number, (signal: AbortSignal) => Promise<T>>({ max })
  return {
    get(block, signal) {
      const readBlock = known.get(block) ?? readOnce((own) => read(block, own))
      known.set(block, readBlock)
      return readBlock(signal)
    },
    forget(from) {
      for (const block of known.keys()) if (block >= from) known.delete(block)
    },
  }
}
