import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { formatTokenKey, trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Bus } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import { OTHER_TOKEN, POOL, sampleToken, sampleTrade, tempStore, TOKEN, wallet, type TempStore } from '../../store/testing/samples.ts'
import { createAdapters } from '../adapters.ts'
import { NOT_FOLLOWED } from './followed-token.ts'
import type { ReadBlocks, TradesWatch } from './interface.ts'
import { watchTrades, type TradesWatchDeps } from './trades-watch.ts'
import type { WholeMember } from './whole-network.ts'

let temp: TempStore
let store: Store
/** What is being watched, and the state that the fake follower reports for all of it. */
const watched = new Set<string>()
let record: FollowRecord
/** Members of the followed network. */
let joined = 0
/** The positions from which members asked for missed trades. */
const askedSince: unknown[] = []
const NOTHING_MISSED: ReadBlocks = () => Promise.reject(new Error('not read'))
const member: WholeMember = {
  first: () => 1_001,
  next: async () => 1_004,
  missedAfter: async (position) => (askedSince.push(position), NOTHING_MISSED),
  missedSince: async (time) => (askedSince.push(time), NOTHING_MISSED),
  leave: () => undefined,
}
const listeners = new Set<object>()
let bus: Bus

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  watched.clear()
  joined = 0
  askedSince.length = 0
  listeners.clear()
  bus = createLocalBus()
  record = { ...NOT_FOLLOWED, following: true, state: 'starting' }
})
afterEach(async () => {
  await store.close()
  temp.remove()
})

function watch(
  address: string,
  chain: Partial<ChainAdapter> = {},
  sources: { eth?: string[] } = { eth: ['http://127.0.0.1:1'] },
  more: Pick<TradesWatchDeps, 'findToken'> = {},
): TradesWatch {
  const adapter = { head: async () => ({ number: 1_000, hash: '', time: 0 }), poolTokens: async () => null, token: async () => null, ...chain }
  const adapters = createAdapters({ sources, openAdapter: () => adapter as unknown as ChainAdapter })
  const follow = {
    watch: (token: TokenKey) => {
      watched.add(formatTokenKey(token))
      return () => void watched.delete(formatTokenKey(token))
    },
    state: () => record,
  }
  const networks = {
    join: () => {
      joined += 1
      return { ...member, leave: () => void (joined -= 1) }
    },
  }
  const counted: Bus = {
    ...bus,
    subscribe(...wanted) {
      const subscription = bus.subscribe(...wanted)
      listeners.add(subscription)
      return { ...subscription, stop: () => (listeners.delete(subscription), subscription.stop()) }
    },
  }
  return watchTrades({ store, bus: counted, adapters, follow, networks, ...more }, 'eth', address)
}
const report = (change: Partial<FollowRecord>): void => {
  record = { ...record, ...change }
  bus.publish('follow', TOKEN, record)
}

