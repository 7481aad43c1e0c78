import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STREAMS, serverFrames, type StreamName } from '../../../src-shared/contract/streams.ts'
import { AppError } from '../../lib/app-error.ts'
import { FakeEngine } from '../testing/fakes.ts'
import { smallRecords } from '../testing/records.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { openSocket, refusedHandshake, type FrameSocket } from '../testing/frame-socket.ts'
import { ETH, SOL, SUI, storyTrade } from '../testing/story.ts'

/** docs/api/streams.md, over the wire. */

let engine: FakeEngine
let running: Running

beforeAll(async () => {
  engine = new FakeEngine()
  running = await startRunning({ engine: async () => engine })
})
afterAll(() => running.stop())

const connect = async (key: string = running.keys.reader): Promise<FrameSocket> => {
  const socket = await openSocket(running.server.wsUrl, { key })
  serverFrames.ready.parse(await socket.next())
  return socket
}
const token = SOL.token.address
/** An address without a scan. */
const UNSCANNED = SOL.pool
const sub = (stream: string, address: string = token, network = 'sol'): Record<string, string> => ({ network, address, stream })
const events = (frames: readonly Record<string, unknown>[]): Record<string, unknown>[] => frames.filter((frame) => frame['op'] === 'event')

describe('handshake', () => {
  it('greets with ready on / and /ws', async () => {
    for (const url of [running.server.wsUrl, `${running.server.wsUrl}ws`]) {
      const socket = await openSocket(url, { key: running.keys.reader })
      expect(await socket.next()).toMatchObject({
        op: 'ready',
        heartbeat_ms: 15_000,
        max_subscriptions: 1_000,
        server_time: '2023-11-14T22:13:20.000Z',
      })
      await socket.close()
    }
  })

  it('takes the key from ?api-key=', async () => {
    const socket = await openSocket(`${running.server.wsUrl}?api-key=${running.keys.reader}`)
    expect(await socket.next()).toMatchObject({ op: 'ready' })
    await socket.close()
  })

  it.each([
    ['no key', null],
    ['an unknown key', 'hs_nobody'],
  ])('closes with 4401 for %s', async (_, key) => {
    const socket = await openSocket(running.server.wsUrl, { key })
    expect((await socket.closed).code).toBe(4401)
  })

  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['a foreign Host', { headers: { host: 'evil.example' } }, 403],
  ])('answers 403 to %s', async (_, options, status) => {
    expect(await refusedHandshake(running.server.wsUrl, options)).toBe(status)
  })

  it('answers 404 on any other path', async () => {
    expect(await refusedHandshake(`${running.server.wsUrl}other`, {})).toBe(404)
    expect(await refusedHandshake(`${running.server.wsUrl}/`, {})).toBe(404)
  })

  it('selects none of the subprotocols that a client offers', async () => {
    const { port } = new URL(running.server.origin)
    const [response] = (await once(
      request({
        port,
        headers: {
          ...{ connection: 'Upgrade', upgrade: 'websocket', 'x-api-key': running.keys.reader },
          ...{
            'sec-websocket-version': '13',
            'sec-websocket-key': Buffer.alloc(16).toString('base64'),
            'sec-websocket-protocol': 'graphql-ws, mqtt',
          },
        },
      }).end(),
      'upgrade',
    )) as [IncomingMessage, Duplex]
    expect([response.statusCode, response.headers['sec-websocket-protocol']]).toEqual([101, undefined])
    response.socket.destroy()
  })

  it('takes its own Origin and those on the list', async () => {
    for (const origin of [running.server.origin, 'http://tool.example']) {
      const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader, origin })
      expect(socket.ws.readyState).toBe(socket.ws.OPEN)
      await socket.close()
    }
  })
})

