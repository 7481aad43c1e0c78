import { afterEach, expect, test } from 'vitest'
import { natsMissing } from '../../../e2e/fixtures/nats/nats.ts'
import { wholeSubject } from '../../bus/events.ts'
import { openNatsPair } from '../../bus/testing/nats-pair.ts'
import type { NetworkUpdate } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { chainQuestion, createRemoteChain, type ChainCall } from './remote-whole.ts'

const missing = natsMissing()

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

test.skipIf(missing !== null)(
  `blocks that a worker published and could not read again are read once it can, without a new block${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const [worker, api] = await openNatsPair(opened)
    let isAway = true
    worker.answer(chainQuestion('eth'), async (asked) => {
      if (isAway) throw new AppError('internal', { say: 'The PostgreSQL server cannot be reached.' })
      return { number: (asked as ChainCall & { block: number }).block, time: null, trades: [] }
    })
    async function follow(from: number, blocks: number): Promise<number[]> {
      const stop = new AbortController()
      const seen: number[] = []
      const pools = { read: async () => [], write: () => undefined }
      const updates = createRemoteChain(api, 'eth').wholeNetwork?.follow(from, pools, stop.signal) as AsyncIterable<NetworkUpdate>
      for await (const update of updates) {
        if (update.kind === 'block') seen.push(update.block.number)
        if (seen.length === blocks) return seen
      }
      return seen
    }
    // A worker that takes over leaves the blocks before its first one to be read.
    worker.publish('whole', wholeSubject('eth'), {
      kind: 'emitted',
      trades: [],
      ends: { from: 8, number: 7, hash: null, time: null, trades: 0 },
    })
    await expect(follow(6, 2)).rejects.toThrow('cannot be reached')
    isAway = false
    expect(await follow(6, 2)).toEqual([6, 7])
  },
)
