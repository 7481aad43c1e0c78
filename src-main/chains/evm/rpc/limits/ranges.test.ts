import { describe, expect, test } from 'vitest'
import { newRangeState, walkRange } from './ranges.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'

const refusal = (text: string): NodeFault => new NodeFault({ kind: 'too_large', host: 'node', method: 'eth_getLogs', text })

/** Walks a range on a node that refuses ranges above `limit` with the given message; returns the requested widths and the pieces read. */
async function walk(
  from: number,
  to: number,
  limit: number,
  message: (width: number) => string,
): Promise<{ requested: number[]; read: [number, number][] }> {
  const requested: number[] = []
  const read: [number, number][] = []
  const fetch = (low: number, high: number): Promise<null> => {
    requested.push(high - low + 1)
    if (high - low + 1 > limit) return Promise.reject(refusal(message(high - low + 1)))
    return Promise.resolve(null)
  }
  for await (const page of walkRange({ from, to, ranges: newRangeState(), fetch })) read.push([page.from, page.to])
  return { requested, read }
}

function isWhole(read: readonly [number, number][], from: number, to: number): boolean {
  return read.every(([low], i) => low === (i === 0 ? from : (read[i - 1]?.[1] ?? Number.NaN) + 1)) && read.at(-1)?.[1] === to
}

describe('the log range splitter', () => {
  test('starts with 2,000 blocks and grows by half on success', async () => {
    const { requested, read } = await walk(0, 20_000, Number.POSITIVE_INFINITY, () => '')
    expect(requested.slice(0, 4)).toEqual([2_000, 3_000, 4_500, 6_750])
    expect(isWhole(read, 0, 20_000)).toBe(true)
  })

  test('halves on a refusal that names no limit', async () => {
    const { requested, read } = await walk(100, 5_000, 600, () => 'query returned more than 10000 results')
    expect(requested.slice(0, 3)).toEqual([2_000, 1_000, 500])
    expect(isWhole(read, 100, 5_000)).toBe(true)
  })

  test('uses the limit that the refusal names', async () => {
    const { requested } = await walk(0, 99, 10, () => 'you can make eth_getLogs requests with up to a 10 block range')
    expect(requested).toEqual([100, ...Array.from({ length: 10 }, () => 10)])
  })

  test('rarely retries a refused width', async () => {
    const { requested } = await walk(0, 50_000, 999, () => 'block range too large')
    expect(requested.filter((width) => width > 999).length).toBeLessThan(requested.length / 6)
  })

  test('asks ever more rarely for a width that no refusal named', async () => {
    const { requested, read } = await walk(0, 400_000, 999, () => 'block range too large')
    expect(requested.filter((width) => width > 999).length).toBeLessThan(requested.length / 40)
    expect(isWhole(read, 0, 400_000)).toBe(true)
    // Nine tenths of the accepted width are used.
    expect(requested.length).toBeLessThan(400_000 / 880)
  })

  test('a busy stretch does not slow down the quiet one after it', async () => {
    const ranges = newRangeState()
    const requested: number[] = []
    const fetch = (low: number, high: number): Promise<null> => {
      requested.push(high - low + 1)
      return low < 3_000 && high - low + 1 > 100 ? Promise.reject(refusal('query returned more than 10000 results')) : Promise.resolve(null)
    }
    for await (const page of walkRange({ from: 0, to: 100_000, ranges, fetch })) void page
    expect(Math.max(...requested.slice(40))).toBeGreaterThan(10_000)
  })

  test('requests several pieces at a time once their width is known to be accepted', async () => {
    let active = 0
    const most: number[] = []
    const fetch = async (low: number, high: number): Promise<null> => {
      active += 1
      most.push(active)
      await new Promise((resolve) => setTimeout(resolve, 1))
      active -= 1
      if (high - low + 1 > 10) throw refusal('eth_getLogs is limited to a 10 range')
      return null
    }
    const ranges = newRangeState()
    const read: [number, number][] = []
    for await (const page of walkRange({ from: 0, to: 999, ranges, fetch })) read.push([page.from, page.to])
    expect(isWhole(read, 0, 999)).toBe(true)
    expect(most.length).toBe(101)
    expect(Math.max(...most)).toBe(8)
  })

  test('reads only the refused piece again, not those that were requested after it', async () => {
    const requested: [number, number][] = []
    const fetch = (low: number, high: number): Promise<null> => {
      requested.push([low, high])
      const isBusy = low <= 55 && high >= 55
      return high - low + 1 > (isBusy ? 5 : 10) ? Promise.reject(refusal('query returned more than 10000 results')) : Promise.resolve(null)
    }
    const ranges = { ...newRangeState(), size: 10, limit: 10, lastAccepted: 10 }
    const read: [number, number][] = []
    for await (const page of walkRange({ from: 0, to: 199, ranges, fetch })) read.push([page.from, page.to])
    expect(isWhole(read, 0, 199)).toBe(true)
    expect(requested.filter(([low]) => low === 60)).toEqual([[60, 69]])
  })

  test('a single block that is refused ends the walk with the fault', async () => {
    await expect(walk(0, 10, 0, () => 'response size exceeded')).rejects.toMatchObject({ kind: 'too_large' })
  })

  test('an empty range sends no request', async () => {
    expect((await walk(5, 4, 10, () => '')).requested).toEqual([])
  })
})