describe('a subscription to trades', () => {
  test('covers the blocks after the newest stored one once its token is live, and follows until it stops', async () => {
    await store.write.saveToken(sampleToken({ asOfBlock: 900 }))
    const one = watch(TOKEN.address)
    await expect.poll(() => [...watched]).toEqual([formatTokenKey(TOKEN)])
    report({ state: 'live' })
    expect(await one.covered()).toEqual({ token: TOKEN.address, fromBlock: 901 })
    report({ last_block: 950 })
    const later = watch(TOKEN.address)
    expect(await later.covered()).toEqual({ token: TOKEN.address, fromBlock: 951 })
    one.stop()
    expect([...watched]).toEqual([])
    expect(listeners.size).toBe(0)
  })

  test('keeps nothing of subscribers that asked what it covers', async () => {
    await store.write.saveToken(sampleToken({ asOfBlock: 900 }))
    let own = AbortSignal.abort()
    const one = watch(TOKEN.address, {}, undefined, { findToken: async (_network, address, signal) => ((own = signal), address) })
    report({ state: 'live' })
    await one.covered()
    const before = getEventListeners(own, 'abort').length
    for (let n = 0; n < 3; n++) await one.covered()
    expect([getEventListeners(own, 'abort').length, listeners.size]).toEqual([before, 0])
    one.stop()
  })

  test('follows the stored token of a stored pool', async () => {
    await store.write.saveToken(sampleToken({ asOfBlock: 900 }))
    await store.write.savePools({
      token: TOKEN,
      rows: [
        {
          ...{ kind: 'pool', network: 'eth', address: POOL, dex: 'uniswap', dexVersion: '2', createdBlock: null, createdTx: null },
          ...{ token0: TOKEN.address, token1: OTHER_TOKEN.address },
        },
      ],
      covers: null,
    })
    report({ state: 'live' })
    expect((await watch(POOL).covered()).token).toBe(TOKEN.address)
  })

  test('follows a token of a pool that only the chain knows, and not the token of its shares', async () => {
    const one = watch(wallet(70), { poolTokens: async () => [trustedAddress(TOKEN.address)], token: async () => sampleToken() })
    await expect.poll(() => [...watched]).toEqual([formatTokenKey(TOKEN)])
    one.stop()
    await expect(one.covered()).rejects.toThrow('has ended')
  })

  test.each([
    ['every trade of a network', 'ALL', {}],
    ['a wallet', wallet(70), {}],
    ['a pool of quote tokens', wallet(70), { poolTokens: async () => [] }],
    ['the id of a pool that a manager holds', `0x${'7'.repeat(64)}`, { poolTokens: async () => Promise.reject(new Error('an id has no calls')) }],
  ] as const)('follows the whole network for %s, until it stops', async (_, address, chain) => {
    const one = watch(address, chain)
    expect(await one.covered()).toEqual({ token: null, fromBlock: 1_004 })
    expect([one.isWhole(), one.wholeFrom(), joined]).toEqual([true, 1_001, 1])
    expect([...watched]).toEqual([])
    one.stop()
    expect(joined).toBe(0)
  })

  test('begins after what was sent before it was known that the whole network is followed', async () => {
    const one = watch(wallet(70))
    expect([one.isWhole(), one.wholeFrom()]).toEqual([null, null])
    one.sent(1_010)
    expect((await one.covered()).fromBlock).toBe(1_011)
    expect(one.wholeFrom()).toBe(1_011)
    one.stop()
  })

  test('continues after a position, at a time or after a stored trade, where the whole network is followed', async () => {
    const stored = sampleTrade({ leg: 2 })
    const { ids } = await store.write.saveTrades({ network: 'eth', rows: [stored], token: null, covers: null })
    const [row = 0] = ids
    const position = { block: 7, tx: 1, event: 2, leg: 0, hash: null }
    const one = watch(wallet(70))
    for (const since of [{ position }, { time: 1_700_000_000 }, { row }]) expect(await one.missed(since)).toBe(NOTHING_MISSED)
    expect(askedSince).toEqual([position, 1_700_000_000, { ...stored.position, leg: 2, hash: null }])
    await expect(one.missed({ row: row + 1 })).rejects.toThrow('The trade in "since" no longer exists.')
    // A later trade does not replace a deleted one.
    await expect(one.missed({ row: row - 1 })).rejects.toThrow('The trade in "since" no longer exists.')
    one.stop()
  })

  test('has missed nothing of a whole network where its token is followed', async () => {
    await store.write.saveToken(sampleToken({ asOfBlock: 900 }))
    const one = watch(TOKEN.address)
    expect(await one.missed({ time: 1 })).toBeNull()
    one.stop()
  })

  test('is refused for a network without a source', async () => {
    await expect(watch(TOKEN.address, {}, {}).covered()).rejects.toThrow('No source is set for Ethereum')
    await expect(watch('ALL', {}, {}).covered()).rejects.toThrow('No source is set for Ethereum')
    expect(joined).toBe(0)
  })

  test('is refused with the reason for which its token is not followed', async () => {
    await store.write.saveToken(sampleToken({ origin: 'import', asOfBlock: null }))
    const one = watch(TOKEN.address)
    await expect.poll(() => [...watched]).toEqual([formatTokenKey(TOKEN)])
    report({ state: 'off', message: 'This token was imported from a file.' })
    await expect(one.covered()).rejects.toThrow('imported from a file')
    one.stop()
  })
})
