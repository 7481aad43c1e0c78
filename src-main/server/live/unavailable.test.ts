import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { StreamPayloads } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { storeUnavailable } from '../../lib/store-faults.ts'
import { FakeEngine } from '../testing/fakes.ts'
import { openSocket, type FrameSocket } from '../testing/frame-socket.ts'
import { smallRecords } from '../testing/records.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL } from '../testing/story.ts'
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

describe('work that is repeated while a part does not answer', () => {
  it('ends with its reason when it is no longer wanted', async () => {
    const leaving = new AbortController()
    const reported: string[] = []
    const work = retryUnavailable(() => Promise.reject(away()), {
      signal: leaving.signal,
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
    const work = retryUnavailable(() => Promise.reject(new AppError('internal')), { signal, onWait: ({ message }) => reported.push(message) })
    await expect(work).rejects.toMatchObject({ code: 'internal' })
    expect(reported).toEqual([])
  })
})
