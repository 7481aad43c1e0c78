import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { touchedBlocks } from './payments.ts'

/** States of a wallet on a made-up chain: what nodes really answer is proven by the scenarios that are played on them. */
function walletWith(received: readonly number[], sent: readonly number[], head: number) {
  let calls = 0
  const upTo = (blocks: readonly number[], at: number): number => blocks.filter((block) => block <= at).length
  const tell = <T>(answer: T): Promise<T> => {
    calls += 1
    return Promise.resolve(answer)
  }
  return {
    states: {
      nonce: (at: number) => tell(upTo(sent, at)),
      balance: (at: number) => tell(BigInt(upTo(received, at) * 1_000 - upTo(sent, at) * 3)),
    },
    head,
    calls: () => calls,
  }
}

const blocks = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 20 })
const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((x, y) => x - y)

describe('blocks in which a wallet moved coin', () => {
  it('are exactly those with something sent; for what it received those with either', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, blocks, async (received, sent) => {
        const { states, head } = walletWith(received, sent, 300)
        expect(await touchedBlocks(states, { side: 'paid', before: 0, to: head, most: 99 })).toEqual(ascending(sent))
        expect(await touchedBlocks(states, { side: 'received', before: 0, to: head, most: 99 })).toEqual(ascending(new Set([...received, ...sent])))
      }),
    )
  })

  it('are told from the oldest on where there are more than asked', async () => {
    const { states } = walletWith([], [7, 90, 40], 300)
    expect(await touchedBlocks(states, { side: 'paid', before: 0, to: 300, most: 2 })).toEqual([7, 40])
  })
})