describe('requests', () => {
  it('acknowledges one subscription, echoing the id, then says it is there already', async () => {
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('dex_trades'), id: 'a' })
    expect(await socket.next()).toEqual({ op: 'subscribed', id: 'a', results: [{ ...sub('dex_trades'), status: 'ok' }], active: 1 })
    socket.send({ op: 'subscribe', ...sub('dex_trades'), id: 7 })
    expect(await socket.next()).toEqual({ op: 'subscribed', id: 7, results: [{ ...sub('dex_trades'), status: 'already_subscribed' }], active: 1 })
    await socket.close()
  })

  it('says in one sentence which subscription to trades cannot be kept', async () => {
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader, coverage: true })
    await socket.next()
    socket.send({ op: 'subscribe', ...sub('dex_trades'), id: 'c' })
    expect(await socket.next()).toMatchObject({ op: 'subscribed', results: [{ status: 'ok' }] })
    expect(serverFrames.error.parse(await socket.next())).toEqual({
      ...{ op: 'error', id: 'c', code: 'UNSUPPORTED_NETWORK', subscription: sub('dex_trades') },
      message: 'No source is set for Solana; add an endpoint in Settings or with --source.',
    })
    await socket.close()
  })

  it('says which subscription to a record cannot be kept, and nothing of that of a stored token', async () => {
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader, coverage: true })
    await socket.next()
    const unknown = sub('clusters', `0x${'17'.repeat(20)}`, 'eth')
    for (const one of [sub('clusters'), unknown]) socket.send({ op: 'subscribe', ...one })
    const frames = [await socket.next(), await socket.next(), await socket.next()]
    expect(frames.map(({ op }) => op).toSorted()).toEqual(['error', 'subscribed', 'subscribed'])
    expect(frames.find(({ op }) => op === 'error')).toMatchObject({
      subscription: unknown,
      message: 'This token is not stored, and no source is set for Ethereum.',
    })
    await socket.close()
  })

  it('blames the service and not the network if its store cannot be asked', async () => {
    const scan = () => Promise.reject(new AppError('internal', { message: 'The database cannot be reached.' }))
    const other = await startRunning({ scanner: { scan, canScan: () => true, close: async () => undefined } })
    const socket = await openSocket(other.server.wsUrl, { key: other.keys.reader, coverage: true })
    socket.send({ op: 'subscribe', ...sub('scanner', UNSCANNED) })
    expect((await socket.until(({ op }) => op === 'error')).at(-1)).toMatchObject({
      ...{ code: 'INTERNAL', message: 'The database cannot be reached.' },
      subscription: sub('scanner', UNSCANNED),
    })
    await socket.close()
    await other.stop()
  })

  it('judges each of many on its own', async () => {
    const socket = await connect()
    socket.send({
      op: 'subscribe',
      subs: [
        sub('dex_trades'),
        sub('no_such'),
        sub('clusters', token, 'doge'),
        sub('insiders', ETH.token.address, 'eth'),
        sub('clusters', 'not an address'),
        sub('dex_trades', 'ALL'),
        5,
      ],
    })
    const frame = serverFrames.subscribed.parse(await socket.next())
    expect(frame.results.map(({ status, code }) => code ?? status)).toEqual([
      'ok',
      'UNKNOWN_STREAM',
      'UNSUPPORTED_NETWORK',
      'UNSUPPORTED_NETWORK',
      'BAD_FIELD',
      'FORBIDDEN_FIREHOSE',
      'BAD_FIELD',
    ])
    expect(frame.active).toBe(1)
    await socket.close()
  })

  it('takes an EVM address in any case and answers it in lower case', async () => {
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('dex_trades', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'eth') })
    expect(await socket.next()).toMatchObject({ results: [{ address: ETH.token.address, status: 'ok' }] })
    await socket.close()
  })

  it('unsubscribes one, many and all, and lists what is left', async () => {
    const socket = await connect()
    socket.send({ op: 'subscribe', subs: [sub('dex_trades'), sub('dex_trades', SOL.pool), sub('dex_trades', SUI.token.address, 'sui')] })
    await socket.next()
    socket.send({ op: 'unsubscribe', ...sub('dex_trades'), id: 1 })
    expect(await socket.next()).toEqual({ op: 'unsubscribed', id: 1, results: [{ ...sub('dex_trades'), status: 'ok' }], active: 2 })
    socket.send({ op: 'unsubscribe', subs: [sub('dex_trades'), sub('dex_trades', SOL.pool)] })
    expect(await socket.next()).toMatchObject({ results: [{ status: 'not_subscribed' }, { status: 'ok' }], active: 1 })
    socket.send({ op: 'list', id: 2 })
    expect(await socket.next()).toEqual({ op: 'subscriptions', id: 2, subs: [sub('dex_trades', SUI.token.address, 'sui')] })
    socket.send({ op: 'unsubscribe_all' })
    expect(await socket.next()).toMatchObject({ op: 'unsubscribed', active: 0 })
    await socket.close()
  })

  it('answers ping with pong', async () => {
    const socket = await connect()
    socket.send({ op: 'ping', id: 'x' })
    expect(await socket.next()).toEqual({ op: 'pong', id: 'x', server_time: '2023-11-14T22:13:20.000Z' })
    await socket.close()
  })

  it('takes null for a field that is not there', async () => {
    const socket = await connect()
    socket.send({ op: 'ping', id: null, network: null, address: null, stream: null, subs: null })
    expect(await socket.next()).toEqual({ op: 'pong', server_time: '2023-11-14T22:13:20.000Z' })
    socket.send({ op: 'subscribe', network: 'sol', address: SOL.token.address, stream: 'dex_trades', subs: null, id: null })
    expect(await socket.next()).toMatchObject({ op: 'subscribed', results: [{ status: 'ok' }], active: 1 })
    await socket.close()
  })

  it.each<[string, unknown, string, unknown]>([
    ['broken JSON', '{"op":', 'BAD_JSON', null],
    ['no object', '[]', 'BAD_OP', null],
    ['no op', { id: 3 }, 'BAD_OP', 3],
    ['an unknown op', { op: 'dance', id: 'd' }, 'BAD_OP', 'd'],
    ['subs that are no list', { op: 'subscribe', subs: 'all', id: 4 }, 'BAD_FIELD', 4],
    ['an id that is none', { op: 'ping', id: {} }, 'BAD_FIELD', null],
  ])('answers %s with an error and stays open', async (_, frame, code, id) => {
    const socket = await connect()
    socket.send(frame)
    expect(await socket.next()).toMatchObject({ op: 'error', id, code })
    expect(await socket.settled()).toEqual([])
    await socket.close()
  })

  it('closes with 1009 for a frame above 64 KB', async () => {
    const socket = await connect()
    socket.send({ op: 'ping', id: 'x'.repeat(64 * 1024) })
    expect((await socket.closed).code).toBe(1009)
  })

  it('stops at 1,000 subscriptions', async () => {
    const socket = await connect()
    const many = Array.from({ length: 1_001 }, (_, n) => sub('dex_trades', `0x${n.toString(16).padStart(40, '0')}`, 'eth'))
    for (let from = 0; from < many.length; from += 200) socket.send({ op: 'subscribe', subs: many.slice(from, from + 200) })
    const answers = await socket.until((frame) => frame['active'] === 1_000 && (frame['results'] as unknown[]).length === 1)
    expect(answers.at(-1)).toMatchObject({ results: [{ status: 'error', code: 'SUB_LIMIT' }] })
    await socket.close()
  })
})

