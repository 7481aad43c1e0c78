import { expect, it } from 'vitest'
import { inTurns, ITEMS_PER_TURN } from './in-turns.ts'

it('a long list is worked through in order, with other work in between', async () => {
  const seen: (number | 'other work')[] = []
  setImmediate(() => seen.push('other work'))
  await inTurns(Array(2 * ITEMS_PER_TURN).keys(), (n) => void seen.push(n))
  expect(seen.filter((one) => one !== 'other work')).toEqual([...Array(2 * ITEMS_PER_TURN).keys()])
  expect(seen.indexOf('other work')).toBe(ITEMS_PER_TURN)
})
