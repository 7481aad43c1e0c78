import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool, Trade } from '../../../../src-shared/domain/events.ts'
import type { ChainAdapter } from '../../../chains/adapter.ts'
import type { ListChecks } from '../../../chains/cross-checks.ts'
import type { Store } from '../../../store/interface.ts'
import { OTHER_TOKEN, POOL, sampleToken, sampleTrade, tempStore, TOKEN, txHash, type TempStore } from '../../../store/testing/samples.ts'
import { openTestStore } from '../../../store/testing/test-store.ts'
import type { StageContext } from '../stage.ts'
import { repairTrades } from './repair-trades.ts'

const [CREATED, HEAD] = [100, 160]
const TRADES = [110, 120, 130, 140].map((block) => sampleTrade({ position: { block, tx: 0, event: 0 }, tx: txHash(block) }))
const LOST = 120
const POOLS: Pool[] = [
  {
    ...{ kind: 'pool', network: 'eth', address: POOL, dex: 'uniswap', dexVersion: '2', createdBlock: CREATED, createdTx: null },
    ...{ token0: TOKEN.address, token1: OTHER_TOKEN.address },
  },
]

let temp: TempStore
let store: Store
let read: [number, number][]
beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  read = []
  await store.write.saveToken(sampleToken({ createdBlock: CREATED }))
  await store.write.savePools({ token: TOKEN, rows: POOLS, covers: { from: CREATED, to: HEAD } })
  await store.write.saveSetting({ name: `trades-cover-pools:eth:${TOKEN.address}`, value: JSON.stringify([POOL]) })
  await store.write.saveTrades({
    ...{ network: 'eth', token: TOKEN, covers: { from: CREATED, to: HEAD } },
    rows: TRADES.filter(({ position }) => position.block !== LOST),
  })
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

/** @param returns the trades that the first endpoint returns when the pool is read again */
function repair(returns: readonly Trade[], checks: Partial<ListChecks>): Promise<string[]> {
  const adapter = {
    ...{ holderSource: 'listed', tradesFrom: 'head', listChecks: checks },
    async *trades(_pools: readonly Pool[], from: number, to: number) {
      read.push([from, to])
      await Promise.resolve()
      yield { from, to, rows: returns.filter(({ position: { block } }) => block >= from && block <= to) }
    },
  } as unknown as ChainAdapter
  const context = {
    ...{ store, adapter, token: TOKEN, head: { number: HEAD, hash: '', time: 0 }, signal: new AbortController().signal },
    ...{ options: { depth: 1, sinceBlock: null }, progress: () => undefined, price: (rows: readonly Trade[]) => Promise.resolve([...rows]) },
    onTradesStored: () => undefined,
  } as unknown as StageContext
  return repairTrades(context)
}
/** Lists the unknown trades between two trades. */
const tradesBetween: ListChecks['tradesBetween'] = (pool: Address, { earlier, later, known }) => {
  expect(pool).toBe(POOL)
  const within = ({ position, tx }: Trade): boolean =>
    position.block > earlier.position.block && position.block < later.position.block && !known.has(tx)
  return Promise.resolve([
    { host: 'first', rows: [] },
    { host: 'second', rows: TRADES.filter(within) },
  ])
}
const stored = async () => (await store.read.tokenTrades({ token: TOKEN, limit: null })).map(({ position }) => position.block)
const covered = () => store.read.covered({ token: TOKEN, what: 'trades' })

it('trades that an endpoint left out are read again and added', async () => {
  expect(await repair(TRADES, { tradesBetween })).toEqual([
    'second lists 1 transaction with trades between blocks 110 and 140 that was left out; they were read again and added.',
  ])
  expect(read).toEqual([[110, 140]])
  expect(await stored()).toEqual([110, 120, 130, 140])
  expect(await covered()).toEqual([{ from: CREATED, to: HEAD }])
})

it('blocks whose trades stay missing are left to the next read', async () => {
  const without = TRADES.filter(({ position }) => position.block !== LOST)
  expect(await repair(without, { tradesBetween })).toEqual([
    'second lists 1 transaction with trades between blocks 110 and 140 that was left out; set that endpoint first and read the token again.',
  ])
  expect(await covered()).toEqual([
    { from: CREATED, to: 109 },
    { from: 141, to: HEAD },
  ])
})

it('nothing is read again where all endpoints agree, or trades are not listed', async () => {
  expect(await repair(TRADES, { tradesBetween: () => Promise.resolve([{ host: 'first', rows: [] }]) })).toEqual([])
  expect(await repair(TRADES, {})).toEqual([])
  expect(read).toEqual([])
})
