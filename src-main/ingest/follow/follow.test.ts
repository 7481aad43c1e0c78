import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Trade, Transfer } from '../../../src-shared/domain/events.ts'
import type { ChainAdapter, FollowArgs, LiveUpdate } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { FakeJobs } from '../../server/testing/fakes.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import type { Store } from '../../store/interface.ts'
import {
  sampleNativeTransfer,
  sampleToken,
  sampleTrade,
  sampleTransfer,
  tempStore,
  TOKEN,
  txHash,
  wallet,
  type TempStore,
} from '../../store/testing/samples.ts'
import { createAdapters } from '../adapters.ts'
import { quietEngine, type QuietEngine } from '../testing/quiet-engine.ts'
import { createFollow } from './follow.ts'
import type { Follow } from './interface.ts'

/* The adapter is a fake that emits scripted updates. Real nodes are followed in chains/ and e2e/specs. */

type Script = (args: FollowArgs, signal: AbortSignal) => AsyncIterable<LiveUpdate>
const START = 900

const blocks = (from: number, change: Partial<Extract<LiveUpdate, { kind: 'blocks' }>> = {}): LiveUpdate => ({
  kind: 'blocks',
  from,
  to: from,
  time: 1_700_200_000 + from,
  supply: null,
  trades: [],
  transfers: [],
  pools: [],
  balances: [],
  ...change,
})
const trade = (block: number): Trade => sampleTrade({ position: { block, tx: 0, event: 9 }, tx: txHash(block) })
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

let temp: TempStore
let store: Store
let jobs: FakeJobs
let engine: QuietEngine
const opened: Follow[] = []

beforeEach(async () => {
  temp = tempStore()
  store = await openTestStore(temp.path)
  jobs = new FakeJobs()
  jobs.readable.add('eth')
  engine = quietEngine()
  await store.write.saveToken(sampleToken({ asOfBlock: START, holderCount: 1 }))
  await store.write.saveBalances({ token: TOKEN, rows: [{ address: wallet(1), raw: 1_000n, verified: true }], replaceAll: true })
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await store.close()
  temp.remove()
})

function followWith(script: Script, firstRetryMs = 10): Follow {
  const adapter = { follow: script, accountKinds: async () => new Map(), close: async () => undefined } as unknown as ChainAdapter
  const adapters = createAdapters({ sources: { eth: ['http://127.0.0.1:1'] }, openAdapter: () => adapter })
  const follow = createFollow({
    store,
    bus: jobs.bus,
    engine,
    jobs,
    adapters,
    clock: systemClock,
    logger: silentLogger,
    depth: 500,
    retry: { firstMs: firstRetryMs },
  })
  opened.push(follow)
  return follow
}
const asOfBlock = async (): Promise<number | null | undefined> => (await store.read.token(TOKEN))?.asOfBlock
const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe('connections', () => {
  const AN_HOUR = 3_600_000

  test.each<[string, (follow: Follow) => unknown]>([
    ['new connections', (follow) => follow.sourceChanged('eth')],
    ['an endpoint that answers again', (follow) => follow.sourceRecovered('eth')],
  ])('%s end the wait after a fault', async (_, recover) => {
    let sessions = 0
    const follow = followWith(async function* (_args, signal) {
      sessions += 1
      if (sessions === 1) throw new AppError('source_unavailable', { message: 'The endpoint does not answer.' })
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    }, AN_HOUR)
    await follow.set(TOKEN, true)
    await until(() => expect(follow.state(TOKEN).state).toBe('reconnecting'))
    await recover(follow)
    await until(() => expect(follow.state(TOKEN).state).toBe('live'))
    expect(sessions).toBe(2)
  })

  test('that are new fill the gap before the token counts as live again', async () => {
    const starts: number[] = []
    const follow = followWith(async function* ({ from }, signal) {
      starts.push(from)
      yield blocks(from)
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    }, AN_HOUR)
    const states: string[] = []
    await follow.set(TOKEN, true)
    await until(() => expect(follow.state(TOKEN).state).toBe('live'))
    jobs.bus.subscribe('follow', (_token, { state, last_block }) => states.push(`${state} at ${last_block}`))
    await follow.sourceChanged('eth')
    await until(() => expect(follow.state(TOKEN).state).toBe('live'))
    expect(starts).toEqual([901, 902])
    expect(states).toEqual(['reconnecting at 901', 'reconnecting at 902', 'live at 902'])
  })
})

