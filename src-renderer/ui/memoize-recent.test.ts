import { describe, expect, it } from 'vitest'
import { memoizeRecent, RECENT } from './memoize-recent.ts'

describe('memoizeRecent', () => {
  const pair = memoizeRecent((a: object, n: number) => ({ a, n }))
  const [one, other] = [{}, {}]

  it('returns the same result for the very same arguments, and for no others', () => {
    const result = pair(one, 1)
    expect(pair(other, 1)).toEqual({ a: other, n: 1 })
    expect(pair(one, 2)).toEqual({ a: one, n: 2 })
    expect(pair(one, 1)).toBe(result)
  })

  it('forgets a result after a few others', () => {
    const result = pair(one, 10)
    for (let n = 1; n <= RECENT; n++) pair(one, 10 + n)
    expect(pair(one, 10)).not.toBe(result)
  })
})
