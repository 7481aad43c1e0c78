import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { ChainAdapter, NetworkBlock, NetworkUpdate } from '../../../src-main/chains/adapter.ts'
import { figure, median, type BenchRow } from '../../../src-main/lib/testing/bench.ts'
import { startRunning, type Running } from '../../../src-main/server/testing/running.ts'
import type { FirehoseOrder, FirehoseResult } from '../../../src-main/server/testing/firehose-worker.ts'
import { SOL, STORY_NOW_MS, storyTrade } from '../../../src-main/server/testing/story.ts'

const EVERYTHING = 50
const ADDRESSES = 1_000
const TRADES_PER_SECOND = 4_000
const SLOT_MS = 400
const TRADES_PER_BLOCK = (TRADES_PER_SECOND * SLOT_MS) / 1000
const FIRST_BLOCK = 1_000
const LIMIT_MS = 100
const ROUNDS = 5
/** Time for trades in flight after the last block. */
const LATE_MS = 5_000
const TICK_MS = 5
/** Total of all rounds. */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20)

interface Round extends FirehoseResult {
  readonly expected: number
  /** CPU milliseconds per block: of the thread that prices, publishes and serves; in the kernel; and of all other threads, which read. */
  readonly work: number
  readonly kernel: number
  readonly others: number
  /** The most CPU milliseconds that the server's thread used without a timer in between. By the clock, this thread also waits for the readers. */
  readonly longestCpuMs: number
  /** The longest delay of the event loop by the clock, and the 99th percentile. */
  readonly longestMs: number
  readonly delayMs: number
  readonly rss: number
}

const now = (): number => performance.timeOrigin + performance.now()

/** Addresses that are not tokens, so a subscription to them follows the whole network. */
const addressOf = (n: number): string => `Wa11et${String(n).padStart(37, 'x').replaceAll('0', 'z')}`
const subscribeFrame = (address: string): string => JSON.stringify({ op: 'subscribe', subs: [{ network: 'sol', address, stream: 'dex_trades' }] })

/** Blocks that the bench hands to the follower of the network. */
class Blocks {
  readonly #given: NetworkBlock[] = []
  #wake = (): void => undefined
  #number = FIRST_BLOCK

  give(first: number): void {
    const number = this.#number++
    const stamp = Math.round(now() * 1000)
    const trades = Array.from({ length: TRADES_PER_BLOCK }, (_, tx) => ({
      ...storyTrade(SOL, tx),
      ...{ position: { block: number, tx, event: 0 }, time: STORY_NOW_MS / 1000, tx: `${first + tx}:${stamp}` },
      ...{ signer: trustedAddress(addressOf((first + tx) % ADDRESSES)), receiver: null },
    }))
    this.#given.push({ number, hash: `hash-of-${number}`, time: STORY_NOW_MS / 1000, trades })
    this.#wake()
  }

