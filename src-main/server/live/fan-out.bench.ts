import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { WebSocketServer } from 'ws'
import { figure, interleaved, median, ThreadTimes, type BenchRow } from '../../lib/testing/bench.ts'
import { tradeToRecord } from '../../records/trade.ts'
import { startRunning } from '../testing/running.ts'
import type { SinkOrder } from '../testing/sink-worker.ts'
import { SOL, storyTrade } from '../testing/story.ts'
import { eventHead, eventTail, webSocketFrame } from './frames.ts'

const SUBSCRIBERS = 1_000
const EVENTS = 20
const ROUNDS = 21
const A_DAY_MS = 86_400_000
/** Time for the last acknowledgements to be read before bytes are counted. */
const SETTLE_MS = 500

const trades = Array.from({ length: EVENTS }, (_, n) => ({ ...storyTrade(SOL, n), tx: 'x'.repeat(480) }))
const address = SOL.token.address
const TIMESTAMP = '2023-11-14T22:13:20.000Z'
const dataOf = (n: number) => tradeToRecord(trades[n] ?? storyTrade(SOL, n))
/** @param seq absent from the frames of peers */
const eventText = (n: number, seq?: number): string =>
  JSON.stringify({ op: 'event', network: 'sol', address, stream: 'dex_trades', timestamp: TIMESTAMP, data: dataOf(n), seq })

/** Bytes of a server's text frame around a payload of this size. */
const frameBytes = (payload: number): number => payload + (payload < 126 ? 2 : 4)

const portOf = (server: Server): number => (server.address() as AddressInfo).port

type Publish = (n: number) => void

interface Subscribers {
  /** Publishes an event every turn of the event loop, without waiting for delivery. */
  flooded(publish: Publish): Promise<number>
  /** Publishes each event once all readers have the previous one. */
  oneByOne(publish: Publish): Promise<number>
  close(): Promise<void>
}

/** Opens all subscribers of one server. Each method returns the milliseconds until every subscriber has received everything. */
async function openSubscribers(order: SinkOrder, isNumbered = false): Promise<Subscribers> {
  let seq = 0
  const worker = new Worker(new URL('../testing/sink-worker.ts', import.meta.url))
  const exchange = async (message: unknown, answer: string): Promise<void> => {
    worker.postMessage(message)
    const [got] = (await once(worker, 'message')) as [string]
    if (got !== answer) throw new Error(got)
  }
  await exchange(order, 'open')
  await delay(SETTLE_MS)
  const nextSizes = (): number[] => trades.map((_, n) => SUBSCRIBERS * frameBytes(Buffer.byteLength(eventText(n, isNumbered ? ++seq : undefined))))
  const reading = async (bytes: number, work: () => Promise<void> | void): Promise<number> => {
    await exchange({ expect: bytes }, 'armed')
    const reached = once(worker, 'message')
    const start = performance.now()
    await work()
    await reached
    return performance.now() - start
  }
  return {
    flooded: (publish) =>
      reading(
        nextSizes().reduce((sum, bytes) => sum + bytes, 0),
        async () => {
          for (let n = 0; n < EVENTS; n++) {
            publish(n)
            await new Promise((resolve) => setImmediate(resolve))
          }
        },
      ),
    async oneByOne(publish) {
      let ms = 0
      for (const [n, bytes] of nextSizes().entries()) ms += await reading(bytes, () => publish(n))
      return ms
    },
    async close() {
      worker.postMessage('close')
      await worker.terminate()
    },
  }
}

/** A server that accepts any handshake and reads nothing: the lower bound, because all of its work is writing. */
async function bareSockets(): Promise<{ readonly server: Server; readonly sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    sockets.push(socket.setNoDelay(true).on('error', () => socket.destroy()))
    socket.once('data', () => socket.resume().write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, sockets }
}

/**
 * Trades to 1,000 subscribers, against a ws server that serialises once and sends the same buffer to each. The sides alternate in short turns, so a
 * slow moment of the machine affects both. One by one, no frames can be joined: both sides write once per frame, and most of either figure is system
 * time. In a flood, the next trade arrives before all subscribers have received the last one. Frames pending for a subscriber then leave in one
 * write, which a bare ws server does not do.
 *
 * The last row shows the one-by-one limit: this process writes the frame, built once, to bare TCP sockets, against the same peer.
 */
export async function run(): Promise<BenchRow[]> {
  // Readers that only count bytes answer no pings either.
  const running = await startRunning({ storeThreads: true, limits: { silentPeerMs: A_DAY_MS } })
  const frame = JSON.stringify({ op: 'subscribe', network: 'sol', address, stream: 'dex_trades' })
  const ours = await openSubscribers({ port: running.server.port, sockets: SUBSCRIBERS, query: `?api-key=${running.keys.reader}`, frame }, true)

  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const peerServer = new WebSocketServer({ server: http, perMessageDeflate: false })
  const peer = await openSubscribers({ port: portOf(http), sockets: SUBSCRIBERS, query: '', frame })

  const bare = await bareSockets()
  const limit = await openSubscribers({ port: portOf(bare.server), sockets: SUBSCRIBERS, query: '', frame })

  const publishOurs = (n: number): void => running.jobs.trade('sol', trades.slice(n, n + 1))
  const publishPeer = (n: number): void => {
    const payload = Buffer.from(eventText(n))
    for (const client of peerServer.clients) client.send(payload, { binary: false })
  }
  const head = eventHead('sol', address)
  const publishBare = (n: number): void => {
    const json = Buffer.concat([head, eventTail('dex_trades', TIMESTAMP, JSON.stringify(dataOf(n))), Buffer.from('}')])
    const built = Buffer.concat([Buffer.from(webSocketFrame.before(json.length, null), 'latin1'), json])
    for (const socket of bare.sockets) socket.write(built)
  }
  const rate = (ms: readonly number[]): string => `${figure(((SUBSCRIBERS * EVENTS) / median(ms)) * 1000)} frames/s`
  const work = `${EVENTS} trades of ${figure(Buffer.byteLength(eventText(0)))} B to ${figure(SUBSCRIBERS)} subscribers`
  const oneByOne = 'each when all have the one before'
  const row = async (
    way: 'oneByOne' | 'flooded',
    readers: Subscribers,
    publish: Publish,
    words: Pick<BenchRow, 'work' | 'ours' | 'goal'>,
  ): Promise<BenchRow> => {
    const cpu = new ThreadTimes()
    const result = await interleaved(
      ROUNDS,
      () => cpu.of('ours', () => readers[way](publish)),
      () => cpu.of('peer', () => peer[way](publishPeer)),
    )
    return {
      ...words,
      ours: `${words.ours}${rate(result.ours)}`,
      peer: `ws 8.23.0, one shared buffer: ${rate(result.peer)}`,
      ratio: result.ratio,
      spread: result.spread,
      rounds: ROUNDS,
      cpuRatio: cpu.ratio,
    }
  }
  const rows = [
    await row('oneByOne', ours, publishOurs, { work: `${work}, ${oneByOne}`, ours: '', goal: '≥ 1.2' }),
    await row('flooded', ours, publishOurs, { work: `${work}, one a turn`, ours: '', goal: '≥ 1.2' }),
    await row('oneByOne', limit, publishBare, { work: `${work}, ${oneByOne}: the limit`, ours: 'bare TCP, the built frame: ', goal: 'none' }),
  ]
  await Promise.all([ours.close(), peer.close(), limit.close()])
  bare.server.close()
  peerServer.close()
  http.close()
  await running.stop()
  return rows
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
