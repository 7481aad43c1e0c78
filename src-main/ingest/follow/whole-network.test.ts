import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { ChainAdapter, NetworkBlock, NetworkUpdate } from '../../chains/adapter.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createAdapters } from '../adapters.ts'
import { sampleTrade } from '../../store/testing/samples.ts'
import type { PlacedTrade, ReadBlocks } from './interface.ts'
import { WholeNetworks } from './whole-network.ts'

const NOW = 1_700_000_000
const HEAD = 100

/** Updates that the test gives to the follower, and the blocks of its node. */
let give: (update: NetworkUpdate) => void
let emitted: string[]
/** Called after each batch that is emitted. */
let heard: () => void
let states: FollowRecord[]
let networks: WholeNetworks
const onChain = new Map<number, NetworkBlock>()

const blockOf = (number: number, name = 'a', time = NOW): NetworkBlock => ({
  ...{ number, hash: `0x${name.repeat(20)}`, time },
  trades: [0, 1].map((tx) => ({ ...sampleTrade(), position: { block: number, tx, event: 0 }, tx: `${name}${number}.${tx}` })),
})
const named = (trades: readonly PlacedTrade[]): string[] => trades.map(({ trade }) => trade.tx)
async function all(read: ReadBlocks): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const page = await read()
    seen.push(...named(page.trades))
    if (page.isLast) return seen
  }
}

beforeEach(() => {
  emitted = []
  heard = () => undefined
  states = []
  onChain.clear()
  const queue: NetworkUpdate[] = []
  let wake = (): void => undefined
  give = (update) => {
    queue.push(update)
    wake()
  }
  async function* follow(_from: number, _pools: unknown, signal: AbortSignal): AsyncGenerator<NetworkUpdate> {
    signal.addEventListener('abort', () => wake())
    while (!signal.aborted) {
      const next = queue.shift()
      if (next !== undefined) yield next
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  async function* read(from: number, to: number): AsyncGenerator<NetworkBlock> {
    for (let number = from; number <= to; number++) yield onChain.get(number) ?? { number, time: NOW, trades: [] }
  }
  const adapter = { head: async () => ({ number: HEAD, hash: '', time: NOW }), wholeNetwork: { follow, read, blockAt: async () => 90 } }
  networks = new WholeNetworks({
    adapters: createAdapters({ sources: { base: ['http://127.0.0.1:1'] }, openAdapter: () => adapter as unknown as ChainAdapter }),
    clock: { now: () => NOW * 1_000 },
    logger: silentLogger,
    price: async (_, trades) => [...trades],
    pools: () => ({ read: async () => [], write: () => undefined }),
    retry: { firstMs: 1, longestMs: 1 },
    onTrades(_, trades) {
      emitted.push(...named(trades))
      heard()
    },
    onReverted: (_, from, trades) => emitted.push(`reverted from ${from}: ${trades.map(({ tx }) => tx).join(' ')}`),
    onState: (_, state) => states.push(state),
  })
})
afterEach(() => networks.close())

const emit = async (block: NetworkBlock): Promise<void> => {
  give({ kind: 'block', block })
  await expect.poll(() => emitted).toContain(block.trades[1]?.tx)
}

test('those who need a network share it, from the block after its head on, until the last one leaves', async () => {
  const one = networks.join('base')
  expect(await one.next()).toBe(HEAD + 1)
  await emit(blockOf(101))
  const two = networks.join('base')
  expect([one.first(), two.first(), await two.next()]).toEqual([101, 102, 102])
  expect(emitted).toEqual(['a101.0', 'a101.1'])
  one.leave()
  expect(states.at(-1)?.following).toBe(true)
  two.leave()
  await expect.poll(() => states.at(-1)?.state).toBe('off')
})

test('who comes back gets the rest of a block and all after it, from the node and from memory, once', async () => {
  for (const number of [90, 95, 100]) onChain.set(number, blockOf(number))
  const one = networks.join('base')
  await one.next()
  await emit(blockOf(101))
  const place = { block: 95, tx: 0, event: 0, leg: 0, hash: null }
  expect(await all(await one.missedAfter(place))).toEqual(['a95.1', 'a100.0', 'a100.1', 'a101.0', 'a101.1'])
  expect(await all(await one.missedSince(NOW - 60))).toEqual(['a90.0', 'a90.1', 'a95.0', 'a95.1', 'a100.0', 'a100.1', 'a101.0', 'a101.1'])
  await expect(one.missedSince(NOW - 200_000)).rejects.toThrow('more than a day back')
  await expect(one.missedAfter({ ...place, block: 9_000 })).rejects.toThrow('not of this network')
})

test('a reader that catches up gets what replaces reverted blocks', async () => {
  const one = networks.join('base')
  await one.next()
  for (const number of [101, 102]) await emit(blockOf(number))
  const read = await one.missedAfter({ block: 100, tx: 9, event: 0, leg: 0, hash: null })
  expect(named((await read()).trades)).toEqual(['a101.0', 'a101.1', 'a102.0', 'a102.1'])
  give({ kind: 'withdrawn', from: 102 })
  await emit(blockOf(102, 'b'))
  expect(emitted.slice(4)).toEqual(['reverted from 102: a102.0 a102.1', 'b102.0', 'b102.1'])
  expect(named((await read()).trades)).toEqual(['b102.0', 'b102.1'])
})

test('a network is behind while its newest block is old, though its reader has all', async () => {
  networks.join('base')
  give({ kind: 'state', state: 'live', behind: 0, message: null })
  await emit(blockOf(101))
  expect(states.at(-1)?.state).toBe('live')
  await emit(blockOf(102, 'a', NOW - 11))
  expect(states.at(-1)).toMatchObject({ state: 'behind', message: expect.stringContaining('old') })
  await emit(blockOf(103))
  expect(states.at(-1)?.state).toBe('live')
})

test('a large block is emitted over several turns of the event loop, and who joins in the middle of it begins after it', async () => {
  const one = networks.join('base')
  await one.next()
  const large = {
    ...blockOf(101),
    trades: Array.from({ length: 120 }, (_, tx) => ({ ...sampleTrade(), position: { block: 101, tx, event: 0 }, tx: `a${tx}` })),
  }
  const batches: number[] = []
  let turn = 0
  const turnOf: number[] = []
  const count = (): void => {
    turn += 1
    if (batches.length < 5) setImmediate(count)
  }
  count()
  const joined = Promise.withResolvers<{ first: number | null; missed: Promise<ReadBlocks> }>()
  heard = () => {
    batches.push(emitted.length)
    turnOf.push(turn)
    if (batches.length > 1) return
    const first = networks.join('base').first()
    joined.resolve({ first, missed: one.missedAfter({ block: 100, tx: 0, event: 0, leg: 0, hash: null }) })
  }
  give({ kind: 'block', block: large })
  const { first, missed } = await joined.promise
  expect(first).toBe(102)
  expect(await all(await missed)).toEqual(large.trades.map(({ tx }) => tx))
  await expect.poll(() => emitted).toEqual(large.trades.map(({ tx }) => tx))
  expect(turnOf).toEqual([...new Set(turnOf)])
  expect(batches).toEqual([25, 50, 75, 100, 120])
})