  async *follow(_from: number, _pools: unknown, signal: AbortSignal): AsyncGenerator<NetworkUpdate> {
    signal.addEventListener('abort', () => this.#wake())
    yield { kind: 'state', state: 'live', behind: 0, message: null }
    while (!signal.aborted) {
      const block = this.#given.shift()
      if (block !== undefined) yield { kind: 'block', block }
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/** @returns a function that stops the timer and returns the most CPU milliseconds between two of its runs */
function watchTurns(): () => number {
  const cpu = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [before, longest] = [cpu(), 0]
  const timer = setInterval(() => {
    const now = cpu()
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

async function round({ server, keys }: Running, blocks: Blocks, seconds: number): Promise<Round> {
  const worker = new Worker(new URL('../../../src-main/server/testing/firehose-worker.ts', import.meta.url))
  const count = Math.round((seconds * 1000) / SLOT_MS)
  const trades = count * TRADES_PER_BLOCK
  const shares = Array.from({ length: ADDRESSES }, (_, n) => subscribeFrame(addressOf(n)))
  const order: FirehoseOrder = {
    port: server.port,
    clients: EVERYTHING,
    query: `?api-key=${keys.firehose}`,
    frames: [subscribeFrame('ALL')],
    shares,
    trades,
  }
  worker.postMessage(order)
  const [opened] = (await once(worker, 'message')) as [string]
  if (opened !== 'open') throw new Error(opened)
  while (server.subscriptions() < EVERYTHING + ADDRESSES) await delay(TICK_MS)
  // Waits for the acknowledgements. Nothing is sent before them.
  await delay(1_000)
  const answered = once(worker, 'message') as Promise<[FirehoseResult]>
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const longestTurn = watchTurns()
  const [thread, process0] = [process.threadCpuUsage(), process.cpuUsage()]
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    await delay(Math.max(0, start + n * SLOT_MS - performance.now()))
    blocks.give(n * TRADES_PER_BLOCK)
  }
  const late = setTimeout(() => worker.postMessage('report'), LATE_MS)
  const [result] = await answered
  clearTimeout(late)
  const [own, all] = [process.threadCpuUsage(thread), process.cpuUsage(process0)]
  const perBlock = (microseconds: number): number => microseconds / 1000 / count
  const work = perBlock(own.user + own.system)
  const longestCpuMs = longestTurn()
  loop.disable()
  const rss = process.memoryUsage().rss
  worker.postMessage('close')
  while (server.subscriptions() > 0) await delay(TICK_MS)
  await worker.terminate()
  const expected = (EVERYTHING + 1) * trades
  const cpu = { work, kernel: perBlock(own.system), others: perBlock(all.user + all.system) - work }
  return { ...result, ...cpu, expected, longestCpuMs, longestMs: loop.max / 1e6, delayMs: loop.percentile(99) / 1e6, rss }
}

/** Follows a whole busy network over real sockets: no block is lost or out of order. Measures the age of trades on arrival. */
export async function run(): Promise<BenchRow[]> {
  const blocks = new Blocks()
  const adapter = {
    network: 'sol',
    head: async () => ({ number: FIRST_BLOCK - 1, hash: '', time: STORY_NOW_MS / 1000 }),
    token: async () => null,
    wholeNetwork: { follow: (from: number, pools: unknown, signal: AbortSignal) => blocks.follow(from, pools, signal) },
    close: async () => undefined,
  } as unknown as ChainAdapter
  const running = await startRunning({ storeThreads: true, chains: { sources: { sol: ['http://127.0.0.1:1'] }, openAdapter: () => adapter } })
  await round(running, blocks, 2)
  const rounds: Round[] = []
  for (let n = 0; n < ROUNDS; n++) rounds.push(await round(running, blocks, SECONDS / ROUNDS))
  await running.stop()
  const sum = (pick: (one: Round) => number): string => figure(rounds.reduce((total, one) => total + pick(one), 0))
  const middle = (pick: (one: Round) => number): string => figure(median(rounds.map(pick)))
  const ratios = rounds.map(({ p99 }) => LIMIT_MS / p99)
  return [
    {
      work: `blocks of ${figure(TRADES_PER_BLOCK)} trades, ${figure(TRADES_PER_SECOND)} a second for ${SECONDS} s, to ${EVERYTHING} ALL and ${figure(ADDRESSES)} addresses`,
      ours: `p99 ${middle(({ p99 }) => p99)} ms from block to frame, ${sum(({ expected, received }) => expected - received)} of ${sum(({ expected }) => expected)} frames lost, ${sum(({ outOfOrder }) => outOfOrder)} twice or out of order, event loop blocked for at most ${middle(({ longestCpuMs }) => longestCpuMs)} ms of CPU, delayed by ${middle(({ delayMs }) => delayMs)} ms at p99 and at most ${middle(({ longestMs }) => longestMs)} ms by the clock, CPU for a block: ${middle(({ work }) => work)} ms of the server's thread, ${middle(({ kernel }) => kernel)} of them in the kernel, and ${middle(({ others }) => others)} ms of the readers, process ${middle(({ rss }) => rss / 2 ** 20)} MB`,
      peer: `the limit of ${LIMIT_MS} ms`,
      ratio: median(ratios),
      cpuRatio: LIMIT_MS / median(rounds.map(({ work }) => work)),
      goal: '≥ 1, none lost, none twice, loop ≤ 16 ms',
      spread: [Math.min(...ratios), Math.max(...ratios)],
      rounds: ROUNDS,
    },
  ]
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
