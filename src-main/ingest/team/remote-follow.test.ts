import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { wholeSubject, type BusSubject } from '../../bus/events.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { Bus } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import { OTHER_TOKEN, sampleToken, tempStore, TOKEN, type TempStore } from '../../store/testing/samples.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Adapters } from '../adapters.ts'
import type { Follow } from '../follow/interface.ts'
import { readFollowedTokens } from '../follow/followed-tokens.ts'
import type { WholeNetworks } from '../follow/whole-network.ts'
import { NOT_FOLLOWED } from '../follow/followed-token.ts'
import { createRemoteFollow } from './remote-follow.ts'

/** Following in a process that only serves. The test is the worker at the other end of the bus. */

let temp: TempStore
let store: Store
let bus: Bus
let view: Bus
let follow: Follow
let canRead: boolean
let asked: unknown[]
let left: number
/** The announced watches, newest last. */
let said: (readonly BusSubject[])[]

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  const local = createLocalBus()
  asked = []
  bus = {
    ...local,
    ask: async (question, args) => {
      asked.push([question, args])
      return null
    },
  }
  view = createLocalBus()
  said = []
  canRead = true
  left = 0
  const get = (): void => {
    if (!canRead) throw new AppError('source_unavailable', { message: 'No worker reads it.' })
  }
  const member = { first: () => 5, next: async () => 6, leave: () => left++ }
  const networks = { join: () => member, close: async () => undefined } as unknown as WholeNetworks
  const adapters = { canRead: () => canRead, get } as unknown as Adapters
  const clock = { now: () => 1_700_000_000_000 }
  follow = createRemoteFollow({
    store,
    bus,
    view,
    adapters,
    clock,
    networks,
    announce: (watched) => said.push(watched),
    keepFor: async () => undefined,
  })
})
afterEach(async () => {
  await follow.close()
  await store.close()
  temp.remove()
})

const record = (rest: Partial<FollowRecord>): FollowRecord => ({
  ...{ following: true, kept: false, state: 'live', behind: 0, message: null, last_block: 9, since: 1, withdrawn: null },
  ...rest,
})

test('a token starts when it is first watched, and is announced until the last watcher leaves', () => {
  expect(follow.state(TOKEN)).toMatchObject({ following: false, state: 'off' })
  const stops = [follow.watch(TOKEN), follow.watch(TOKEN)]
  expect(follow.state(TOKEN)).toMatchObject({ following: true, state: 'starting', since: 1_700_000_000 })
  const other = follow.watch(OTHER_TOKEN)
  expect(said).toEqual([[TOKEN], [TOKEN, OTHER_TOKEN]])
  stops[0]?.()
  stops[0]?.()
  expect(said).toHaveLength(2)
  stops[1]?.()
  other()
  expect(said.slice(2)).toEqual([[OTHER_TOKEN], []])
})

test('what a worker says of a token is its state here, unless no worker reads its network now', () => {
  const shown: FollowRecord[] = []
  view.subscribe('follow', (_subject, state) => shown.push(state), TOKEN)
  const stop = follow.watch(TOKEN)
  bus.publish('follow', TOKEN, record({}))
  bus.publish('follow', wholeSubject('eth'), record({ last_block: 12 }))
  bus.publish('follow', OTHER_TOKEN, record({ state: 'behind', behind: 3 }))
  expect(follow.state(TOKEN)).toEqual(record({}))
  expect(shown).toEqual([record({})])
  expect(follow.wholeState('eth').last_block).toBe(12)
  expect(follow.live()).toEqual([TOKEN])
  canRead = false
  expect(follow.state(TOKEN)).toEqual(record({ state: 'reconnecting', behind: null, message: 'No worker of this service reads Ethereum now.' }))
  bus.publish('follow', TOKEN, record({ following: false, state: 'off', message: 'Its first read failed.' }))
  expect(follow.state(TOKEN).message).toBe('Its first read failed.')
  stop()
  bus.publish('follow', OTHER_TOKEN, record({ following: false, state: 'off', message: 'It does not exist.' }))
  expect([follow.state(TOKEN), follow.state(OTHER_TOKEN)]).toEqual([NOT_FOLLOWED, NOT_FOLLOWED])
  canRead = true
  follow.watch(TOKEN)
  expect(follow.state(TOKEN)).toMatchObject({ state: 'starting', message: null })
})

test('what a worker said counts no longer while the bus cannot be reached', () => {
  follow.watch(TOKEN)
  bus.publish('follow', TOKEN, record({}))
  const isReachable = vi.spyOn(bus, 'isReachable').mockReturnValue(false)
  expect(follow.state(TOKEN)).toEqual(
    record({ state: 'reconnecting', behind: null, message: 'The NATS server of this service cannot be reached now.' }),
  )
  isReachable.mockReturnValue(true)
  expect(follow.state(TOKEN)).toEqual(record({}))
})

test('the choice of the owner is stored, and needs a worker only to be turned on', async () => {
  expect(await follow.set(TOKEN, true)).toMatchObject({ kept: true, following: true, state: 'starting' })
  expect(await readFollowedTokens(store)).toEqual([TOKEN])
  canRead = false
  await expect(follow.set(OTHER_TOKEN, true)).rejects.toThrow('No worker reads it.')
  expect(await follow.set(TOKEN, false)).toMatchObject({ kept: false, following: false })
  expect(await readFollowedTokens(store)).toEqual([])
})

test('trades of a stored token come from its blocks, and those of an unknown address from the whole network', async () => {
  await store.write.saveToken(sampleToken())
  const ofToken = follow.watchTrades('eth', TOKEN.address)
  const covered = ofToken.covered()
  await expect.poll(() => said.at(-1)).toEqual([TOKEN])
  const state = record({ last_block: 41 })
  bus.publish('follow', TOKEN, state)
  expect(await covered).toEqual({ token: TOKEN.address, fromBlock: 42 })
  expect([ofToken.isWhole(), asked]).toEqual([false, []])
  ofToken.stop()

  const ofAddress = follow.watchTrades('eth', OTHER_TOKEN.address)
  expect(await ofAddress.covered()).toEqual({ token: null, fromBlock: 6 })
  expect(asked).toEqual([[expect.stringContaining('eth'), OTHER_TOKEN.address]])
  expect(said.at(-1)).toEqual([{ network: 'eth', address: FIREHOSE }])
  ofAddress.stop()
  expect(left).toBe(1)
  expect(said.at(-1)).toEqual([])
})
