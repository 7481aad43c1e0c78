import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { FundingQuery } from '../../../adapter.ts'
import { findFirstBlocks } from './first-blocks.ts'

const MAINNET_HEAD = 24_000_000

/** A wallet that exists from a block on (null: never), and the guess given to the search. */
interface Wallet {
  readonly from: number | null
  readonly guess: number | null
}

async function search(wallets: readonly Wallet[], at: number): Promise<{ blocks: (number | null)[]; calls: number; answers: number }> {
  const addresses = wallets.map((_, i) => trustedAddress(`0x${String(i)}`))
  const start = new Map<Address, number | null>(addresses.map((address, i) => [address, wallets[i]?.from ?? null]))
  const queries: FundingQuery[] = addresses.map((wallet, i) => ({ wallet, guess: wallets[i]?.guess ?? null }))
  const blocks = new Map<Address, number | null>()
  let calls = 0
  let answers = 0
  await findFirstBlocks({
    queries,
    at,
    existing(group, block) {
      calls += 1
      return Promise.resolve(new Set(group.filter((wallet) => (start.get(wallet) ?? Number.POSITIVE_INFINITY) <= block)))
    },
    found(group, block) {
      answers += group.length
      for (const wallet of group) blocks.set(wallet, block)
      return Promise.resolve()
    },
  })
  return { blocks: addresses.map((address) => blocks.get(address) ?? null), calls, answers }
}

const one = (from: number | null, guess: number | null = null): Wallet => ({ from, guess })

describe('the search for the first blocks of wallets', () => {
  test('finds every first block, with right, wrong and absent guesses', async () => {
    const block = fc.option(fc.integer({ min: 0, max: 500 }), { nil: null })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ from: block, guess: block }), { maxLength: 40 }), async (wallets) => {
        const { blocks, answers } = await search(wallets, 400)
        expect(blocks).toEqual(wallets.map(({ from }) => (from !== null && from <= 400 ? from : null)))
        expect(answers).toBe(wallets.length)
      }),
    )
  })

  test.each([
    ['paid long ago', one(46_147)],
    ['paid in the newest block', one(MAINNET_HEAD)],
    ['with a wrong guess', one(12_000_000, 12_000_001)],
  ])('takes at most 28 reads for a wallet %s', async (_name, wallet) => {
    expect((await search([wallet], MAINNET_HEAD)).calls).toBeLessThanOrEqual(28)
  })

  test('takes three reads for a right guess and one for a wallet that does not exist', async () => {
    expect((await search([one(7_000, 7_000)], MAINNET_HEAD)).calls).toBe(3)
    expect((await search([one(null)], MAINNET_HEAD)).calls).toBe(1)
  })

  test('reads each block once for 700 wallets that were paid within the same hour', async () => {
    const wallets = Array.from({ length: 700 }, (_, i) => one(23_000_000 + ((i * 7) % 300)))
    const { calls } = await search(wallets, MAINNET_HEAD)
    // The blocks of the hour, and the bisection steps that narrow the chain to it.
    expect(calls).toBeLessThanOrEqual(300 + 2 * Math.log2(MAINNET_HEAD / 300))
  })
})
