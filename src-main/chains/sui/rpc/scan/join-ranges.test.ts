import { expect, it } from 'vitest'
import { CheckpointBuffer, type CheckpointedTransaction } from './checkpoint-buffer.ts'
import { anyOf, emits, sentBy, splitFilter, touchesObject } from './filter.ts'
import { joinRanges, type ListedRange, type ListEnd } from './join-ranges.ts'

const at = (checkpoint: number, index = 0): CheckpointedTransaction =>
  ({ digest: `${checkpoint}.${index}`, checkpoint, index }) as CheckpointedTransaction

async function* list(end: ListEnd, ...ranges: readonly ListedRange[]): AsyncGenerator<ListedRange, ListEnd> {
  for (const range of ranges) yield await Promise.resolve(range)
  return end
}
const part = (ranges: AsyncGenerator<ListedRange, ListEnd>) => ({ covered: -1, ranges })

it('completes a checkpoint once every list has covered it, with each transaction once and in order', async () => {
  const buffer = new CheckpointBuffer(0)
  const joined = joinRanges(
    [
      part(list({ covered: 9, rest: [at(10, 5)] }, { to: 4, transactions: [at(2, 1), at(4)] }, { to: 9, transactions: [at(7)] })),
      part(list({ covered: 8, rest: [] }, { to: 1, transactions: [] }, { to: 8, transactions: [at(2), at(4), at(8)] })),
    ],
    buffer,
  )
  const seen: unknown[] = []
  for await (const { from, to, transactions } of joined) seen.push([from, to, ...transactions.map(({ digest }) => digest)])
  expect(seen).toEqual([
    [0, 1],
    [2, 4, '2.0', '2.1', '4.0'],
    [5, 8, '7.0', '8.0'],
  ])
  expect([buffer.covered, buffer.partial.map(({ digest }) => digest)]).toEqual([8, ['10.5']])
})

it('ends all lists if one fails', async () => {
  let ended = false
  async function* endless(): AsyncGenerator<ListedRange, ListEnd> {
    try {
      for (let to = 0; ; to++) yield await Promise.resolve({ to, transactions: [] })
    } finally {
      ended = true
    }
  }
  async function* failing(): AsyncGenerator<ListedRange, ListEnd> {
    yield await Promise.resolve({ to: 3, transactions: [] })
    throw new Error('cut')
  }
  const joined = joinRanges([part(endless()), part(failing())], new CheckpointBuffer(0))
  const drained = (async () => {
    for await (const range of joined) void range
  })()
  await expect(drained).rejects.toThrow('cut')
  expect(ended).toBe(true)
})

it('splits a filter into parts of at most ten literals, without splitting a term', () => {
  const sizes = (terms: Parameters<typeof anyOf>[0], without?: Parameters<typeof anyOf>[1]) =>
    splitFilter(anyOf(terms, without)).map((filter) => filter.terms.map(({ literals }) => literals.length))
  const pools = Array.from({ length: 6 }, (_, i) => [touchesObject(`0x${i}`), emits('0x1::pool::Swap')])
  expect(sizes(pools)).toEqual([[2, 2, 2, 2, 2], [2]])
  expect(sizes(Array.from({ length: 20 }, () => [emits('0x1::pool::Swap')]))).toEqual([Array(10).fill(1), Array(10).fill(1)])
  expect(sizes(pools, [sentBy('0x1')])).toEqual([
    [3, 3, 3],
    [3, 3, 3],
  ])
})
