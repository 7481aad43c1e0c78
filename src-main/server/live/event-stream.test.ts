import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyRecord } from '../../../src-shared/contract/records/service.ts'
import { serverFrames } from '../../../src-shared/contract/streams.ts'
import { pickTrades } from '../../ingest/stored-trades.ts'
import { silentLogger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import { ApiKeys, createKey } from '../auth/api-keys.ts'
import type { Caller } from '../auth/caller.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { FakeEngine } from '../testing/fakes.ts'
import { smallRecords } from '../testing/records.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL, STORY_NOW_MS, storyTrade } from '../testing/story.ts'
import { Connections } from './connections.ts'
import { openEventStream } from './event-stream.ts'

/** docs/api/streams.md#server-sent-events, over the wire. */

interface Message {
  readonly id: string | null
  readonly frame: Record<string, unknown>
}

interface EventReader {
  readonly response: Response
  /** The next message. Null at the end. */
  next(): Promise<Message | null>
  leave(): Promise<void>
}

let running: Running
let engine: FakeEngine
beforeAll(async () => {
  engine = new FakeEngine()
  running = await startRunning({ engine: async () => engine, limits: { connections: 3, slowConsumerBytes: 256 * 1024 } })
})
afterAll(() => running.stop())

const path = (over: Record<string, string> = {}): string =>
  `/local/v1/stream?${new URLSearchParams({ network: 'sol', address: SOL.token.address, stream: 'dex_trades', ...over })}`

async function open(over?: Record<string, string>, init?: Parameters<Running['call']>[1]): Promise<EventReader> {
  const response = await running.call(path(over), init)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const next = async (): Promise<Message | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end === -1) {
        const { value, done } = await reader.read()
        if (done) return null
        text += decoder.decode(value, { stream: true })
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6)
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4) ?? null
      if (data !== undefined) return { id, frame: JSON.parse(data) as Record<string, unknown> }
    }
  }
  return { response, next, leave: () => reader.cancel() }
}

/** The next event. Skips frames about coverage. */
async function nextEvent(reader: EventReader): Promise<Message> {
  for (;;) {
    const message = await reader.next()
    if (message === null) throw new Error('the stream ended')
    if (message.frame['op'] === 'event') return message
  }
}

let made = 20_000
async function trade(count: number, over: object = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({ ...storyTrade(SOL, made++), ...over }))
  const added = await running.store.write.saveTrades({ network: 'sol', rows, token: null, covers: null })
  running.jobs.trade('sol', pickTrades(rows, added), added.ids)
  return rows.map(({ tx }) => tx)
}
const txOf = ({ frame }: Message): string => (frame['data'] as { tx_signature: string }).tx_signature
const connections = async (): Promise<number> => {
  const answer = await running.call('/local/v1/connections', { key: running.keys.owner })
  return ((await answer.json()) as { connections: unknown[] }).connections.length
}
const noneIsOpen = () => expect.poll(connections).toBe(0)

