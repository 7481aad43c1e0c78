import { expect, it } from 'vitest'
import { withLatest } from './use-moments.ts'

it('the latest state follows the snapshots where it is later than the newest of them', () => {
  expect(withLatest([10, 20], 25)).toEqual([10, 20, 25])
  expect(withLatest([10, 20], 20)).toEqual([10, 20])
  expect(withLatest([10, 20], null)).toEqual([10, 20])
  expect(withLatest([], 25)).toEqual([])
})
