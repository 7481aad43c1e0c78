import { expect, test } from 'vitest'
import type { NetworkUpdate, PoolCache } from '../../adapter.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { openWholeNetwork } from './whole-network.ts'

const NO_ENDPOINTS = { rpc: [], sockets: [], streams: [] }
const NO_POOLS: PoolCache = { read: async () => [], write: () => undefined }

interface FakeBlock {
  readonly blockhash: string
  readonly previousBlockhash: string
}

/**
 * A fake node whose blocks the test can change, since Surfpool names no parents.
 *
 * @param unserved slots that it lists but does not serve
 */
function nodeOf(blocks: Map<number, FakeBlock>, hidden: ReadonlySet<number>, unserved: readonly number[] = []): SolanaNode {
  const answers: Record<string, (slots: readonly [number, number]) => unknown> = {
    getSlot: () => Math.max(...blocks.keys()),
    getBlocks: ([from, to]) =>
      [...blocks.keys(), ...unserved].filter((slot) => slot >= from && slot <= to && !hidden.has(slot)).sort((a, b) => a - b),
    getBlock: ([slot]) => {
      const block = blocks.get(slot)
      return block === undefined ? null : { ...block, blockTime: slotTime(slot), parentSlot: slot - 1, transactions: [] }
    },
    getBlockTime: ([slot]) => (blocks.has(slot) ? slotTime(slot) : null),
  }
  const rpc = { hosts: 'fake', call: async (method: string, params: readonly [number, number]) => answers[method]?.(params) }
  return { rpc, isDevelopment: () => false } as unknown as SolanaNode
}

/** Slots of 400 ms. Every fifth has no block, and the chain halted once. */
const slotTime = (slot: number): number => 1_700_000_000 + Math.floor(slot * 0.4) + (slot > 600 ? 200 : 0)
const chainOf = (head: number): Map<number, FakeBlock> =>
  new Map(
    Array.from({ length: head }, (_, i) => i + 1)
      .filter((slot) => slot % 5 !== 0)
      .map((slot) => [slot, { blockhash: `hash ${slot}`, previousBlockhash: `hash ${slot % 5 === 1 ? slot - 2 : slot - 1}` }]),
  )
const signal = new AbortController().signal

test('a range is read block by block, and ends with its last slot also where that has no block', async () => {
  const network = openWholeNetwork(nodeOf(chainOf(20), new Set()), NO_ENDPOINTS)
  const read = async (from: number, to: number): Promise<[number, string | undefined, number | null][]> => {
    const found: [number, string | undefined, number | null][] = []
    for await (const { number, hash, time } of network.read(from, to, NO_POOLS, signal)) found.push([number, hash, time])
    return found
  }
  expect(await read(4, 7)).toEqual([4, 6, 7].map((slot) => [slot, `hash ${slot}`, slotTime(slot)]))
  expect(await read(9, 10)).toEqual([
    [9, 'hash 9', slotTime(9)],
    [10, undefined, null],
  ])
})

test('a block that is listed and not served ends the read with a fault', async () => {
  const network = openWholeNetwork(nodeOf(chainOf(20), new Set(), [5]), NO_ENDPOINTS)
  const reading = (async () => {
    for await (const { number } of network.read(4, 7, NO_POOLS, signal)) expect(number).toBe(4)
  })()
  await expect(reading).rejects.toThrow('block 5 is listed and not served')
})

test('the first block at or after a time is found past slots without one', async () => {
  const head = 999
  const network = openWholeNetwork(nodeOf(chainOf(head), new Set()), NO_ENDPOINTS)
  const slots = [...chainOf(head).keys()]
  for (const time of Array.from({ length: 20 }, (_, i) => slotTime(20 + 48 * i))) {
    const found = await network.blockAt(time, signal)
    const next = slots.find((slot) => slot >= found) ?? head
    const before = slots.findLast((slot) => slot < found) ?? 0
    expect([slotTime(next) >= time, slotTime(before) < time]).toEqual([true, true])
  }
  expect(await network.blockAt(slotTime(head) + 1, signal)).toBe(head + 1)
})

async function following(blocks: Map<number, FakeBlock>, hidden = new Set<number>()) {
  const stop = new AbortController()
  const seen: string[] = []
  const describe = (update: NetworkUpdate): string =>
    update.kind === 'block' ? `${update.block.number} ${update.block.hash ?? ''}` : update.kind === 'withdrawn' ? `from ${update.from}` : update.state
  const ended = (async () => {
    for await (const update of openWholeNetwork(nodeOf(blocks, hidden), NO_ENDPOINTS).follow(10, NO_POOLS, stop.signal)) seen.push(describe(update))
  })()
  return { seen, end: async () => (stop.abort(), ended) }
}

test('blocks of another fork take the place of those that it reverts, also where it skips slots', async () => {
  const blocks = new Map([
    [10, { blockhash: 'a', previousBlockhash: '0' }],
    [11, { blockhash: 'b', previousBlockhash: 'a' }],
    [12, { blockhash: 'c', previousBlockhash: 'b' }],
  ])
  const { seen, end } = await following(blocks)
  await expect.poll(() => seen).toEqual(['10 a', '11 b', '12 c', 'live'])
  blocks.delete(11)
  blocks.set(12, { blockhash: 'd', previousBlockhash: 'a' })
  blocks.set(13, { blockhash: 'e', previousBlockhash: 'd' })
  await expect.poll(() => seen.slice(4)).toEqual(['from 11', '12 d', '13 e'])
  await end()
})

test('a block is not emitted before its parent, which the node lists late', async () => {
  const hidden = new Set([11])
  const blocks = new Map([
    [10, { blockhash: 'a', previousBlockhash: '0' }],
    [11, { blockhash: 'b', previousBlockhash: 'a' }],
    [12, { blockhash: 'c', previousBlockhash: 'b' }],
  ])
  const { seen, end } = await following(blocks, hidden)
  await expect.poll(() => seen).toEqual(['10 a'])
  hidden.clear()
  await expect.poll(() => seen).toEqual(['10 a', '11 b', '12 c', 'live'])
  await end()
})
