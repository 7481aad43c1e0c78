import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { figure, median, type BenchRow } from '../../lib/testing/bench.ts'
import { startRunning, type Running } from '../testing/running.ts'
import type { FirehoseOrder, FirehoseResult } from '../testing/firehose-worker.ts'
import { SOL, storyTrade } from '../testing/story.ts'

const CLIENTS = 50
const SUBSCRIPTIONS = 200
const TRADES_PER_SECOND = 2_000
const LIMIT_MS = 50
const ROUNDS = 5
const TICK_MS = 5
/** Time for trades still in flight when the last one has been sent. */
const LATE_MS = 5_000
/** Total of all rounds. BENCH_SECONDS=60 is the full length. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)

interface Round extends FirehoseResult {
  readonly expected: number
  readonly heapGrowth: number
  /** Share of one core that is used by the thread that makes the trades and serves the clients. */
  readonly busy: number
}

const now = (): number => performance.timeOrigin + performance.now()

/** Every client subscribes to all trades, and also to addresses that never trade. */
const subscribeFrame = JSON.stringify({
  op: 'subscribe',
  subs: [
    { network: 'sol', address: 'ALL', stream: 'dex_trades' },
    ...Array.from({ length: SUBSCRIPTIONS - 1 }, (_, n) => ({
      network: 'eth',
      address: `0x${(n + 1).toString(16).padStart(40, '0')}`,
      stream: 'dex_trades',
    })),
  ],
})

async function round({ server, keys, jobs }: Running, seconds: number): Promise<Round> {
  const worker = new Worker(new URL('../testing/firehose-worker.ts', import.meta.url))
  const trades = TRADES_PER_SECOND * seconds
  const order: FirehoseOrder = { port: server.port, clients: CLIENTS, query: `?api-key=${keys.firehose}`, frames: [subscribeFrame], trades }
  worker.postMessage(order)
  const [opened] = (await once(worker, 'message')) as [string]
  if (opened !== 'open') throw new Error(opened)
  while (server.subscriptions() < CLIENTS * SUBSCRIPTIONS) await delay(TICK_MS)
  const answered = once(worker, 'message') as Promise<[FirehoseResult]>
  const heapBefore = process.memoryUsage().heapUsed
  const cpuBefore = process.threadCpuUsage()
  const start = performance.now()
  for (let sent = 0; sent < trades;) {
    const due = Math.min(trades, Math.floor(((performance.now() - start) / 1000) * TRADES_PER_SECOND))
    const batch = Array.from({ length: due - sent }, (_, n) => ({ ...storyTrade(SOL, sent + n), tx: `${sent + n}:${Math.round(now() * 1000)}` }))
    jobs.trade('sol', batch)
    sent = due
    await delay(TICK_MS)
  }
  const late = setTimeout(() => worker.postMessage('report'), LATE_MS)
  const cpu = process.threadCpuUsage(cpuBefore)
  const busy = (cpu.user + cpu.system) / 1000 / (performance.now() - start)
  const [result] = await answered
  clearTimeout(late)
  const heapGrowth = process.memoryUsage().heapUsed - heapBefore
  worker.postMessage('close')
  while (server.subscriptions() > 0) await delay(TICK_MS)
  await worker.terminate()
  return { ...result, expected: CLIENTS * trades, heapGrowth, busy }
}

/** A firehose of trades to clients that inspect each one: none lost, none out of order, and their age on arrival. */
export async function run(): Promise<BenchRow[]> {
  const running = await startRunning({ storeThreads: true })
  await round(running, 1)
  const rounds: Round[] = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round(running, SECONDS / ROUNDS))
  await running.stop()
  const sum = (pick: (one: Round) => number): number => rounds.reduce((total, one) => total + pick(one), 0)
  const p99s = rounds.map(({ p99 }) => p99)
  const ratios = p99s.map((p99) => LIMIT_MS / p99)
  return [
    {
      work: `${figure(TRADES_PER_SECOND)} trades/s for ${SECONDS} s to ${CLIENTS} clients × ${SUBSCRIPTIONS} subscriptions`,
      ours: `p99 ${figure(median(p99s))} ms, ${figure(sum(({ expected, received }) => expected - received))} of ${figure(sum(({ expected }) => expected))} frames lost, ${figure(sum(({ outOfOrder }) => outOfOrder))} out of order, heap ${figure(median(rounds.map(({ heapGrowth }) => heapGrowth / 2 ** 20)))} MB a round, server thread busy ${figure(median(rounds.map(({ busy }) => busy * 100)))} %`,
      peer: `the limit of ${LIMIT_MS} ms`,
      ratio: median(ratios),
      goal: '≥ 1, none lost, none out of order',
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: ROUNDS,
    },
  ]
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