describe('a stream of events', () => {
  it('sends the frames of the WebSocket, and goes on after Last-Event-ID', async () => {
    const first = await open({}, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(first.response.headers.get('cache-control')).toBe('no-store')
    expect(first.response.headers.get('content-encoding')).toBeNull()
    expect(serverFrames.subscribed.parse((await first.next())?.frame)).toMatchObject({ results: [{ status: 'ok' }], active: 1 })
    const sent = await trade(2)
    const events = [await nextEvent(first), await nextEvent(first)]
    expect(events.map(txOf)).toEqual(sent)
    expect(events.map(({ id, frame }) => [id === frame['cursor'], serverFrames.event.parse(frame).seq])).toEqual([
      [true, 1],
      [true, 2],
    ])
    expect(await connections()).toBe(1)
    await first.leave()
    await noneIsOpen()

    const missed = await trade(400)
    const again = await open({ since: '0' }, { headers: { 'last-event-id': events[0]?.id ?? '' } })
    const got: string[] = []
    while (got.length < 401) got.push(txOf(await nextEvent(again)))
    expect(got).toEqual([...sent.slice(1), ...missed])
    await again.leave()
    await noneIsOpen()
  })

  it('sends the current state, which has no id', async () => {
    engine.set(SOL.token, smallRecords())
    const reader = await open({ stream: 'clusters', 'api-key': running.keys.reader }, { key: null })
    expect(await nextEvent(reader)).toMatchObject({ id: null, frame: { stream: 'clusters', seq: 1 } })
    await reader.leave()
    await noneIsOpen()
  })

  it.each([
    ['no key', {}, { key: null }, 401],
    ['a foreign origin', {}, { headers: { origin: 'https://evil.example' } }, 403],
    ['ALL without its permission', { address: 'ALL' }, {}, 403],
    ['an unknown stream', { stream: 'prices' }, {}, 422],
    ['another network', { network: 'doge' }, {}, 422],
    ['text that is no address', { address: 'x' }, {}, 422],
    ['a time on a stream that has none', { stream: 'clusters', since: '1' }, {}, 422],
    ['a cursor of another data folder', { since: 'tzzzzzzz' }, {}, 422],
  ])('is refused with %s', async (_, over, init, status) => {
    const { response, leave } = await open(over as Record<string, string>, init)
    expect(response.status).toBe(status)
    await leave()
    expect(await connections()).toBe(0)
  })

  it('leaves nothing open after HEAD', async () => {
    expect((await running.call(path(), { method: 'HEAD' })).status).toBe(200)
    await noneIsOpen()
  })

  it('counts as a connection, and ends when its key is revoked', async () => {
    const made = await running.call('/local/v1/keys', {
      ...{ method: 'POST', key: running.keys.owner, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ name: 'brief', permissions: ['read'] }),
    })
    const { id, key } = (await made.json()) as { id: string; key: string }
    const brief = await open({}, { key })
    const others = [await open(), await open()]
    expect((await running.call(path())).status).toBe(429)
    await running.call(`/local/v1/keys/${id}`, { method: 'DELETE', key: running.keys.owner })
    for (let message = await brief.next(); message !== null;) message = await brief.next()
    for (const reader of others) await reader.leave()
    await noneIsOpen()
  })

  it('leaves nothing open for a reader that left while its key was looked up', async () => {
    const slow = await startRunning({ limits: { guessPauseMs: 200 } })
    // After these, a key that another process has just made is looked up with a delay.
    for (let n = 0; n < 11; n++) expect((await slow.call(path(), { key: `hs_unknown${n}` })).status).toBe(401)
    const { id, key } = await createKey(slow.store, { now: () => STORY_NOW_MS }, { name: 'fresh', permissions: ['read'] })
    const socket = connect(slow.server.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET ${path()} HTTP/1.1\r\nHost: 127.0.0.1:${slow.server.port}\r\nX-API-Key: ${key}\r\n\r\n`, () => socket.destroy())
    const isUsed = async (): Promise<boolean> => {
      const { keys } = (await (await slow.call('/local/v1/keys', { key: slow.keys.owner })).json()) as { keys: KeyRecord[] }
      return keys.some((one) => one.id === id && one.last_used_at !== null)
    }
    await expect.poll(isUsed).toBe(true)
    expect(slow.server.subscriptions()).toBe(0)
    await slow.stop()
  })

  it('is refused if its key is revoked while the store is read', async () => {
    const keys = new ApiKeys(running.store, { now: () => STORY_NOW_MS }, silentLogger, 0)
    const { id } = await createKey(running.store, { now: () => STORY_NOW_MS }, { name: 'brief', permissions: ['read'] })
    await keys.load()
    const caller: Caller = { id, name: 'brief', permissions: ['read'], owner: null, quotas: null }
    const tradesAfter: Store['read']['tradesAfter'] = async (wanted) => {
      await keys.revoke(id, () => true)
      return running.store.read.tradesAfter(wanted)
    }
    const connections = new Connections(DEFAULT_LIMITS, keys)
    const deps = { store: { ...running.store, read: { ...running.store.read, tradesAfter } }, hub: { trades: { stored: () => null } } } as never
    const key = { stream: 'dex_trades', network: 'sol', address: SOL.token.address } as const
    const stream = openEventStream({ key, since: { row: 0 }, retractions: true }, { caller, left: new AbortController().signal, connections, deps })
    await expect(stream).rejects.toMatchObject({ code: 'unauthorized' })
    connections.close()
  })

  it('keeps its key out of the log of requests', async () => {
    const reader = await open({ 'api-key': running.keys.reader }, { key: null })
    await reader.leave()
    await noneIsOpen()
    const log = await (await running.call('/local/v1/requests', { key: running.keys.owner })).text()
    expect(log).toContain('/local/v1/stream')
    expect(log).not.toContain(running.keys.reader)
  })

  it('ends a reader that is too slow for its trades', async () => {
    const reader = await open()
    await reader.next()
    for (let n = 0; n < 60 && (await connections()) > 0; n++) await trade(20, { dexVersion: 'x'.repeat(20_000) })
    await noneIsOpen()
    let last: Message | null = null
    for (let message = await reader.next(); message !== null; message = await reader.next()) last = message
    expect(last?.frame).toMatchObject({ op: 'error', code: 'SLOW_CONSUMER' })
  })
})
