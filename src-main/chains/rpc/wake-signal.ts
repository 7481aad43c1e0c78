/** Signs that something happened on chain: only a reason to look, counted so that none is missed between two looks. */
export interface WakeSignal {
  /** The number so far; hand it to `after`. */
  count(): number
  /** Waits for the next sign after the count given, at most so long; answers the new count, rejects when aborted. */
  after(count: number, longestMs: number, signal: AbortSignal): Promise<number>
  wake(): void
}

export function createWakeSignal(): WakeSignal {
  const waiting = new Set<() => void>()
  let signs = 0
  return {
    count: () => signs,
    wake() {
      signs += 1
      for (const settle of [...waiting]) settle()
    },
    after(count, longestMs, signal) {
      if (signs !== count && !signal.aborted) return Promise.resolve(signs)
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer)
          waiting.delete(settle)
          signal.removeEventListener('abort', settle)
          if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
          else resolve(signs)
        }
        const timer = setTimeout(settle, longestMs)
        waiting.add(settle)
        signal.addEventListener('abort', settle, { once: true })
        if (signal.aborted) settle()
      })
    },
  }
}