describe('dex_trades', () => {
  it('sends the envelope and the trade as the contract has them', async () => {
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('dex_trades') })
    await socket.next()
    running.jobs.trade('sol', [storyTrade(SOL, 500)])
    const event = await socket.next()
    expect(Object.keys(event)).toEqual(['op', 'network', 'address', 'stream', 'timestamp', 'data', 'seq'])
    expect(event).toMatchObject({
      op: 'event',
      ...sub('dex_trades'),
      timestamp: '2023-11-14T22:13:20.000Z',
      data: { tx_signature: 'sol-trade-500', dex: 'pepperswap' },
    })
    STREAMS.dex_trades.data.parse(event['data'])
    await socket.close()
  })

  it('matches pool, both tokens, signer and receiver: one event per subscribed address, in order', async () => {
    const trade = storyTrade(SOL, 5)
    const named = [trade.pool, trade.tokenIn.token, trade.tokenOut.token, trade.signer, trade.receiver].filter((address) => address !== null)
    expect(new Set(named).size).toBe(5)
    const socket = await connect()
    socket.send({ op: 'subscribe', subs: named.map((address) => sub('dex_trades', address)) })
    await socket.next()
    running.jobs.trade('sol', [trade])
    expect(new Set(events(await socket.settled()).map((event) => event['address']))).toEqual(new Set(named))
    await socket.close()
  })

  it('is one event when two fields of a trade name the same address', async () => {
    const trade = { ...storyTrade(SOL, 5), receiver: SOL.token.address, signer: SOL.token.address }
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('dex_trades') })
    await socket.next()
    running.jobs.trade('sol', [trade])
    expect(events(await socket.settled())).toHaveLength(1)
    await socket.close()
  })

  it('keeps networks apart, and sends nothing after unsubscribing', async () => {
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('dex_trades') })
    await socket.next()
    running.jobs.trade('sui', [storyTrade(SUI, 1)])
    socket.send({ op: 'unsubscribe', ...sub('dex_trades') })
    await socket.next()
    running.jobs.trade('sol', [storyTrade(SOL, 1)])
    expect(await socket.settled()).toEqual([])
    await socket.close()
  })

  it('sends everything to ALL with the firehose permission, each trade once and in order', async () => {
    const socket = await connect(running.keys.firehose)
    socket.send({ op: 'subscribe', ...sub('dex_trades', 'ALL') })
    expect(await socket.next()).toMatchObject({ results: [{ status: 'ok' }] })
    const trades = Array.from({ length: 2_000 }, (_, n) => storyTrade(SOL, n))
    running.jobs.trade('sol', trades)
    const got = events(await socket.settled())
    expect(got.map((event) => (event['data'] as { tx_signature: string }).tx_signature)).toEqual(trades.map((trade) => trade.tx))
    expect(got.every((event) => event['address'] === 'ALL')).toBe(true)
    await socket.close()
  })
})

