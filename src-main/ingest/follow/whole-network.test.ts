import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { PositionedTrade, TradePosition } from '../../../src-shared/domain/trade-position.ts'
import type { Bus } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { ChainAdapter, NetworkBlock, NetworkUpdate } from '../../chains/adapter.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createAdapters } from '../adapters.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { sampleTrade, tempStore, type TempStore } from '../../store/testing/samples.ts'
import type { ReadBlocks } from './interface.ts'
import { StoredBlocks } from './stored-blocks.ts'
import { WholeNetworks } from './whole-network.ts'

const NOW = 1_700_000_000
const HEAD = 100

/** Gives an update to the follower. */
let give: (update: NetworkUpdate) => void
let emitted: string[]
let keeps: TradePosition
/** Called after each batch that is emitted. */
let heard: () => void
let states: FollowRecord[]
let networks: WholeNetworks
let storedBlocks: StoredBlocks
let temp: TempStore
let store: Store
let now: number
/** Ranges of past blocks that were read from the node. */
let nodeReads: [from: number, to: number][]
/** Blocks from which the network was followed. */
let begun: number[]
const onChain = new Map<number, NetworkBlock>()

const blockOf = (number: number, name = 'a', time = NOW): NetworkBlock => ({
  ...{ number, hash: `0x${name.repeat(20)}`, time },
  trades: [0, 1].map((tx) => ({ ...sampleTrade(), position: { block: number, tx, event: 0 }, tx: `${name}${number}.${tx}` })),
})
const named = (trades: readonly PositionedTrade[]): string[] => trades.map(({ trade }) => trade.tx)
async function all(read: ReadBlocks): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const page = await read()
    seen.push(...named(page.reverted).map((tx) => `not ${tx}`), ...named(page.trades))
    if (page.isLast) return seen
  }
}

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  now = NOW
  nodeReads = []
  begun = []
  emitted = []
  heard = () => undefined
  states = []
  onChain.clear()
  start()
})
afterEach(async () => {
  await networks.close()
  await store.close()
  temp.remove()
})

