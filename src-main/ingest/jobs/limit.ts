import type { LimitFunction } from 'p-limit'

/**
 * Runs `work` when the limit has a free slot. Work that is aborted while it waits starts immediately without a slot: it only records how it ended,
 * and the caller of the abort waits for that.
 */
export function runLimited<T>(limit: LimitFunction, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let started: Promise<T> | null = null
  const start = (): Promise<T> => (started ??= work())
  const onceAborted = new Promise<T>((resolve, reject) => {
    signal.addEventListener('abort', () => void start().then(resolve, reject), { once: true })
  })
  return Promise.race([limit(start), onceAborted])
}
