import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { serverFrames } from '../../../src-shared/contract/streams.ts'
import { pickTrades } from '../../ingest/stored-trades.ts'
import { openSocket, type Frame, type FrameSocket } from '../testing/frame-socket.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL, storyTrade } from '../testing/story.ts'

/** docs/api/streams.md#resuming, over the wire. */

let running: Running
const dataDir = mkdtempSync(join(tmpdir(), 'holderscope-resume-'))
const start = async (): Promise<void> => {
  running = await startRunning({ dataDir })
}
beforeAll(start)
afterAll(async () => {
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

let made = 10_000
/** Stores new trades and publishes them, as a follower does. */
async function trade(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => storyTrade(SOL, made++))
  const added = await running.store.write.saveTrades({ network: 'sol', rows, token: null, covers: null })
  running.jobs.trade('sol', pickTrades(rows, added), added.ids)
  return rows.map(({ tx }) => tx)
}

const sub = (over: object = {}): object => ({ network: 'sol', address: SOL.token.address, stream: 'dex_trades', ...over })
async function subscribed(over: object = {}, key = running.keys.firehose): Promise<FrameSocket> {
  const socket = await openSocket(running.server.wsUrl, { key })
  await socket.next()
  socket.send({ op: 'subscribe', ...sub(over) })
  expect(await socket.next()).toMatchObject({ op: 'subscribed', results: [{ status: 'ok' }] })
  return socket
}
const txOf = (event: Frame): string => (event['data'] as { tx_signature: string }).tx_signature
const retractedTx = (event: Frame): string => (event['retracted'] as { tx_signature: string }).tx_signature
async function take(socket: FrameSocket, count: number): Promise<Frame[]> {
  const frames: Frame[] = []
  while (frames.length < count) frames.push(serverFrames.event.parse(await socket.next()))
  return frames
}
const cursorOf = (frame: Frame | undefined): string => String(frame?.['cursor'])

describe('a subscription to trades', () => {
  it('numbers its events, each with a cursor', async () => {
    const socket = await subscribed()
    const sent = await trade(3)
    const events = await take(socket, 3)
    expect(events.map(txOf)).toEqual(sent)
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(new Set(events.map(cursorOf)).size).toBe(3)
    await socket.close()
  })

  it.each(['ALL', SOL.pool, SOL.token.address])('goes on after a cursor with what was missed, then live: %s', async (address) => {
    const first = await subscribed({ address })
    await trade(5)
    const seen = await take(first, 3)
    await first.close()
    const missed = await trade(700)
    const again = await subscribed({ address, since: cursorOf(seen.at(-1)) })
    const events = await take(again, 702)
    expect(events.slice(2).map(txOf)).toEqual(missed)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1))
    const live = await trade(2)
    expect((await take(again, 2)).map(txOf)).toEqual(live)
    expect(await again.settled()).toEqual([])
    await again.close()
  })

  it('sends each trade once and in order while others are stored and published', async () => {
    const first = await subscribed()
    await trade(1)
    const [begin] = await take(first, 1)
    await first.close()
    const expected = await trade(600)
    let isOver = false
    const publish = (async () => {
      for (let n = 0; !isOver; n++) {
        expected.push(...(await trade(1 + (n % 7))))
        if (n % 3 === 0) await turn()
      }
    })()
    const peers = await Promise.all(Array.from({ length: 8 }, () => subscribed({ since: cursorOf(begin) })))
    const taken = await Promise.all(peers.map((socket) => take(socket, 900)))
    isOver = true
    await publish
    for (const [n, socket] of peers.entries()) {
      const events = [...(taken[n] ?? []), ...(await socket.settled())]
      expect(events.map(txOf)).toEqual(expected)
      expect(events.at(-1)?.['seq']).toBe(expected.length)
      await socket.close()
    }
  })

  it('goes on after a restart of the service', async () => {
    const first = await subscribed()
    await trade(2)
    const [begin] = await take(first, 1)
    await first.close()
    const missed = await trade(2)
    await running.stop()
    await start()
    const again = await subscribed({ since: cursorOf(begin) })
    expect((await take(again, 3)).slice(1).map(txOf)).toEqual(missed)
    await again.close()
  })

  it('begins at a time, given as text or as seconds', async () => {
    const { time } = storyTrade(SOL, made)
    const later = await trade(4)
    for (const since of [time, new Date((time ?? 0) * 1000).toISOString()]) {
      const socket = await subscribed({ since })
      expect((await take(socket, 4)).map(txOf)).toEqual(later)
      await socket.close()
    }
  })

  it('ends with an error for a cursor of another data folder', async () => {
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader, coverage: true })
    await socket.next()
    socket.send({ op: 'subscribe', ...sub({ since: 'tzzzzzzz' }), id: 'a' })
    const frames = await socket.until(({ op, code }) => op === 'error' && code === 'BAD_FIELD')
    expect(frames.at(-1)).toMatchObject({ id: 'a', subscription: sub() })
    socket.send({ op: 'list' })
    expect((await socket.until(({ op }) => op === 'subscriptions')).at(-1)).toMatchObject({ subs: [] })
    await socket.close()
  })

  it.each([
    ['another stream', { stream: 'clusters', since: 1 }],
    ['text that is no cursor', { since: 'yesterday' }],
    ['a negative time', { since: -1 }],
    ['a cursor of the other stream', { since: 's1' }],
  ])('is refused with %s', async (_, over) => {
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
    await socket.next()
    socket.send({ op: 'subscribe', ...sub(over) })
    expect(await socket.next()).toMatchObject({ results: [{ status: 'error', code: 'BAD_FIELD' }], active: 0 })
    await socket.close()
  })
})

