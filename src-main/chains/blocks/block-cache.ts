import { LRUCache } from 'lru-cache'

/** The data read for a block, shared by all callers that read it at the same time or soon after. */
export interface BlockCache<T> {
  get(block: number, signal: AbortSignal): Promise<T>
  /** Evicts every block from `from` on. */
  forget(from: number): void
}

export function cacheBlocks<T>(max: number, read: (block: number, signal: AbortSignal) => Promise<T>): BlockCache<T> {
  const known = new LRUCache<number, Promise<T>>({ max })
  return {
    async get(block, signal) {
      try {
        const shared = known.get(block)
        if (shared !== undefined) return await shared
      } catch {
        // The reader that started the request failed or was cancelled; that says nothing about this one.
        signal.throwIfAborted()
      }
      const started = read(block, signal)
      known.set(block, started)
      started.catch(() => {
        if (known.peek(block) === started) known.delete(block)
      })
      return started
    },
    forget(from) {
      for (const block of known.keys()) if (block >= from) known.delete(block)
    },
  }
}