test('the end of following is not reported for a token that is followed again meanwhile', async () => {
  const released = Promise.withResolvers<null>()
  let ended = 0
  const follow = followWith(async function* (_args, signal) {
    yield { kind: 'state', state: 'live', behind: 0, message: null }
    await untilAborted(signal)
    await released.promise
    ended += 1
  })
  const isLive = () => until(() => expect(follow.state(TOKEN).state).toBe('live'))
  const leave = follow.watch(TOKEN)
  await isLive()
  leave()
  follow.watch(TOKEN)
  await isLive()
  const states: string[] = []
  jobs.bus.subscribe('follow', (_token, { state }) => states.push(state))
  released.resolve(null)
  await until(() => expect(ended).toBe(1))
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect([states, follow.state(TOKEN).state]).toEqual([[], 'live'])
})

test('closing waits for a session that ends because its last watcher left', async () => {
  const released = Promise.withResolvers<null>()
  const ended: string[] = []
  const follow = followWith(async function* (_args, signal) {
    yield { kind: 'state', state: 'live', behind: 0, message: null }
    await untilAborted(signal)
    await released.promise
    ended.push('session')
  })
  const leave = follow.watch(TOKEN)
  await until(() => expect(follow.state(TOKEN).state).toBe('live'))
  leave()
  const closed = follow.close().then(() => ended.push('follow'))
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  released.resolve(null)
  await closed
  expect(ended).toEqual(['session', 'follow'])
})

