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
        let reads = 0
        const found = await blockAt(time, from, newest, 12, (block) => {
          reads += 1
          return Promise.resolve(ref(block, times[block] ?? 0))
        })
        expect(reads).toBeLessThanOrEqual(3 * Math.ceil(Math.log2(times.length + 1)))
        const first = times.findIndex((at, block) => block >= from && at >= time)
        expect(found).toBe(first === -1 ? times.length : first)
      }),
    )
  })

  it.each([
    ['whose blocks are late one time in a hundred', 7, 12, (block: number) => block * 12 + Math.floor(block / 100) * 12],
    ['with four blocks a second, a tenth faster than expected', 8, 0.25, (block: number) => Math.floor(block * 0.225)],
    ['whose pace drifts', 9, 0.4, (block: number) => Math.floor(block * 0.4 + 600 * Math.sin(block / 50_000))],
    ['that stood still for a day', 12, 2, (block: number) => block * 2 + (block < 19_970_000 ? 0 : 86_400)],
  ])('takes few reads on a chain %s', async (_chain, most, seconds, timeOf) => {
    let reads = 0
    const newest = ref(20_000_000, timeOf(20_000_000))
    const readBlock = (block: number) => {
      reads += 1
      return Promise.resolve(ref(block, timeOf(block)))
    }
    const block = 19_950_000
    const found = await blockAt(timeOf(block), 0, newest, seconds, readBlock)
    expect([timeOf(found), timeOf(found - 1) < timeOf(block)]).toEqual([timeOf(block), true])
    expect(reads).toBeLessThanOrEqual(most)
  })
})
