import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ResolvedPool } from '../../chains/adapter.ts'
import { silentLogger, type Logger } from '../../lib/logger.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { POOL, TOKEN, OTHER_TOKEN, tempStore, wallet, type TempStore } from '../../store/testing/samples.ts'
import { openPoolCache } from './pool-cache.ts'

let temp: TempStore
let store: Store
beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

it('remembers resolved pools of each network after a restart', async () => {
  const pool: ResolvedPool = { address: POOL, dex: 'Uniswap', dexVersion: '3', token0: TOKEN.address, token1: OTHER_TOKEN.address }
  openPoolCache({ store, logger: silentLogger })('eth').write([pool])
  const again = openPoolCache({ store, logger: silentLogger })
  await expect.poll(() => again('eth').read([wallet(9), POOL])).toEqual([pool])
  expect(await again('base').read([POOL])).toEqual([])
  again('eth').write([{ ...pool, dex: 'Other' }])
  await expect.poll(() => again('eth').read([POOL])).toEqual([{ ...pool, dex: 'Other' }])
})

it('does without the store where it cannot write', async () => {
  const warned: string[] = []
  const broken = { ...store, write: { ...store.write, saveResolvedPools: () => Promise.reject(new Error('the disk is full')) } }
  const cache = openPoolCache({
    store: broken,
    logger: { ...silentLogger, warn: (_facts: unknown, text: string) => void warned.push(text) } as Logger,
  })('eth')
  cache.write([])
  cache.write([{ address: POOL, dex: 'Uniswap', dexVersion: '3', token0: TOKEN.address, token1: OTHER_TOKEN.address }])
  await expect.poll(() => warned).toEqual(['the pools of a network were not stored'])
  expect(await cache.read([POOL])).toEqual([])
})
