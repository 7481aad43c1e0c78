import type { CheckpointBuffer, CoveredRange, CheckpointedTransaction } from './checkpoint-buffer.ts'

/** Checkpoints of one list: all matching transactions up to `to`. Transactions of later checkpoints may be among them. */
export interface ListedRange {
  readonly to: number
  readonly transactions: readonly CheckpointedTransaction[]
}

/** One of several lists that are read together. */
export interface ListPart<End> {
  /** The last checkpoint before its first range. */
  readonly covered: number
  readonly ranges: AsyncGenerator<ListedRange, End>
}

/** What a list returns at its end: how far it got, and transactions of checkpoints after that. */
export interface ListEnd {
  readonly covered: number
  readonly rest: readonly CheckpointedTransaction[]
}

/**
 * Joins lists of the same checkpoints: a checkpoint is complete once every list has covered it. The list that is furthest behind is read next, so no
 * list runs far ahead. Ends when all lists have ended; transactions after the last complete checkpoint stay in the buffer.
 */
export async function* joinRanges<End extends ListEnd>(
  parts: readonly ListPart<End>[],
  buffer: CheckpointBuffer,
): AsyncGenerator<CoveredRange, End[]> {
  const lists = parts.map(({ covered, ranges }) => ({ covered, ranges, end: null as End | null }))
  try {
    for (;;) {
      const [next] = lists.filter(({ end }) => end === null).sort((a, b) => a.covered - b.covered)
      if (next === undefined) return lists.flatMap(({ end }) => end ?? [])
      const step = await next.ranges.next()
      if (step.done === true) next.end = step.value
      const { to, transactions } = step.done === true ? { to: step.value.covered, transactions: step.value.rest } : step.value
      for (const tx of transactions) buffer.add(tx)
      next.covered = Math.max(next.covered, to)
      const range = buffer.cover(Math.min(...lists.map(({ covered }) => covered)))
      if (range !== null) yield range
    }
  } finally {
    // In case a list failed, or the consumer stops early.
    await Promise.all(lists.map(({ ranges, end }) => (end === null ? ranges.return(undefined as never) : undefined)))
  }
}