describe('following a token', () => {
  test('stores each block, emits its new trades once, and resumes from the next block', async () => {
    const starts: number[] = []
    let reached: () => void = () => undefined
    const sent = new Promise<void>((resolve) => (reached = resolve))
    const follow = followWith(async function* ({ from }, signal) {
      starts.push(from)
      if (from === START + 1) {
        yield blocks(901, { trades: [trade(901)], transfers: [sampleTransfer({ position: { block: 901, tx: 0, event: 1 }, raw: 400n })] })
        yield blocks(902, { trades: [trade(901), trade(902)] })
        reached()
        return
      }
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    })
    const emitted: Trade[] = []
    jobs.bus.subscribe('trades', (_token, { trades }) => emitted.push(...trades))
    await follow.set(TOKEN, true)
    await sent
    await until(() => expect(follow.state(TOKEN).state).toBe('live'))
    expect(starts).toEqual([901, 903])
    expect(emitted.map(({ tx }) => tx)).toEqual([txHash(901), txHash(902)])
    expect(await store.read.holders({ token: TOKEN, limit: null })).toMatchObject([{ raw: 600n }, { raw: 400n }])
    expect(follow.state(TOKEN)).toMatchObject({ following: true, last_block: 902, behind: 0 })
  })

  test('stores the tips that were paid during the launch', async () => {
    const tipAccount = { address: wallet(8), name: 'Tips', tags: [], category: 'mev_tip', linkPolicy: 'hub' as const, source: 'test' }
    await store.write.saveLabels({ network: 'eth', source: 'test', rows: [tipAccount] })
    const tip = (block: number, to = wallet(8)): Transfer => sampleNativeTransfer({ position: { block, tx: 0, event: 1 }, tx: txHash(block), to })
    const follow = followWith(async function* (_args, signal) {
      yield blocks(901, { trades: [trade(901)], payments: () => [tip(901), tip(901, wallet(3))] })
      yield blocks(902, { to: 941, payments: () => [tip(941)] })
      yield blocks(942, {
        payments: () => {
          throw new Error('payments after the launch are not collected')
        },
      })
      await untilAborted(signal)
    })
    await follow.set(TOKEN, true)
    await until(async () => expect(await asOfBlock()).toBe(942))
    expect((await store.read.tips({ network: 'eth', blocks: { from: 0, to: 942 } })).map(({ tx }) => tx)).toEqual([901, 941].map(txHash))
    expect(await store.read.covered({ token: TOKEN, what: 'tips' })).toEqual([{ from: 901, to: 941 }])
  })

  test('rolls back the blocks that the chain reverted, and reports the first of them', async () => {
    const follow = followWith(async function* (_args, signal) {
      yield blocks(901, { trades: [trade(901)] })
      yield blocks(902, { trades: [trade(902)] })
      yield { kind: 'withdrawn', from: 902 }
      yield blocks(902)
      await untilAborted(signal)
    })
    await follow.set(TOKEN, true)
    await until(() => expect(follow.state(TOKEN)).toMatchObject({ last_block: 902, withdrawn: { from: 902 } }))
    expect((await store.read.tokenTrades({ token: TOKEN, limit: null })).map(({ tx }) => tx)).toEqual([txHash(901)])
  })

  test('reports the fault of the source and reconnects', async () => {
    let tries = 0
    const follow = followWith(async function* (_args, signal) {
      tries += 1
      if (tries === 1) throw new AppError('source_unavailable', { message: 'The endpoint does not answer.' })
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    })
    const seen: (string | null)[] = []
    jobs.bus.subscribe('follow', (_token, { state, message }) => seen.push(`${state}: ${message}`))
    await follow.set(TOKEN, true)
    await until(() => expect(follow.state(TOKEN).state).toBe('live'))
    expect(seen).toEqual(['starting: null', 'reconnecting: The endpoint does not answer.', 'live: null'])
  })

  test('pauses while the token is read, and resumes where the read ended', async () => {
    const starts: number[] = []
    const follow = followWith(async function* ({ from }, signal) {
      starts.push(from)
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    })
    await follow.set(TOKEN, true)
    await until(() => expect(follow.state(TOKEN).state).toBe('live'))
    const job = await jobs.start(TOKEN, { depth: 500, sinceBlock: null })
    await until(() => expect(follow.state(TOKEN).state).toBe('starting'))
    await store.write.saveToken(sampleToken({ asOfBlock: 950, holderCount: 1 }))
    expect(starts).toEqual([901])
    jobs.end(job.id, 'done')
    await until(() => expect(starts).toEqual([901, 951]))
  })

  test('reads an unread token first, and gives up on an address without a token', async () => {
    const follow = followWith(async function* () {
      yield* []
    })
    const unread = { network: 'eth', address: wallet(77) } as const
    const stop = follow.watch(unread)
    await until(async () => expect((await jobs.list()).length).toBe(1))
    const [job] = await jobs.list()
    if (job === undefined) throw new Error('no job')
    jobs.publish({ ...job, error_code: 'token_not_found' })
    jobs.end('job-1', 'failed', 'There is no token at this address.')
    await until(() => expect(follow.state(unread).following).toBe(false))
    expect((await jobs.list()).length).toBe(1)
    stop()
  })

  test('waits before it reads a token again whose first read failed, unless the endpoint has recovered', async () => {
    const follow = followWith(async function* () {
      yield* []
    }, 3_600_000)
    const unread = { network: 'eth', address: wallet(77) } as const
    follow.watch(unread)
    await until(async () => expect((await jobs.list()).length).toBe(1))
    jobs.end('job-1', 'failed', 'The supply is unknown.')
    await until(() => expect(follow.state(unread)).toMatchObject({ state: 'reconnecting', message: 'The supply is unknown.' }))
    expect((await jobs.get('job-1'))?.state).toBe('failed')
    follow.sourceRecovered('eth')
    await until(async () => expect((await jobs.get('job-1'))?.state).toBe('running'))
  })

  test('ends immediately while the read that it waits for is still running', async () => {
    const follow = followWith(async function* () {
      yield* []
    })
    const [leaving, staying] = [77, 78].map((n) => ({ network: 'eth', address: wallet(n) }) as const)
    if (leaving === undefined || staying === undefined) throw new Error('no tokens')
    const stop = follow.watch(leaving)
    follow.watch(staying)
    await until(async () => expect((await jobs.list()).length).toBe(2))
    stop()
    await until(() => expect(follow.state(leaving).following).toBe(false))
    await follow.close()
  })

  describe('an imported token', () => {
    const script: Script = async function* (_args, signal) {
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    }
    let follow: Follow
    beforeEach(async () => {
      await store.write.saveToken(sampleToken({ origin: 'import', asOfBlock: null }))
      follow = followWith(script)
    })
    const read = async (): Promise<void> => {
      await store.write.saveToken(sampleToken({ asOfBlock: 950 }))
      jobs.end('job-1', 'done')
    }

    test('is not read for a watcher, who gets the reason why it is not followed', async () => {
      const stops = [follow.watch(TOKEN), follow.watch(TOKEN)]
      await until(() =>
        expect(follow.state(TOKEN)).toMatchObject({ following: false, state: 'off', message: expect.stringContaining('imported from a file') }),
      )
      expect(await jobs.list()).toEqual([])
      for (const stop of stops) stop()
      await until(() => expect(follow.state(TOKEN).message).toBeNull())
    })

    test('is followed for its watcher as soon as it has been read', async () => {
      const stop = follow.watch(TOKEN)
      await until(() => expect(follow.state(TOKEN).message).toContain('file'))
      await jobs.start(TOKEN, { depth: 500, sinceBlock: null })
      expect(follow.state(TOKEN)).toMatchObject({ following: true, state: 'starting' })
      await read()
      await until(() => expect(follow.state(TOKEN).state).toBe('live'))
      stop()
    })

    test('is read when the owner follows it while it is watched', async () => {
      const stop = follow.watch(TOKEN)
      await until(() => expect(follow.state(TOKEN).message).toContain('file'))
      expect(await follow.set(TOKEN, true)).toMatchObject({ following: true, kept: true, state: 'starting' })
      await until(async () => expect((await jobs.list()).length).toBe(1))
      await read()
      await until(() => expect(follow.state(TOKEN).state).toBe('live'))
      stop()
      expect(follow.state(TOKEN).following).toBe(true)
    })
  })

  test('a watcher that leaves an abandoned entry does not end the entry that replaced it', async () => {
    const follow = followWith(async function* (_args, signal) {
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    })
    const unread = { network: 'eth', address: wallet(77) } as const
    const stop = follow.watch(unread)
    await until(async () => expect((await jobs.list()).length).toBe(1))
    jobs.end('job-1', 'cancelled')
    await until(() => expect(follow.state(unread).following).toBe(false))
    await store.write.saveToken({ ...sampleToken({ asOfBlock: START }), ...unread })
    await follow.set(unread, true)
    stop()
    await until(() => expect(follow.state(unread)).toMatchObject({ following: true, state: 'live' }))
  })

  test('ends with its last watcher unless the owner follows the token, which survives a restart', async () => {
    const script: Script = async function* (_args, signal) {
      yield { kind: 'state', state: 'live', behind: 0, message: null }
      await untilAborted(signal)
    }
    const follow = followWith(script)
    const [first, second] = [follow.watch(TOKEN), follow.watch(TOKEN)]
    await until(() => expect(follow.state(TOKEN).state).toBe('live'))
    first()
    first()
    expect(follow.state(TOKEN).following).toBe(true)
    second()
    await until(() => expect(follow.state(TOKEN).following).toBe(false))
    expect(await follow.set(TOKEN, true)).toMatchObject({ following: true, kept: true })
    const third = follow.watch(TOKEN)
    expect(await follow.set(TOKEN, false)).toMatchObject({ following: true, kept: false })
    await follow.set(TOKEN, true)
    third()
    expect(follow.state(TOKEN)).toMatchObject({ following: true, kept: true })
    await follow.close()

    const next = followWith(script)
    await next.resume()
    await until(() => expect(next.state(TOKEN).state).toBe('live'))
    expect(await next.set(TOKEN, false)).toMatchObject({ following: false })
    await next.close()
    const last = followWith(script)
    await last.resume()
    expect(last.state(TOKEN).following).toBe(false)
    expect(await asOfBlock()).toBe(START)
  })
})
