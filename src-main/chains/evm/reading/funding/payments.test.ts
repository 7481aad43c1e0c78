import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { touchedBlocks } from './payments.ts'

/** States of a wallet on a synthetic chain; the scenario tests cover real nodes. */
function walletWith(received: readonly number[], sent: readonly number[], head: number) {
  let calls = 0
  const upTo = (blocks: readonly number[], at: number): number => blocks.filter((block) => block <= at).length
  const answerWith = <T>(answer: T): Promise<T> => {
    calls += 1
    return Promise.resolve(answer)
  }
  return {
    states: {
      nonce: (at: number) => answerWith(upTo(sent, at)),
      balance: (at: number) => answerWith(BigInt(upTo(received, at) * 1_000 - upTo(sent, at) * 3)),
    },
    head,
    calls: () => calls,
  }
}

const blocks = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 20 })
const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((x, y) => x - y)

describe('blocks in which a wallet moved coin', () => {
  it('are exactly those with an outgoing payment; for the received side those with either', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, blocks, async (received, sent) => {
        const { states, head } = walletWith(received, sent, 300)
        expect(await touchedBlocks(states, { side: 'paid', before: 0, to: head, most: 99 })).toEqual(ascending(sent))
        expect(await touchedBlocks(states, { side: 'received', before: 0, to: head, most: 99 })).toEqual(ascending(new Set([...received, ...sent])))
      }),
    )
  })

  it('are the oldest ones when there are more than requested', async () => {
    const { states } = walletWith([], [7, 90, 40], 300)
    expect(await touchedBlocks(states, { side: 'paid', before: 0, to: 300, most: 2 })).toEqual([7, 40])
  })
})
