import { afterEach, expect, test } from 'vitest'
import { natsMissing } from '../../../e2e/fixtures/nats/nats.ts'
import { wholeSubject } from '../../bus/events.ts'
import { openNatsPair } from '../../bus/testing/nats-pair.ts'
import type { NetworkUpdate } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { answerOfChain, chainQuestion, createRemoteChain, type ChainCall, type ReadRange } from './remote-whole.ts'

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
      if (isAway) throw new AppError('internal', { message: 'The PostgreSQL server cannot be reached.' })
      const { from, to } = asked as ChainCall & { call: 'read' }
      return { blocks: [{ number: from, time: null, trades: [] }], next: Math.min(from, to) + 1 } satisfies ReadRange
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
    // If a worker takes over, the blocks before its first one have to be read.
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

test('following ends while the server of the bus is away', async () => {
  let subscriptions = 0
  const bus = {
    ask: () => new Promise(() => undefined),
    subscribe: () => {
      subscriptions += 1
      return { ready: new Promise(() => undefined), stop: () => (subscriptions -= 1) }
    },
  }
  const stop = new AbortController()
  const pools = { read: async () => [], write: () => undefined }
  const chain = createRemoteChain(bus, 'eth')
  const updates = chain.wholeNetwork?.follow(1, pools, stop.signal) as AsyncGenerator<NetworkUpdate>
  const [head, next] = [chain.head(stop.signal), updates.next()]
  stop.abort(new Error('the service stops'))
  await Promise.all([head, next].map((waiting) => expect(waiting).rejects.toThrow('the service stops')))
  expect(subscriptions).toBe(0)
})

test('blocks are asked for some at a time, and an answer with many trades ends early', async () => {
  const asked: ChainCall[] = []
  const trades = [3, 0, 250, 1, 1].map((count) => Array.from({ length: count }, () => ({})))
  const chain = {
    async *read(from: number, to: number) {
      for (let number = from; number <= to; number++) yield { number, time: null, trades: trades[number] ?? [] }
    },
  }
  const adapters = { get: () => ({ network: 'eth', wholeNetwork: chain }) } as never
  const price = (async (_network: unknown, some: readonly unknown[]) => [...some]) as never
  const bus = {
    ask: (_question: string, args: unknown) => {
      asked.push(args as ChainCall)
      return answerOfChain(adapters, 'eth', price, args as ChainCall, new AbortController().signal)
    },
    subscribe: () => ({ ready: Promise.resolve(), stop: () => undefined }),
  }
  const read: number[] = []
  const pools = { read: async () => [], write: () => undefined }
  for await (const { number } of createRemoteChain(bus, 'eth').wholeNetwork?.read(0, 40, pools, new AbortController().signal) ?? []) read.push(number)
  expect(read).toEqual(Array.from({ length: 41 }, (_, n) => n))
  expect(asked).toEqual([
    { call: 'read', from: 0, to: 31 },
    { call: 'read', from: 3, to: 34 },
    { call: 'read', from: 35, to: 40 },
  ])
})
