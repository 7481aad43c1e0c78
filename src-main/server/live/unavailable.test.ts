import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { StreamPayloads } from '../../engine/interface.ts'
import type { AdaptersOptions } from '../../ingest/adapters.ts'
import { AppError } from '../../lib/app-error.ts'
import { storeUnavailable } from '../../lib/store-faults.ts'
import { FakeEngine } from '../testing/fakes.ts'
import { openSocket, type FrameSocket } from '../testing/frame-socket.ts'
import { smallRecords } from '../testing/records.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { ETH, SOL, STORY_NOW_MS, storyTrade } from '../testing/story.ts'
import { retryUnavailable } from './retry-unavailable.ts'

/** Subscriptions made while a part of the service does not answer. */

const away = () => storeUnavailable('The database cannot be reached.', {}, null)
const sub = (stream: string, address: string = SOL.token.address) => ({ network: 'sol', address, stream })

let engine: FakeEngine
/** What happens to the next reads of a state. */
let answers: (() => Promise<StreamPayloads | null>)[]
let scans: (() => Promise<never>)[]
let running: Running
let socket: FrameSocket

beforeEach(async () => {
  answers = []
  scans = []
  engine = new FakeEngine()
  const read = engine.streamPayloads.bind(engine)
  engine.streamPayloads = (token: TokenKey) => (answers.shift() ?? (() => read(token)))()
  const scan = () => (scans.shift() ?? (() => Promise.reject(new AppError('token_not_found', { message: 'There is no token.' }))))()
  running = await startRunning({ engine: async () => engine, scanner: { scan, canScan: () => true, close: async () => undefined } })
  socket = await openSocket(running.server.wsUrl, { key: running.keys.reader, coverage: true })
  await socket.next()
})
afterEach(async () => {
  await socket.close()
  await running.stop()
})

describe('a subscription whose state cannot be read now', () => {
  it('says so once as a fault of the service, waits, and gets its state as soon as it can be read', async () => {
    engine.set(SOL.token, smallRecords())
    answers.push(
      () => Promise.reject(away()),
      () => Promise.reject(away()),
    )
    socket.send({ op: 'subscribe', ...sub('clusters'), id: 1 })
    const frames = await socket.until(({ op }) => op === 'event')
    expect(frames.map(({ op }) => op)).toEqual(['subscribed', 'error', 'event'])
    expect(frames[1]).toMatchObject({
      ...{ id: 1, code: 'INTERNAL', message: 'The database cannot be reached. The subscription waits for it.' },
      subscription: sub('clusters'),
    })
    socket.send({ op: 'list' })
    expect(await socket.next()).toMatchObject({ subs: [sub('clusters')] })
  })

  it('says so and stays if the state cannot be read at all, and gets the next one', async () => {
    engine.set(SOL.token, smallRecords())
    answers.push(() => Promise.reject(new Error('a defect')))
    socket.send({ op: 'subscribe', ...sub('clusters') })
    const frames = await socket.until(({ op }) => op === 'error')
    expect(frames.at(-1)).toMatchObject({ code: 'INTERNAL', subscription: sub('clusters') })
    const payloads = await engine.streamPayloads(SOL.token)
    if (payloads !== null) running.server.publish.publishRecords(SOL.token, payloads)
    expect(await socket.next()).toMatchObject({ op: 'event', ...sub('clusters') })
  })

  it('starts its first scan again, and blames the network only for what the network says', async () => {
    scans.push(() => Promise.reject(new AppError('service_unavailable', { message: 'The NATS server cannot be reached.' })))
    socket.send({ op: 'subscribe', ...sub('scanner', SOL.pool) })
    const frames = await socket.until(({ code }) => code === 'UNSUPPORTED_NETWORK')
    expect(frames.map(({ op, code, message }) => [op, code, message])).toEqual([
      ['subscribed', undefined, undefined],
      ['error', 'INTERNAL', 'The NATS server cannot be reached. The subscription waits for it.'],
      ['error', 'UNSUPPORTED_NETWORK', 'There is no token.'],
    ])
  })

  it('waits for a source that is set and does not answer, and does not blame the network', async () => {
    scans.push(() => Promise.reject(new AppError('source_unavailable', { message: 'The source did not answer in time.' })))
    socket.send({ op: 'subscribe', ...sub('scanner', SOL.pool) })
    const frames = await socket.until(({ message }) => message === 'There is no token.')
    expect(frames.slice(1).map(({ code, message }) => [code, message])).toEqual([
      ['INTERNAL', 'The source did not answer in time. The subscription waits for it.'],
      ['UNSUPPORTED_NETWORK', 'There is no token.'],
    ])
  })

  it('that ended in the meantime gets no error, and does not end the one that replaced it', async () => {
    const late = Promise.withResolvers<never>()
    answers.push(() => late.promise)
    socket.send({ op: 'subscribe', ...sub('clusters') })
    await socket.next()
    socket.send({ op: 'unsubscribe', ...sub('clusters') })
    socket.send({ op: 'subscribe', ...sub('clusters') })
    await socket.until(({ op }) => op === 'subscribed')
    late.reject(new Error('the state of the ended one'))
    socket.send({ op: 'list' })
    expect(await socket.next()).toMatchObject({ op: 'subscriptions', subs: [sub('clusters')] })
  })
})

