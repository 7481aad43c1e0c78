import { describe, expect, it } from 'vitest'
import { KEPT, lately } from './lately.ts'

describe('what was computed lately', () => {
  const pair = lately((a: object, n: number) => ({ a, n }))
  const [one, other] = [{}, {}]

  it('is answered again to the very same question, and to no other', () => {
    const answer = pair(one, 1)
    expect(pair(other, 1)).toEqual({ a: other, n: 1 })
    expect(pair(one, 2)).toEqual({ a: one, n: 2 })
    expect(pair(one, 1)).toBe(answer)
  })

  it('is forgotten after a few others', () => {
    const answer = pair(one, 10)
    for (let n = 1; n <= KEPT; n++) pair(one, 10 + n)
    expect(pair(one, 10)).not.toBe(answer)
  })
})
