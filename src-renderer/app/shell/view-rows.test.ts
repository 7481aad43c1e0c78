import { expect, it } from 'vitest'
import { PAGE_ROWS, VIEW_ROWS } from './view-rows.ts'

it('no key opens two views or pages', () => {
  const keys = [...VIEW_ROWS, ...PAGE_ROWS].map(({ key }) => key)
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})