/** Starts following with the store of an earlier run and nothing in memory. */
function start(readsOnly = false, lease?: Bus['lease']): void {
  const queue: NetworkUpdate[] = []
  let wake = (): void => undefined
  give = (update) => {
    queue.push(update)
    wake()
  }
  async function* follow(from: number, _pools: unknown, signal: AbortSignal): AsyncGenerator<NetworkUpdate> {
    begun.push(from)
    signal.addEventListener('abort', () => wake())
    while (!signal.aborted) {
      const next = queue.shift()
      if (next !== undefined) yield next
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  async function* read(from: number, to: number): AsyncGenerator<NetworkBlock> {
    nodeReads.push([from, to])
    for (let number = from; number <= to; number++) yield onChain.get(number) ?? { number, time: NOW, trades: [] }
  }
  const adapter = {
    head: async () => ({ number: Math.max(HEAD, ...onChain.keys()), hash: '', time: NOW }),
    reorganisations: { blockHash: async (block: number) => onChain.get(block)?.hash ?? null },
    wholeNetwork: { follow, read, blockAt: async () => 90 },
  }
  const clock = { now: () => now * 1_000 }
  storedBlocks = new StoredBlocks({ store, clock, logger: silentLogger, readsOnly })
  const local = createLocalBus()
  const bus = { ...local, ...(lease === undefined ? {} : { lease }) }
  bus.subscribe('whole', (_network, event) => {
    if (event.kind === 'reverted') {
      keeps = event.keeps
      emitted.push(`reverted from ${event.from}: ${named(event.trades).join(' ')}`)
    } else {
      emitted.push(...named(event.trades))
      heard()
    }
  })
  bus.subscribe('follow', (_network, state) => states.push(state))
  networks = new WholeNetworks({
    adapters: createAdapters({ sources: { base: ['http://127.0.0.1:1'] }, openAdapter: () => adapter as unknown as ChainAdapter }),
    ...{ clock, storedBlocks },
    logger: silentLogger,
    price: async (_, trades) => [...trades],
    pools: () => ({ read: async () => [], write: () => undefined }),
    retry: { firstMs: 1, longestMs: 1 },
    bus,
  })
}

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
  const position = { block: 95, tx: 0, event: 0, leg: 0, hash: null }
  expect(await all(await one.missedAfter(position))).toEqual(['a95.1', 'a100.0', 'a100.1', 'a101.0', 'a101.1'])
  expect(await all(await one.missedSince(NOW - 60))).toEqual(['a90.0', 'a90.1', 'a95.0', 'a95.1', 'a100.0', 'a100.1', 'a101.0', 'a101.1'])
  await expect(one.missedSince(NOW - 200_000)).rejects.toThrow('more than a day back')
  await expect(one.missedAfter({ ...position, block: 9_000 })).rejects.toThrow('not of this network')
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

test('who was away while blocks were reverted, once or twice, hears of the trades that it got, and gets what replaced them', async () => {
  const one = networks.join('base')
  await one.next()
  for (const number of [101, 102, 103]) await emit(blockOf(number))
  const at = (number: number, tx: number, name = 'a') => ({
    block: number,
    tx,
    event: 0,
    leg: 0,
    hash: blockOf(number, name).hash?.slice(0, 10) ?? null,
  })
  give({ kind: 'withdrawn', from: 103 })
  for (const number of [103, 104]) {
    onChain.set(number, blockOf(number, 'b'))
    await emit(blockOf(number, 'b'))
  }
  const rest = ['b103.0', 'b103.1', 'b104.0', 'b104.1']
  expect(await all(await one.missedAfter(at(103, 0)))).toEqual(['not a103.0', ...rest])
  expect(await all(await one.missedAfter(at(103, 1)))).toEqual(['not a103.0', 'not a103.1', ...rest])
  expect(await all(await one.missedAfter(at(103, 0, 'b')))).toEqual(rest.slice(1))
  onChain.set(102, blockOf(102))
  expect(await all(await one.missedAfter(keeps))).toEqual(rest)
  await expect(one.missedAfter(at(103, 0, 'c'))).rejects.toThrow('the chain has reverted')

  give({ kind: 'withdrawn', from: 102 })
  for (const number of [102, 103]) {
    onChain.set(number, blockOf(number, 'd'))
    await emit(blockOf(number, 'd'))
  }
  onChain.delete(104)
  const last = ['d102.0', 'd102.1', 'd103.0', 'd103.1']
  expect(await all(await one.missedAfter(at(103, 0)))).toEqual(['not a102.0', 'not a102.1', 'not a103.0', ...last])
  expect(await all(await one.missedAfter(at(104, 0, 'b')))).toEqual(['not a102.0', 'not a102.1', 'not b103.0', 'not b103.1', 'not b104.0', ...last])
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
    trades: Array.from({ length: 250 }, (_, tx) => ({ ...sampleTrade(), position: { block: 101, tx, event: 0 }, tx: `a${tx}` })),
  }
  const batches: number[] = []
  let turn = 0
  const turnOf: number[] = []
  const count = (): void => {
    turn += 1
    if (batches.length < 3) setImmediate(count)
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
  expect(batches).toEqual([100, 200, 250])
})

const position = (block: number, tx = 1) => ({ block, tx, event: 0, leg: 0, hash: null })
const trades = (...blocks: number[]): string[] => blocks.flatMap((number) => [`a${number}.0`, `a${number}.1`])

/** Follows blocks that are on the chain, and waits until they are stored. */
async function follow(...blocks: NetworkBlock[]): Promise<void> {
  const one = networks.join('base')
  await one.next()
  for (const block of blocks) {
    onChain.set(block.number, block)
    await emit(block)
  }
  const last = blocks.at(-1)?.number
  await expect.poll(async () => (await store.read.newestStoredBlocks({ network: 'base', limit: 1 }))[0]?.number).toBe(last)
}

async function restart(): Promise<void> {
  await networks.close()
  emitted = []
  start()
}

test('stored blocks are not read from the node again after a restart, and what was not kept is', async () => {
  await storedBlocks.keepFor(2)
  await follow(blockOf(101), blockOf(104, 'a', NOW + 1))
  await restart()
  for (const number of [106, 107]) onChain.set(number, blockOf(number))
  await restart()
  const one = networks.join('base')
  expect(await one.next()).toBe(108)
  await emit(blockOf(108))
  expect(await all(await one.missedAfter(position(101, 0)))).toEqual(['a101.1', ...trades(104, 106, 107, 108)])
  expect(nodeReads).toEqual([[105, 107]])
  onChain.set(98, blockOf(98))
  expect(await all(await one.missedAfter(position(97)))).toEqual(trades(98, 101, 104, 106, 107, 108))
  expect(nodeReads.slice(1)).toEqual([
    [97, 100],
    [105, 107],
  ])
  const sent = (await (await one.missedAfter(position(101, 0)))()).trades.map(({ trade }) => trade)
  expect(sent[0]).toEqual(blockOf(101).trades[1])
})

test('a time more than a day back is served where its blocks are kept', async () => {
  await storedBlocks.keepFor(48)
  await follow(blockOf(101, 'a', NOW), blockOf(102, 'a', NOW + 10), blockOf(103, 'a', NOW + 20))
  now = NOW + 100_000
  const one = networks.join('base')
  expect(await all(await one.missedSince(NOW + 5))).toEqual(trades(102, 103))
  await expect(one.missedSince(NOW - 5)).rejects.toThrow('more than a day back')
  await expect(one.missedSince(NOW + 21)).rejects.toThrow('more than a day back')
  expect(nodeReads).toEqual([])
})

test('stored blocks that the chain reverted, while it was followed or while it was not, are never sent', async () => {
  await storedBlocks.keepFor(2)
  await follow(blockOf(101), blockOf(102), blockOf(103))
  onChain.set(103, blockOf(103, 'b'))
  give({ kind: 'withdrawn', from: 103 })
  give({ kind: 'block', block: blockOf(103, 'b') })
  await expect.poll(() => store.read.newestStoredBlocks({ network: 'base', limit: 1 })).toEqual([{ number: 103, hash: blockOf(103, 'b').hash }])
  for (const number of [102, 103]) onChain.set(number, blockOf(number, 'c'))
  await restart()
  const one = networks.join('base')
  await one.next()
  expect(await all(await one.missedAfter(position(101, 0)))).toEqual(['a101.1', 'c102.0', 'c102.1', 'c103.0', 'c103.1'])
  expect(nodeReads).toEqual([[102, 103]])
})

test('stored blocks that were reverted while nobody followed are retracted for who got them', async () => {
  await storedBlocks.keepFor(2)
  await follow(blockOf(101), blockOf(102), blockOf(103))
  onChain.set(101, blockOf(101))
  for (const number of [102, 103]) onChain.set(number, blockOf(number, 'c'))
  await restart()
  const one = networks.join('base')
  await one.next()
  const hash = blockOf(103).hash?.slice(0, 10) ?? null
  expect(await all(await one.missedAfter({ ...position(103, 0), hash }))).toEqual([
    ...['not a102.0', 'not a102.1', 'not a103.0'],
    ...['c102.0', 'c102.1', 'c103.0', 'c103.1'],
  ])
})

test('blocks are kept as long as the owner wants, and below the storage limit', async () => {
  const numbers = async (): Promise<number[]> => (await store.read.newestStoredBlocks({ network: 'base', limit: 9 })).map(({ number }) => number)
  await storedBlocks.keepFor(1)
  await follow(blockOf(101))
  now = NOW + 1_800
  await follow(blockOf(102))
  now = NOW + 3_601
  await follow(blockOf(103, 'a', now))
  expect(await numbers()).toEqual([103, 102])
  await storedBlocks.keepFor(0)
  expect(await numbers()).toEqual([])
  await emit(blockOf(104))
  await storedBlocks.keepFor(1)
  await store.write.setStorageLimit({ bytes: 1 })
  await emit(blockOf(105))
  await store.write.setStorageLimit({ bytes: null })
  await follow(blockOf(106, 'a', now))
  expect(await numbers()).toEqual([106])
})

test('blocks that another process stores are neither stored again nor deleted', async () => {
  await storedBlocks.keepFor(1)
  await follow(blockOf(101))
  await networks.close()
  start(true)
  const one = networks.join('base')
  await one.next()
  await emit(blockOf(102))
  give({ kind: 'withdrawn', from: 101 })
  await expect.poll(() => emitted.at(-1)).toContain('reverted from 101')
  // Writes run in order.
  await store.write.setStorageLimit({ bytes: null })
  expect((await store.read.newestStoredBlocks({ network: 'base', limit: 9 })).map(({ number }) => number)).toEqual([101])
})

test('a process that has a network again goes on at its head, because another one has followed it since', async () => {
  await networks.close()
  let lose = (): void => undefined
  start(false, async (subject) => {
    const abort = new AbortController()
    lose = () => abort.abort()
    return { subject, fence: 1, lost: abort.signal, isHeld: () => !abort.signal.aborted, release: async () => undefined }
  })
  networks.join('base')
  await emit(blockOf(101))
  onChain.set(150, blockOf(150))
  lose()
  await expect.poll(() => begun).toEqual([101, 151])
})

test('closing waits for a network that its last member has left, and for blocks that are being stored', async () => {
  const [left, stored] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
  const ended: string[] = []
  const { saveBlock } = store.write
  const slow: Store['write']['saveBlock'] = async (block) => {
    await stored.promise
    await saveBlock(block)
    ended.push('block')
  }
  store = { ...store, write: { ...store.write, saveBlock: slow } }
  const { lease } = createLocalBus()
  start(false, async (...wanted) => {
    const release = async (): Promise<void> => {
      await left.promise
      ended.push('network')
    }
    return { ...(await lease(...wanted)), release }
  })
  await storedBlocks.keepFor(1)
  const member = networks.join('base')
  await member.next()
  await emit(blockOf(101))
  member.leave()
  const closed = networks.close().then(() => ended.push('all'))
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  await turns()
  left.resolve(null)
  await turns()
  stored.resolve(null)
  await closed
  expect(ended).toEqual(['network', 'block', 'all'])
})
