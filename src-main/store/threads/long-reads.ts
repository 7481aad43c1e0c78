import type { Logger } from '../../lib/logger.ts'
import type { StoreLocation } from '../location.ts'
import { startThread, type StoreThread } from './thread.ts'

/**
 * Runs reads that scan whole tables on separate threads, so that other reads do not wait for them. A thread lives for one read. Concurrent calls with
 * the same arguments share it.
 */
export function createLongReads(location: StoreLocation, logger: Logger): Pick<StoreThread, 'call' | 'close'> {
  const pending = new Map<string, Promise<unknown>>()

  async function run(name: string, args: readonly unknown[]): Promise<unknown> {
    const thread = await startThread({ role: 'reader', location }, logger)
    try {
      return await thread.call(name, args)
    } finally {
      await thread.close()
    }
  }

  return {
    call(name, args) {
      const key = JSON.stringify([name, args])
      const known = pending.get(key)
      if (known !== undefined) return known
      const result = run(name, args).finally(() => pending.delete(key))
      pending.set(key, result)
      return result
    },
    async close() {
      await Promise.allSettled(pending.values())
    },
  }
}
