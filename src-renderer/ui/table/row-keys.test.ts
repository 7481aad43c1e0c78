import { describe, expect, it } from 'vitest'
import { indexOfRow, nextCell, nextRow } from './row-keys.ts'

describe('the active row', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 9],
    ['PageDown', 2, 6],
    ['PageUp', 2, 0],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['x', 3, null],
  ])('%s from %s goes to %s', (key, active, next) => {
    expect(nextRow({ key, active, count: 10, page: 4 })).toBe(next)
  })

  it('does not move in an empty table', () => {
    expect(nextRow({ key: 'Home', active: -1, count: 0, page: 4 })).toBeNull()
  })
})

describe('the active cell', () => {
  it.each([
    ['ArrowRight', -1, 0],
    ['ArrowRight', 3, 3],
    ['ArrowLeft', 1, 0],
    ['ArrowLeft', 0, -1],
    ['ArrowLeft', -1, -1],
    ['ArrowDown', 1, null],
  ])('%s from %s goes to %s', (key, active, next) => {
    expect(nextCell(key, active, 4)).toBe(next)
  })
})

describe('finding a row after changes', () => {
  const rows = ['e', 'd', 'c', 'b', 'a']

  it.each([
    ['c', 0, 2],
    ['c', 4, 2],
    ['a', 9, 4],
    ['e', 2, 0],
    ['x', 1, -1],
  ])('%s, last seen at %s, is found at %s', (wanted, near, at) => {
    expect(indexOfRow(rows, (row) => row === wanted, near)).toBe(at)
  })

  it('is not found in an empty list', () => {
    expect(indexOfRow([], () => true, 0)).toBe(-1)
  })
})
