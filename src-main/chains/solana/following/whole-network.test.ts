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

/** A node whose blocks the test changes, since Surfpool names no parents. */
function nodeOf(blocks: Map<number, FakeBlock>, hidden: ReadonlySet<number>): SolanaNode {
  const answers: Record<string, (slots: readonly [number, number]) => unknown> = {
    getSlot: () => Math.max(...blocks.keys()),
    getBlocks: ([from, to]) => [...blocks.keys()].filter((slot) => slot >= from && slot <= to && !hidden.has(slot)).sort((a, b) => a - b),
    getBlock: ([slot]) => {
      const block = blocks.get(slot)
      return block === undefined ? null : { ...block, blockTime: 1_700_000_000, parentSlot: slot - 1, transactions: [] }
    },
  }
  const rpc = { hosts: 'fake', call: async (method: string, params: readonly [number, number]) => answers[method]?.(params) }
  return { rpc, isDevelopment: () => false } as unknown as SolanaNode
}

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
