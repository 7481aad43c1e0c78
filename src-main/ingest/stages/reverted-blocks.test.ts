import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatTokenKey } from '../../../src-shared/domain/address.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { sampleToken, sampleTrade, sampleTransfer, tempStore, TOKEN, txHash, type TempStore } from '../../store/testing/samples.ts'
import { markHead, rollBackReverted } from './reverted-blocks.ts'

const signal = new AbortController().signal
const MARKS = [0, 1, 2, 4, 8, 16]

let temp: TempStore
let store: Store
/** The chain: blocks up to `head`, those from `forkedAt` on with other hashes. */
let chain: { head: number; forkedAt: number }
let waits: number[]

const hashOf = (block: number): string => (block >= chain.forkedAt ? `other ${block}` : `block ${block}`)
const headOf = (): BlockRef => ({ number: chain.head, hash: hashOf(chain.head), time: chain.head })
const adapter = {
  head: () => Promise.resolve(headOf()),
  reorganisations: { marksBelowHead: MARKS, blockHash: (block: number) => Promise.resolve(block > chain.head ? null : hashOf(block)) },
} as unknown as ChainAdapter
const check = (grow: number) =>
  rollBackReverted(store, adapter, TOKEN, signal, (ms) => {
    waits.push(ms)
    chain.head += grow
    return Promise.resolve()
  })
const lastBlock = async (): Promise<number | undefined> => (await store.read.transfers({ token: TOKEN, limit: null })).at(-1)?.position.block

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  waits = []
  chain = { head: 100, forkedAt: Infinity }
  await store.write.saveToken({ ...sampleToken(), asOfBlock: 100 })
  const rows = [90, 94, 98].map((block) => sampleTransfer({ position: { block, tx: 0, event: 0 }, tx: txHash(block) }))
  await store.write.saveTransfers({ token: TOKEN, rows, covers: { from: 1, to: 100 } })
  await markHead(store, adapter, TOKEN, headOf(), signal)
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

it('rolls back blocks of which no mark is left on a chain that is shorter for now', async () => {
  // Block 92 still matches, and the chain has no other marked block yet.
  chain = { head: 94, forkedAt: 93 }
  expect(await check(3)).toMatchObject({ from: 93 })
  expect(await lastBlock()).toBe(90)
  expect(waits.length).toBeGreaterThan(0)
})

it('reads payments of reverted blocks again', async () => {
  const name = `payments-read:${formatTokenKey(TOKEN)}`
  const trades = [90, 94, 98].map((block) => sampleTrade({ position: { block, tx: 0, event: 0 }, tx: txHash(block), time: block * 12 }))
  await store.write.saveTrades({ network: TOKEN.network, token: TOKEN, rows: trades, covers: null })
  await store.write.saveSetting({ name, value: JSON.stringify({ old: 80 * 12, recent: 99 * 12 }) })
  chain.forkedAt = 95
  await check(0)
  expect(JSON.parse((await store.read.setting(name)) ?? '')).toEqual({ old: 80 * 12, recent: 90 * 12 })
})

it('keeps the blocks while an endpoint is only behind, and waits until it has them', async () => {
  chain.head = 94
  expect(await check(3)).toBeNull()
  expect(await lastBlock()).toBe(98)
})

it('does not go on at an endpoint that stays behind', async () => {
  chain.head = 94
  await expect(check(0)).rejects.toThrow('block 94, and blocks up to 100 are stored')
  expect(await lastBlock()).toBe(98)
})

it('rolls back at once where a block below the shorter head has another hash', async () => {
  chain = { head: 94, forkedAt: 92 }
  expect(await check(0)).toMatchObject({ from: 85 })
  expect(waits).toEqual([])
})

it('keeps everything at an endpoint of another chain', async () => {
  await store.write.saveToken({ ...sampleToken(), asOfBlock: 110 })
  await store.write.saveBlockMarks({ token: TOKEN, marks: [{ block: 110, hash: 'block 110' }] })
  chain = { head: 200, forkedAt: 0 }
  await expect(check(0)).rejects.toThrow('it serves another chain')
  expect(await lastBlock()).toBe(98)
})
