import type { CoveredRange } from './checkpoint-buffer.ts'

/** As many as one request lists. */
const PAGE_TRANSACTIONS = 500
/** Progress shows, and little is read again after a fault. */
const PAGE_MS = 1_000

/**
 * Joins ranges into pages, which are each stored in one transaction. A node completes a checkpoint with each frame, so most ranges of a busy token
 * have one transaction.
 */
export async function* inPages(ranges: AsyncIterable<CoveredRange>, now = () => performance.now()): AsyncGenerator<CoveredRange> {
  let page: { readonly from: number; readonly transactions: CoveredRange['transactions'][number][]; readonly began: number } | null = null
  let to = 0
  for await (const range of ranges) {
    page ??= { from: range.from, transactions: [], began: now() }
    page.transactions.push(...range.transactions)
    to = range.to
    if (page.transactions.length < PAGE_TRANSACTIONS && now() - page.began < PAGE_MS) continue
    yield { from: page.from, to, transactions: page.transactions }
    page = null
  }
  if (page !== null) yield { from: page.from, to, transactions: page.transactions }
}
