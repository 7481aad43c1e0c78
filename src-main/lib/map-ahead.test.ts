import { expect, test } from 'vitest'
import { mapAhead } from './map-ahead.ts'

async function* count(most: number, taken: number[] = []): AsyncGenerator<number> {
  for (let i = 0; i < most; i++) {
    taken.push(i)
    yield await Promise.resolve(i)
  }
}

test('yields the results in order, and begins the next one before a result is taken', async () => {
  const begun: number[] = []
  const seen: string[] = []
  const work = (i: number): Promise<number> => {
    begun.push(i)
    return Promise.resolve(i * 10)
  }
  for await (const result of mapAhead(count(4), work)) seen.push(`${result} with ${begun.length} begun`)
  expect(seen).toEqual(['0 with 2 begun', '10 with 3 begun', '20 with 4 begun', '30 with 4 begun'])
})

test('throws a failure in its turn, and takes no further item', async () => {
  const taken: number[] = []
  const results: number[] = []
  const work = (i: number): Promise<number> => (i === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(i))
  const read = async (): Promise<void> => {
    for await (const result of mapAhead(count(9, taken), work)) results.push(result)
  }
  await expect(read()).rejects.toThrow('broken')
  expect([results, taken]).toEqual([[0], [0, 1, 2]])
})

test('has nothing for no items', async () => {
  const first = await mapAhead(count(0), (i) => Promise.resolve(i)).next()
  expect(first.done).toBe(true)
})
