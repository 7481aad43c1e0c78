import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { WebSocketServer } from 'ws'
import { figure, interleaved, median, type BenchRow } from '../../lib/bench.ts'
import { tradeToRecord } from '../../records/trade.ts'
import { startRunning } from '../testing/running.ts'
import type { SinkOrder } from '../testing/sink-worker.ts'
import { SOL, storyTrade } from '../testing/story.ts'

const SUBSCRIBERS = 1_000
const EVENTS = 100
const ROUNDS = 5
/** Time for the last acknowledgements to be read before bytes are counted. */
const SETTLE_MS = 500

const trades = Array.from({ length: EVENTS }, (_, n) => ({ ...storyTrade(SOL, n), tx: 'x'.repeat(480) }))
const address = SOL.token.address
const eventText = (n: number): string =>
  JSON.stringify({
    op: 'event',
    network: 'sol',
    address,
    stream: 'dex_trades',
    timestamp: '2023-11-14T22:13:20.000Z',
    data: tradeToRecord(trades[n] ?? storyTrade(SOL, n)),
  })

/** Bytes of a server's text frame around a payload of this size. */
const frameBytes = (payload: number): number => payload + (payload < 126 ? 2 : 4)

/** A crowd of readers on one server, and the time it takes until all of them have everything. */
async function crowd(order: SinkOrder): Promise<{ timed(publish: (n: number) => void): Promise<number>; close(): Promise<void> }> {
  const worker = new Worker(new URL('../testing/sink-worker.ts', import.meta.url))
  const told = async (message: unknown, answer: string): Promise<void> => {
    worker.postMessage(message)
    const [got] = (await once(worker, 'message')) as [string]
    if (got !== answer) throw new Error(got)
  }
  await told(order, 'open')
  await delay(SETTLE_MS)
  const expected = SUBSCRIBERS * trades.reduce((sum, _, n) => sum + frameBytes(Buffer.byteLength(eventText(n))), 0)
  return {
    async timed(publish) {
      await told({ expect: expected }, 'armed')
      const reached = once(worker, 'message')
      const start = performance.now()
      for (let n = 0; n < EVENTS; n++) {
        publish(n)
        // One event per turn, as they come from a chain: no batch helps either side.
        await new Promise((resolve) => setImmediate(resolve))
      }
      await reached
      return performance.now() - start
    },
    async close() {
      worker.postMessage('close')
      await worker.terminate()
    },
  }
}

/** One trade a turn to 1,000 subscribers, against a ws server that serialises once and sends the same buffer to each. */
export async function run(): Promise<BenchRow[]> {
  const running = await startRunning()
  const frame = JSON.stringify({ op: 'subscribe', network: 'sol', address, stream: 'dex_trades' })
  const ours = await crowd({ port: running.server.port, sockets: SUBSCRIBERS, query: `?api-key=${running.keys.reader}`, frame })

  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const peerServer = new WebSocketServer({ server: http, perMessageDeflate: false })
  const peer = await crowd({ port: (http.address() as AddressInfo).port, sockets: SUBSCRIBERS, query: '', frame })

  const result = await interleaved(
    ROUNDS,
    () => ours.timed((n) => running.jobs.trade('sol', trades.slice(n, n + 1))),
    () =>
      peer.timed((n) => {
        const payload = Buffer.from(eventText(n))
        for (const client of peerServer.clients) client.send(payload, { binary: false })
      }),
  )
  await Promise.all([ours.close(), peer.close()])
  peerServer.close()
  http.close()
  await running.stop()
  const rate = (ms: readonly number[]): string => `${figure(((SUBSCRIBERS * EVENTS) / median(ms)) * 1000)} frames/s`
  return [
    {
      work: `${EVENTS} trades of ${figure(Buffer.byteLength(eventText(0)))} B to ${figure(SUBSCRIBERS)} subscribers`,
      ours: rate(result.ours),
      peer: `ws 8.23.0, one shared buffer: ${rate(result.peer)}`,
      ratio: result.ratio,
      goal: '≥ 1.2',
      spread: result.spread,
      rounds: ROUNDS,
    },
  ]
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
