import { describe, expect, test } from 'vitest'
import { firstTouchedBlock } from './first-funding.ts'

/** A wallet that gets coins at one block and may spend them all at a later one, on a chain of `head` blocks. */
async function search(args: { paid: number; spent: number | null; head: number }): Promise<{ block: number | null; calls: number }> {
  let calls = 0
  const block = await firstTouchedBlock(
    {
      balance: (at) => {
        calls += 1
        return Promise.resolve(at >= args.paid && (args.spent === null || at < args.spent) ? 1n : 0n)
      },
      nonce: (at) => {
        calls += 1
        return Promise.resolve(args.spent !== null && at >= args.spent ? 1 : 0)
      },
    },
    args.head,
  )
  return { block, calls }
}

const MAINNET_HEAD = 24_000_000

describe('the search for the first native coin', () => {
  test.each([
    ['paid long ago, never spent', { paid: 46_147, spent: null, head: MAINNET_HEAD }],
    ['paid yesterday', { paid: 23_990_000, spent: null, head: MAINNET_HEAD }],
    ['emptied soon after', { paid: 12_000_000, spent: 12_000_010, head: MAINNET_HEAD }],
    ['paid and emptied within one block', { paid: 700, spent: 700, head: MAINNET_HEAD }],
    ['in the newest block', { paid: MAINNET_HEAD, spent: null, head: MAINNET_HEAD }],
  ])('%s: the exact block in at most 51 calls', async (_name, wallet) => {
    const { block, calls } = await search(wallet)
    expect(block).toBe(wallet.paid)
    expect(calls).toBeLessThanOrEqual(51)
  })

  test('a wallet that never sent anything takes half of that', async () => {
    expect((await search({ paid: 12_345_678, spent: null, head: MAINNET_HEAD })).calls).toBeLessThanOrEqual(27)
  })

  test('a wallet that never had any takes two calls', async () => {
    expect(await search({ paid: 10, spent: null, head: 5 })).toEqual({ block: null, calls: 2 })
  })
})
