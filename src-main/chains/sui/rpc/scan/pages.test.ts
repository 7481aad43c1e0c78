import { expect, it } from 'vitest'
import type { CheckpointedTransaction, CoveredRange } from './checkpoint-buffer.ts'
import { inPages } from './pages.ts'

const transaction = (digest: number): CheckpointedTransaction => ({ digest: String(digest) }) as CheckpointedTransaction
const range = (from: number, to: number, count = 1): CoveredRange => ({
  from,
  to,
  transactions: Array.from({ length: count }, (_, i) => transaction(from * 1_000 + i)),
})

/** Leaves in `left` the ranges that were not requested, and a marker once it has ended. */
async function* arriving(ranges: readonly CoveredRange[], left: CoveredRange[] = []): AsyncGenerator<CoveredRange, string> {
  left.push(...ranges)
  try {
    while (left.length > 0) yield await Promise.resolve(left.shift() as CoveredRange)
    return 'the end'
  } finally {
    left.push(range(99, 99, 0))
  }
}

async function pagesOf(ranges: readonly CoveredRange[], now: () => number): Promise<CoveredRange[]> {
  const pages: CoveredRange[] = []
  for await (const page of inPages(arriving(ranges), now)) pages.push(page)
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

it('returns what the ranges return, and ends them where a reader leaves', async () => {
  const pages = inPages(arriving([range(0, 0, 500), range(1, 1)]), () => 0)
  expect((await pages.next()).done).toBe(false)
  expect((await pages.next()).done).toBe(false)
  expect(await pages.next()).toEqual({ done: true, value: 'the end' })
  const left: CoveredRange[] = []
  for await (const page of inPages(arriving([range(0, 0, 500), range(1, 1)], left), () => 0)) {
    expect(bounds([page])).toEqual([[0, 0, 500]])
    break
  }
  expect(bounds(left)).toEqual([
    [1, 1, 1],
    [99, 99, 0],
  ])
})

it('keeps no page of ranges that fail, and passes the fault on', async () => {
  async function* failing(): AsyncGenerator<CoveredRange> {
    yield await Promise.resolve(range(0, 0))
    throw new Error('cut')
  }
  const pages = inPages(failing(), () => 0)
  await expect(pages.next()).rejects.toThrow('cut')
})
