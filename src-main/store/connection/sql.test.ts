import { describe, expect, it } from 'vitest'
import { joined, quoteIdentifier, sql } from './sql.ts'

describe('sql', () => {
  it('binds every value and never writes one into the text', () => {
    expect(sql`SELECT ${1}, ${"'; DROP TABLE trade; --"}`).toEqual({ text: 'SELECT ?, ?', params: [1, "'; DROP TABLE trade; --"] })
  })

  it('joins nested queries in with their values in order', () => {
    const inner = sql`b = ${2}`
    expect(sql`a = ${1} AND ${inner} AND c = ${3}`).toEqual({ text: 'a = ? AND b = ? AND c = ?', params: [1, 2, 3] })
    expect(joined([inner, sql`x = ${9}`], ' AND ')).toEqual({ text: 'b = ? AND x = ?', params: [2, 9] })
  })

  it('takes blobs and null as values', () => {
    const blob = new Uint8Array([1])
    expect(sql`${blob} ${null}`).toEqual({ text: '? ?', params: [blob, null] })
  })

  it.each(['a b', 'a;', "a'", '', 'A'])('takes only plain words as names: refuses %j', (name) =>
    expect(() => quoteIdentifier(name)).toThrow('not a name'),
  )
})
