import { expect, it } from 'vitest'
import { mapLimited } from './map-limited.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

it('returns results in the order of the items, with a limit on concurrent calls', async () => {
  let [running, most] = [0, 0]
  const results = await mapLimited([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running)
    await nextTurn()
    running -= 1
    return item * 10
  })
  expect(results).toEqual([10, 20, 30, 40, 50])
  expect(most).toBe(2)
})

it('rejects with the first failure and starts no further call', async () => {
  const started: number[] = []
  const work = async (item: number): Promise<void> => {
    started.push(item)
    await nextTurn()
    if (item === 1) throw new Error('no')
  }
  await expect(mapLimited([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('no')
  for (let turn = 0; turn < 10; turn++) await nextTurn()
  expect(started.length).toBeLessThanOrEqual(3)
})
