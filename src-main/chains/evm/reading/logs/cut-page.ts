import type { LogPage } from './read-logs.ts'

/** Converting this many logs to rows takes about 2 ms, and storing them takes a few milliseconds of the main thread. */
export const MAX_LOGS = 5_000

/**
 * Cuts a page with many logs after the block in which the limit is reached, so that the caller can do other work in between.
 *
 * @param max maximum logs per page, exceeded only if one block has more
 */
export function* cutPage({ from, to, logs }: LogPage, max = MAX_LOGS): Generator<LogPage> {
  let first = from
  let start = 0
  for (;;) {
    let end = Math.min(start + max, logs.length)
    const lastBlock = logs[end - 1]?.blockNumber
    while (end < logs.length && logs[end]?.blockNumber === lastBlock) end++
    if (end === logs.length || lastBlock === undefined) {
      yield { from: first, to, logs: start === 0 ? logs : logs.slice(start) }
      return
    }
    yield { from: first, to: lastBlock, logs: logs.slice(start, end) }
    first = lastBlock + 1
    start = end
  }
}
