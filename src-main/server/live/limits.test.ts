import { afterEach, describe, expect, it } from 'vitest'
import { FakeEngine } from '../testing/fakes.ts'
import { smallRecords } from '../testing/records.ts'
import { startRunning, type Running, type RunningOptions } from '../testing/running.ts'
import { openSocket } from '../testing/frame-socket.ts'
import { SOL, storyTrade } from '../testing/story.ts'

/** docs/api/streams.md#limits: what a connection may cost, and how it ends. */

let running: Running | null = null
const start = async (options: RunningOptions): Promise<Running> => (running = await startRunning(options))
afterEach(async () => {
  await running?.stop()
  running = null
})

const trades = { network: 'sol', address: SOL.token.address, stream: 'dex_trades' }
const metrics = { ...trades, stream: 'dex_metrics' }

describe('ends of a connection', () => {
  it('1013 beyond the connection limit, announced by CONN_LIMIT', async () => {
    const { server, keys } = await start({ limits: { connections: 1 } })
    const first = await openSocket(server.wsUrl, { key: keys.reader })
    const second = await openSocket(server.wsUrl, { key: keys.reader })
    expect((await second.until((frame) => frame['op'] === 'error')).at(-1)).toMatchObject({ code: 'CONN_LIMIT' })
    expect((await second.closed).code).toBe(1013)
    await first.close()
    const third = await openSocket(server.wsUrl, { key: keys.reader })
    expect(await third.settled()).toMatchObject([{ op: 'ready' }])
  })

  it('1008 for a flood of frames', async () => {
    const { server, keys } = await start({ limits: { floodBurst: 20, floodPerSecond: 1 } })
    const socket = await openSocket(server.wsUrl, { key: keys.reader })
    for (let n = 0; n < 30; n++) socket.send({ op: 'ping' })
    expect(await socket.closed).toEqual({ code: 1008, reason: 'too many frames' })
  })

  it('1008 for a flood of subscriptions, however many frames they come in', async () => {
    const { server, keys } = await start({ limits: { floodBurst: 20, floodPerSecond: 1 } })
    const within = await openSocket(server.wsUrl, { key: keys.reader })
    within.send({ op: 'subscribe', subs: Array.from({ length: 20 }, () => trades) })
    expect((await within.until((frame) => frame['op'] === 'subscribed')).at(-1)).toMatchObject({ active: 1 })
    const beyond = await openSocket(server.wsUrl, { key: keys.reader })
    beyond.send({ op: 'unsubscribe', subs: Array.from({ length: 21 }, () => trades) })
    expect(await beyond.closed).toEqual({ code: 1008, reason: 'too many frames' })
  })

  it('1008 for a reader too slow for dex_trades, announced by SLOW_CONSUMER, with every trade before it in order', async () => {
    const { server, keys, jobs } = await start({ limits: { slowConsumerBytes: 512 * 1024 } })
    const socket = await openSocket(server.wsUrl, { key: keys.reader })
    socket.send({ op: 'subscribe', ...trades })
    await socket.until((frame) => frame['op'] === 'subscribed')
    socket.ws.pause()
    for (let n = 0; n < 100_000; n += 100) {
      jobs.trade(
        'sol',
        Array.from({ length: 100 }, (_, i) => storyTrade(SOL, n + i)),
      )
      await new Promise((resolve) => setImmediate(resolve))
    }
    socket.ws.resume()
    const frames = await socket.until((frame) => frame['op'] === 'error')
    expect(frames.at(-1)).toMatchObject({ id: null, code: 'SLOW_CONSUMER' })
    const numbers = frames.slice(0, -1).map((frame) => (frame['data'] as { tx_signature: string }).tx_signature)
    expect(numbers).toEqual(Array.from(numbers, (_, n) => `sol-trade-${n}`))
    expect((await socket.closed).code).toBe(1008)
  })

  it('readers with numbers of their own share the bytes of a trade, also while one of them does not read', async () => {
    const { server, keys, jobs } = await start({})
    const publish = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n += 100) {
        jobs.trade(
          'sol',
          Array.from({ length: 100 }, (_, i) => storyTrade(SOL, n + i)),
        )
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const join = async () => {
      const socket = await openSocket(server.wsUrl, { key: keys.reader })
      socket.send({ op: 'subscribe', ...trades })
      await socket.until((frame) => frame['op'] === 'subscribed')
      return socket
    }
    const begins = [0, 1_000, 1_100]
    const sockets = [await join()]
    for (const [n, from] of begins.slice(0, -1).entries()) {
      await publish(from, begins[n + 1] ?? 0)
      sockets.push(await join())
    }
    sockets[1]?.ws.pause()
    await publish(1_100, 15_000)
    sockets[1]?.ws.resume()
    for (const [n, socket] of sockets.entries()) {
      const events = await socket.until((frame) => (frame['data'] as { tx_signature?: string } | undefined)?.tx_signature === 'sol-trade-14999')
      const wanted = Array.from({ length: 15_000 - (begins[n] ?? 0) }, (_, i) => [i + 1, `sol-trade-${i + (begins[n] ?? 0)}`])
      expect(events.map(({ seq, data }) => [seq, (data as { tx_signature: string }).tx_signature])).toEqual(wanted)
    }
  })

  it('a peer that answers no ping is cut; one that does stays', async () => {
    const { server, keys } = await start({ limits: { heartbeatMs: 50, silentPeerMs: 300 } })
    const silent = await openSocket(server.wsUrl, { key: keys.reader, autoPong: false })
    const alive = await openSocket(server.wsUrl, { key: keys.reader })
    await silent.closed
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await alive.settled()).toMatchObject([{ op: 'ready' }])
  })

  it('a stall of the service longer than that cuts no peer', async () => {
    const { server, keys } = await start({ limits: { heartbeatMs: 50, silentPeerMs: 300 } })
    const alive = await openSocket(server.wsUrl, { key: keys.reader })
    await alive.settled()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    alive.send({ op: 'ping' })
    expect((await alive.until((frame) => frame['op'] === 'pong')).at(-1)).toMatchObject({ op: 'pong' })
  })

  it('1001 when the service stops', async () => {
    const { server, keys } = await start({})
    const socket = await openSocket(server.wsUrl, { key: keys.reader })
    await Promise.all([server.close(), socket.closed])
    expect(await socket.closed).toEqual({ code: 1001, reason: 'shutdown' })
  })
})

describe('back-pressure', () => {
  it('a full-state stream keeps only the newest event while the peer is behind', async () => {
    const engine = new FakeEngine()
    engine.set(SOL.token, smallRecords())
    const { server, keys } = await start({ engine: async () => engine, limits: { holdBackBytes: 64 * 1024 } })
    const socket = await openSocket(server.wsUrl, { key: keys.reader })
    socket.send({ op: 'subscribe', ...metrics })
    await socket.until((frame) => frame['op'] === 'event')
    socket.ws.pause()
    const rounds = 50_000
    for (let n = 1; n <= rounds; n++) {
      engine.set(SOL.token, smallRecords({ gini: n / rounds }))
      if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    socket.ws.resume()
    const frames = await socket.until((frame) => (frame['data'] as { gini?: number } | undefined)?.gini === 1)
    expect(frames.length).toBeLessThan(rounds)
    const values = frames.map((frame) => (frame['data'] as { gini: number }).gini)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  })
})
