import { expect, it } from 'vitest'
import type { SuiTransaction } from '../transaction/transaction.ts'
import type { CoveredRange } from './checkpoint-buffer.ts'
import { inPages } from './pages.ts'

const transaction = (digest: number): SuiTransaction => ({ digest: String(digest) }) as SuiTransaction
const range = (from: number, to: number, count = 1): CoveredRange => ({
  from,
  to,
  transactions: Array.from({ length: count }, (_, i) => transaction(from * 1_000 + i)),
})

async function pagesOf(ranges: readonly CoveredRange[], now: () => number): Promise<CoveredRange[]> {
  async function* arriving(): AsyncGenerator<CoveredRange> {
    yield* await Promise.resolve(ranges)
  }
  const pages: CoveredRange[] = []
  for await (const page of inPages(arriving(), now)) pages.push(page)
  return pages
}
const bounds = (pages: readonly CoveredRange[]) => pages.map(({ from, to, transactions }) => [from, to, transactions.length])

it('joins ranges up to a page of transactions, in their order and without gaps', async () => {
  const ranges = Array.from({ length: 1_100 }, (_, i) => range(i * 3, i * 3 + 2))
  const pages = await pagesOf(ranges, () => 0)
  expect(bounds(pages)).toEqual([
    [0, 1_499, 500],
    [1_500, 2_999, 500],
    [3_000, 3_299, 100],
  ])
  expect(pages.flatMap(({ transactions }) => transactions)).toEqual(ranges.flatMap(({ transactions }) => transactions))
})

it('ends a page after a second, also without transactions, and has none where nothing was covered', async () => {
  let clock = 0
  const ranges = [range(0, 9, 0), range(10, 19, 2), range(20, 29, 0), range(30, 39, 0), range(40, 40, 700)]
  const pages = await pagesOf(ranges, () => (clock += 400))
  expect(bounds(pages)).toEqual([
    [0, 29, 2],
    [30, 40, 700],
  ])
  expect(await pagesOf([], () => 0)).toEqual([])
})
