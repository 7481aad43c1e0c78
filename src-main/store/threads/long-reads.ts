import type { Logger } from '../../lib/logger.ts'
import { startThread, type StoreThread } from './thread.ts'

/**
 * Questions that walk whole tables, on threads of their own, so that no page waits behind them. A thread lives for one
 * answer; whoever asks the same meanwhile shares it.
 */
export function createLongReads(path: string, logger: Logger): Pick<StoreThread, 'call' | 'close'> {
  const asked = new Map<string, Promise<unknown>>()

  async function answer(name: string, args: readonly unknown[]): Promise<unknown> {
    const thread = await startThread({ role: 'reader', path }, logger)
    try {
      return await thread.call(name, args)
    } finally {
      await thread.close()
    }
  }

  return {
    call(name, args) {
      const key = JSON.stringify([name, args])
      const known = asked.get(key)
      if (known !== undefined) return known
      const answered = answer(name, args).finally(() => asked.delete(key))
      asked.set(key, answered)
      return answered
    },
    async close() {
      await Promise.allSettled(asked.values())
    },
  }
}
