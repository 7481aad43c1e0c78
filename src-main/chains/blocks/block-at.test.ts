import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockAt } from './block-at.ts'

const ref = (number: number, time: number) => ({ number, hash: '', time })

describe('the first block at a time', () => {
  it('is correct for any block times, and one above the newest when the time is later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50), { minLength: 1, maxLength: 80 }), fc.nat(4_500), fc.nat(20), async (gaps, time, oldest) => {
        let now = 0
        const times = gaps.map((gap) => (now += gap))
        const newest = ref(times.length - 1, now)
        const from = Math.min(oldest, newest.number)
        const found = await blockAt(time, from, newest, 12, (block) => Promise.resolve(ref(block, times[block] ?? 0)))
        const first = times.findIndex((at, block) => block >= from && at >= time)
        expect(found).toBe(first === -1 ? times.length : first)
      }),
    )
  })

  it('takes few reads on a chain with regular blocks, of which one in a hundred is late', async () => {
    let calls = 0
    const timeOf = (block: number): number => block * 12 + Math.floor(block / 100) * 12
    const newest = ref(20_000_000, timeOf(20_000_000))
    const readBlock = (block: number) => {
      calls += 1
      return Promise.resolve(ref(block, timeOf(block)))
    }
    expect(await blockAt(timeOf(19_950_000), 0, newest, 12, readBlock)).toBe(19_950_000)
    expect(calls).toBeLessThan(25)
  })
})