describe('a subscription to trades whose source does not answer', () => {
  const MISSED = storyTrade(ETH, 1)
  const wallet = { network: 'eth', address: MISSED.signer, stream: 'dex_trades' }
  let isDown: boolean
  let own: Running
  let client: FrameSocket

  beforeEach(async () => {
    isDown = true
    const follow = async function* (_from: number, _pools: unknown, signal: AbortSignal): AsyncGenerator<never> {
      yield* await new Promise<never[]>((resolve) => signal.addEventListener('abort', () => resolve([])))
    }
    const head = async (): Promise<{ number: number }> => {
      if (isDown) throw new AppError('source_unavailable', { message: 'node.example did not answer.' })
      return { number: 40 }
    }
    const read = async function* (from: number): AsyncGenerator<object> {
      yield { number: from, time: MISSED.time, hash: null, trades: [MISSED] }
    }
    const wholeNetwork = { follow, read, blockAt: async () => 40 }
    const adapter = { network: 'eth', head, token: async () => null, wholeNetwork } as unknown as ReturnType<
      NonNullable<AdaptersOptions['openAdapter']>
    >
    own = await startRunning({ chains: { sources: { eth: ['http://node.example'] }, openAdapter: () => adapter } })
    own.jobs.readable.add('eth')
    client = await openSocket(own.server.wsUrl, { key: own.keys.reader, coverage: true })
    await client.next()
  })
  afterEach(async () => {
    await client.close()
    await own.stop()
  })

  it('says so once, and covers them as soon as it answers', async () => {
    client.send({ op: 'subscribe', ...wallet })
    const before = await client.until(({ op }) => op === 'error')
    expect(before.at(-1)).toMatchObject({ code: 'INTERNAL', message: 'node.example did not answer. The subscription waits for it.' })
    isDown = false
    expect(await client.next()).toEqual({ op: 'ack', subscription: wallet, token_address: null, from_block: 41 })
  })

  it('sends what it missed once the source answers', async () => {
    client.send({ op: 'subscribe', ...wallet, since: STORY_NOW_MS / 1000 - 60 })
    await client.until(({ op }) => op === 'error')
    isDown = false
    const frames = [await client.next(), await client.next()]
    expect(frames.map(({ op }) => op).toSorted()).toEqual(['ack', 'event'])
    expect(frames.find(({ op }) => op === 'event')).toMatchObject({ seq: 1, data: { tx_signature: MISSED.tx } })
  })
})

describe('work that is repeated while a part does not answer', () => {
  it('ends with its reason when it is no longer wanted', async () => {
    const leaving = new AbortController()
    const reported: string[] = []
    const work = retryUnavailable(() => Promise.reject(away()), {
      ...{ signal: leaving.signal, hasSource: () => false },
      onWait(error) {
        reported.push(error.message)
        leaving.abort(new Error('left'))
      },
    })
    await expect(work).rejects.toThrow()
    expect(reported).toEqual(['The database cannot be reached.'])
  })

  it('fails at once with any other error', async () => {
    const reported: string[] = []
    const { signal } = new AbortController()
    const options = { signal, hasSource: () => true, onWait: ({ message }: AppError) => void reported.push(message) }
    const work = retryUnavailable(() => Promise.reject(new AppError('internal')), options)
    await expect(work).rejects.toMatchObject({ code: 'internal' })
    expect(reported).toEqual([])
  })
})
