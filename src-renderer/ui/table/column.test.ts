import { describe, expect, it } from 'vitest'
import { fittingColumns, usefulWidthOf, type Column } from './column.ts'

const column = (id: string, width: number, gives?: number): Column<never> => ({
  id,
  header: id,
  width,
  cell: () => null,
  ...(gives === undefined ? {} : { dropPriority: gives }),
})
const COLUMNS = [column('time', 100), column('against', 50, 2), column('value', 50, 1), column('wallet', 100)]
const fitting = (room: number): string =>
  fittingColumns(COLUMNS, room)
    .map(({ id }) => id)
    .join(' ')

describe('columns of a narrow table', () => {
  it.each([
    [300, 'time against value wallet'],
    [299, 'time value wallet'],
    [249, 'time wallet'],
    [10, 'time wallet'],
  ])('in %s pixels: %s', (room, left) => {
    expect(fitting(room)).toBe(left)
  })
})

it('a table takes more room for sentences than for other cells', () => {
  expect(usefulWidthOf(COLUMNS)).toBe(420)
  expect(usefulWidthOf([column('wallet', 100), { ...column('reason', 200), grow: 4 }])).toBe(560)
})
