import { expect, it } from 'vitest'
import { withPresent } from './use-moments.ts'

it('the present follows the snapshots where it is later than the newest of them', () => {
  expect(withPresent([10, 20], 25)).toEqual([10, 20, 25])
  expect(withPresent([10, 20], 20)).toEqual([10, 20])
  expect(withPresent([10, 20], null)).toEqual([10, 20])
  expect(withPresent([], 25)).toEqual([])
})
