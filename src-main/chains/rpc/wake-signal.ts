/** Counts notifications that something may have changed on chain, so that a reader misses none between two reads. */
export interface WakeSignal {
  /** Notifications so far; pass it to `waitAfter`. */
  count(): number
  /** Waits for the next notification after `count`, for at most `longestMs`. Resolves to the new count, rejects when aborted. */
  waitAfter(count: number, longestMs: number, signal: AbortSignal): Promise<number>
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
    waitAfter(count, longestMs, signal) {
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
