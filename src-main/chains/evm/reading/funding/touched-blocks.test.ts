import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoizeStates, searchStates, touchedBlocks, type Period, type WalletStates } from './touched-blocks.ts'

const HEAD = 300

/** States of a wallet on a synthetic chain; the scenario tests cover real nodes. */
function walletWith(
  received: readonly number[],
  sent: readonly number[],
  sold: readonly number[] = [],
): { states: WalletStates; nonces: () => number; balances: () => number } {
  const calls = { nonces: 0, balances: 0 }
  const upTo = (blocks: readonly number[], at: number): number => blocks.filter((block) => block <= at).length
  const states = memoizeStates({
    nonce(at) {
      calls.nonces += 1
      return Promise.resolve(upTo(sent, at))
    },
    balance(at) {
      calls.balances += 1
      return Promise.resolve(BigInt(upTo([...received, ...sold], at) * 1_000 - upTo(sent, at) * 3))
    },
  })
  return { states, nonces: () => calls.nonces, balances: () => calls.balances }
}

const distinct = fc.uniqueArray(fc.integer({ min: 1, max: HEAD }), { maxLength: 20 })
/** Two transactions of a wallet may be in one block, and a payment may hide spent coins. */
const repeated = fc.array(fc.integer({ min: 1, max: HEAD }), { maxLength: 20 })
const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((x, y) => x - y)
const paid = (most = 99) => ({ side: 'paid', before: 0, to: HEAD, most }) as const
const received = (most = 99) => ({ side: 'received', before: 0, to: HEAD, most }) as const

/** Checks the signed blocks as the reader does after reading them. */
async function verified(states: WalletStates, period: Period, sent: readonly number[]): Promise<readonly number[]> {
  const { blocks, signed } = await touchedBlocks(states, period)
  return signed.every((block) => sent.includes(block)) ? blocks : searchStates(states, period)
}

describe('blocks in which a wallet moved coin', () => {
  it('are exactly those with an outgoing payment; for the received side those with either', async () => {
    await fc.assert(
      fc.asyncProperty(distinct, repeated, async (got, sent) => {
        expect(await verified(walletWith(got, sent).states, paid(), sent)).toEqual(ascending(sent))
        expect(await verified(walletWith(got, sent).states, received(), sent)).toEqual(ascending([...got, ...sent]))
        expect(await searchStates(walletWith(got, sent).states, paid())).toEqual(ascending(sent))
      }),
    )
  })

  it('are the oldest ones when there are more than requested', async () => {
    await fc.assert(
      fc.asyncProperty(distinct, repeated, fc.integer({ min: 1, max: 5 }), async (got, sent, most) => {
        expect(await verified(walletWith(got, sent).states, paid(most), sent)).toEqual(ascending(sent).slice(0, most))
        expect(await verified(walletWith(got, sent).states, received(most), sent)).toEqual(ascending([...got, ...sent]).slice(0, most))
      }),
    )
  })

  it('take two nonces where the balance shows every transaction', async () => {
    const { states, nonces } = walletWith([5, 100], [7, 40, 90, 250])
    expect(await touchedBlocks(states, paid())).toEqual({ blocks: [7, 40, 90, 250], signed: [7, 40, 90, 250] })
    expect(nonces()).toBe(2)
  })

  it('take two nonces where a sale brought more than it cost', async () => {
    const { states, nonces } = walletWith([], [7, 40, 90], [90])
    expect((await touchedBlocks(states, paid())).blocks).toEqual([7, 40, 90])
    expect(nonces()).toBe(2)
  })

  it('are marked as to be verified where a payment from elsewhere looks like a sale', async () => {
    const { states } = walletWith([20], [90, 90])
    expect(await touchedBlocks(states, paid())).toEqual({ blocks: [20, 90], signed: [20, 90] })
    expect(await searchStates(states, paid())).toEqual([90])
  })

  it('take no balance where nothing was sent', async () => {
    const { states, balances } = walletWith([5, 100], [])
    expect(await touchedBlocks(states, paid())).toEqual({ blocks: [], signed: [] })
    expect(balances()).toBe(0)
  })
})