describe('full-state streams', () => {
  it.each<StreamName>(['dex_metrics', 'clusters', 'insiders', 'bundlers', 'snipers'])('%s sends the current state immediately', async (stream) => {
    engine.set(SOL.token, smallRecords())
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub(stream) })
    await socket.next()
    const event = await socket.next()
    expect(event).toMatchObject({ op: 'event', ...sub(stream) })
    STREAMS[stream].data.parse(event['data'])
    await socket.close()
  })

  it('derives insiders, bundlers and snipers, each only when its own fields change', async () => {
    engine.set(SOL.token, smallRecords())
    const socket = await connect()
    socket.send({ op: 'subscribe', subs: ['dex_metrics', 'insiders', 'bundlers', 'snipers'].map((stream) => sub(stream)) })
    await socket.until((frame) => frame['stream'] === 'snipers')
    const dataSoFar = async (): Promise<unknown[]> => (await socket.settled()).map((event) => [event['stream'], event['data']])

    engine.set(SOL.token, smallRecords({ dev_pct: 9.5 }))
    expect(await dataSoFar()).toEqual([
      ['dex_metrics', smallRecords({ dev_pct: 9.5 }).dexMetrics],
      ['insiders', { insiders_pct: 0, dev_pct: 9.5 }],
    ])
    engine.set(SOL.token, smallRecords({ dev_pct: 9.5, snipers_pct: 8 }))
    expect((await dataSoFar()).slice(1)).toEqual([['snipers', { snipers_pct: 8 }]])
    engine.set(SOL.token, smallRecords({ dev_pct: 9.5, snipers_pct: 8 }))
    expect(await dataSoFar()).toEqual([])
    await socket.close()
  })

  it('clusters carry the total supply besides the record', async () => {
    engine.set(SOL.token, smallRecords())
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('clusters') })
    const [, event] = await socket.until((frame) => frame['op'] === 'event')
    expect(event?.['data']).toEqual({ total_supply: 1_000_000_000, ...smallRecords().clusters })
    await socket.close()
  })

  it('a token without records has no state to send', async () => {
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('clusters', SOL.quote) })
    await socket.next()
    expect(await socket.settled()).toEqual([])
    await socket.close()
  })

  it('local.jobs sends the newest job of the token, then its progress', async () => {
    running.jobs.readable.add('sui')
    const job = await running.jobs.start(SUI.token, { depth: 500, sinceBlock: null })
    const socket = await connect()
    socket.send({ op: 'subscribe', ...sub('local.jobs', SUI.token.address, 'sui') })
    await socket.next()
    expect(await socket.next()).toMatchObject({ stream: 'local.jobs', data: { id: job.id, state: 'running' } })
    running.jobs.end(job.id, 'done')
    expect(await socket.next()).toMatchObject({ stream: 'local.jobs', data: { id: job.id, state: 'done' } })
    await socket.close()
  })

  it('listens to the engine only while a client subscribes to records', async () => {
    expect(engine.listeners).toBe(0)
    const socket = await connect()
    socket.send({ op: 'subscribe', subs: [sub('clusters'), sub('snipers'), sub('dex_trades')] })
    await socket.next()
    expect(engine.listeners).toBe(1)
    socket.send({ op: 'unsubscribe', ...sub('clusters') })
    await socket.settled()
    expect(engine.listeners).toBe(1)
    await socket.close()
    await expect.poll(() => engine.listeners).toBe(0)
  })
})
