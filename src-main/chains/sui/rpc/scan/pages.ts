import type { CoveredRange } from './checkpoint-buffer.ts'

/** The number of transactions that one request lists. */
const PAGE_TRANSACTIONS = 500
/** Short enough to show progress, and to read little again after a fault. */
const PAGE_MS = 1_000

/**
 * Joins ranges into pages. Each page is stored in one transaction. A node completes a checkpoint with each frame, so most ranges of a busy token have
 * one transaction. Returns the result of the ranges.
 */
export async function* inPages<End>(ranges: AsyncGenerator<CoveredRange, End>, now = () => performance.now()): AsyncGenerator<CoveredRange, End> {
  let page: { readonly from: number; readonly transactions: CoveredRange['transactions'][number][]; readonly began: number } | null = null
  let to = 0
  const whole = (): CoveredRange[] => (page === null ? [] : [{ from: page.from, to, transactions: page.transactions }])
  try {
    let step = await ranges.next()
    for (; step.done !== true; step = await ranges.next()) {
      page ??= { from: step.value.from, transactions: [], began: now() }
      page.transactions.push(...step.value.transactions)
      to = step.value.to
      if (page.transactions.length < PAGE_TRANSACTIONS && now() - page.began < PAGE_MS) continue
      yield* whole()
      page = null
    }
    yield* whole()
    return step.value
  } finally {
    // In case the consumer stops early.
    await ranges.return(undefined as End)
  }
}