describe('a trade that the chain reverts', () => {
  /** Rolls back blocks and publishes the retractions of their trades. */
  async function revert(block: number): Promise<void> {
    const reverted = await running.store.write.rollBackBlocks({ token: SOL.token, from: block })
    running.server.publish.trades.retractStored('sol', { kind: 'reverted', ...reverted })
  }

  it('is retracted for those who got it', async () => {
    const before = await subscribed()
    const silent = await subscribed({ retractions: false })
    const sent = await trade(2)
    const [first, second] = await take(before, 2)
    const late = await subscribed()
    const again = await subscribed({ since: cursorOf(first) })
    expect((await take(again, 1)).map(txOf)).toEqual(sent.slice(1))
    await revert(storyTrade(SOL, made - 2).position.block)
    for (const [socket, missing, seq] of [
      [before, 0, 3],
      [again, 0, 2],
    ] as const) {
      const events = await socket.settled()
      expect(events.map(retractedTx)).toEqual(sent.slice(missing).toReversed())
      expect(events.map((event) => event['seq'])).toEqual([seq, seq + 1])
      expect(serverFrames.event.parse(events[0])['retracted']).toEqual(second?.['data'])
      expect(events.every((event) => cursorOf(event) !== 'undefined')).toBe(true)
      expect(events.every((event) => !('data' in event))).toBe(true)
      await socket.close()
    }
    expect(await late.settled()).toEqual([])
    expect((await silent.settled()).map(txOf)).toEqual(sent)
    await late.close()
    await silent.close()
  })

  it('is retracted with a cursor for those who were away, as far as they got it', async () => {
    const first = await subscribed()
    const sent = await trade(3)
    const [one, two, three] = await take(first, 3)
    await first.close()
    const never = await trade(1)
    await revert(storyTrade(SOL, made - 3).position.block)
    const after = await trade(1)
    const since = async (event: Frame | undefined, count: number, over: object = {}): Promise<Frame[]> => {
      const again = await subscribed({ since: cursorOf(event), ...over })
      const events = await take(again, count)
      expect(await again.settled()).toEqual([])
      await again.close()
      return events
    }
    const shown = (event: Frame): string => ('retracted' in event ? `not ${retractedTx(event)}` : txOf(event))
    const events = await since(three, 3)
    expect(events.map(shown)).toEqual([`not ${sent[2]}`, `not ${sent[1]}`, ...after])
    expect(events.map((event) => event['seq'])).toEqual([1, 2, 3])
    expect((await since(two, 2)).map(shown)).toEqual([`not ${sent[1]}`, ...after])
    expect((await since(one, 1)).map(shown)).toEqual(after)
    expect((await since(events[0], 2)).map(shown)).toEqual([`not ${sent[1]}`, ...after])
    expect((await since(three, 1, { retractions: false })).map(shown)).toEqual(after)
    expect([...events, ...after].some((event) => JSON.stringify(event).includes(never[0] ?? ''))).toBe(false)
  })

  it('is retracted once for those who catch up while it is reverted', async () => {
    const first = await subscribed()
    await trade(1)
    const [begin] = await take(first, 1)
    await first.close()
    const kept = await trade(700)
    const again = await subscribed({ since: cursorOf(begin) })
    const some = await take(again, 1)
    const block = storyTrade(SOL, made - 10).position.block
    await revert(block)
    const after = await trade(1)
    const events = [...some, ...(await again.until((frame) => 'data' in frame && txOf(frame) === after[0]))]
    const has = new Set<string>()
    for (const event of events) {
      if ('retracted' in event) expect(has.delete(retractedTx(event))).toBe(true)
      else has.add(txOf(event))
    }
    expect([...has]).toEqual([...kept.slice(0, 690), ...after])
    await again.close()
  })

  it('is refused with another value than true or false', async () => {
    const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
    await socket.next()
    socket.send({ op: 'subscribe', ...sub({ retractions: 'no' }) })
    expect(await socket.next()).toMatchObject({ results: [{ status: 'error', code: 'BAD_FIELD' }] })
    await socket.close()
  })
})

describe('a subscription to scans', () => {
  it('begins with the newest scan, or with those after a cursor', async () => {
    const save = async (at: number): Promise<void> => {
      const report = { results: { generated_at: at, simple: { score: at, message: 'OK', reasons: [] } } } as unknown as ScanReport
      const { id } = await running.store.write.saveScan({ token: SOL.token, report, detail: null, block: null })
      running.server.publish.publishScan(SOL.token, report, id)
    }
    const at = (frame: Frame): number => (frame['data'] as ScanReport).results.generated_at
    for (let n = 1; n <= 12; n++) await save(n)
    const first = await subscribed({ stream: 'scanner' })
    const [newest] = await take(first, 1)
    expect(at(newest ?? {})).toBe(12)
    await first.close()
    for (let n = 13; n <= 25; n++) await save(n)
    const again = await subscribed({ stream: 'scanner', since: cursorOf(newest) })
    expect((await take(again, 13)).map(at)).toEqual(Array.from({ length: 13 }, (_, n) => 13 + n))
    await save(26)
    expect((await take(again, 1)).map(at)).toEqual([26])
    expect(await again.settled()).toEqual([])
    await again.close()
    const byTime = await subscribed({ stream: 'scanner', since: 25 })
    expect((await take(byTime, 2)).map(at)).toEqual([25, 26])
    await byTime.close()
  })
})
