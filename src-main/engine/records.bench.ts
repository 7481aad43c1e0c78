import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import { elapsed, figure, median, type BenchRow } from '../lib/testing/bench.ts'
import { silentLogger } from '../lib/logger.ts'
import type { Store } from '../store/interface.ts'
import { BENCH_TOKEN, laterBlock, openBenchStore, type BenchSize } from './testing/bench-token.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './interface.ts'
import { RECORD_NAMES } from './messages.ts'

/**
 * Time from stored rows to records in the engine's worker, and the longest delay of the main thread's event loop meanwhile, against
 * the limits of docs/performance.md. Each trade is followed by the seven records that streams send. The records made on request,
 * among them the list of all holders, have their own row. A full computation begins with a running worker that has read nothing,
 * because starting a worker from TypeScript takes 0.4 s that the built app does not spend.
 *
 * Work on the event loop delays it, and so does a machine without a free core. A clock cannot separate the two. So the row also
 * has the CPU time of the longest turn, and the longest delay of an idle process at the same time.
 */

const LARGE: BenchSize = { holders: 10_000, transfers: 1_000_000 }
const USUAL: BenchSize = { holders: 1_000, transfers: 5_000 }
const ROUNDS = 5
const TRADES = 20
/** Trades discarded while the JIT compiler warms up. */
const WARM_UP = 5
const COUNT_MS = 3_000
const TRADE_MS = 10
const BLOCKED_MS = 16
/** Requested to wake the worker. Nothing is stored for it. */
const UNKNOWN_TOKEN: TokenKey = { network: BENCH_TOKEN.network, address: trustedAddress('unknown') }
const RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url))

async function withStore<T>(size: BenchSize, work: (store: Store) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'holderscope-bench-'))
  const store = await openBenchStore(join(folder, 'store.db'), size)
  try {
    return await work(store)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Requests every record. Cached records cost nothing. */
async function allRecords(engine: Engine): Promise<void> {
  for (const name of RECORD_NAMES) await engine.record(BENCH_TOKEN, name)
}

async function withEngine<T>(store: Store, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await createEngine({ store, clock: { now: Date.now }, logger: silentLogger, resourcesDir: RESOURCES })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Milliseconds to compute all records on a worker without cached facts. */
const cold = (store: Store): Promise<number> =>
  withEngine(store, async (engine) => {
    await engine.query(UNKNOWN_TOKEN, 'early', {})
    return elapsed(() => allRecords(engine))
  })

interface AfterTrade {
  /** Until the streamed records include the trade. */
  readonly streamed: number[]
  /** Until all records include it. */
  readonly all: number[]
}

/** Milliseconds from each trade, stored as live following stores it, to the records that include it. */
function perTrade(store: Store, size: BenchSize): Promise<AfterTrade> {
  return withEngine(store, async (engine) => {
    const times: AfterTrade = { streamed: [], all: [] }
    await allRecords(engine)
    for (let n = 0; n < WARM_UP + TRADES; n++) {
      await store.write.saveBlocks({ token: BENCH_TOKEN, blocks: laterBlock(size, n) })
      engine.factsChanged(BENCH_TOKEN)
      const streamed = await elapsed(() => engine.record(BENCH_TOKEN, 'overview'))
      const rest = await elapsed(() => allRecords(engine))
      if (n < WARM_UP) continue
      times.streamed.push(streamed)
      times.all.push(streamed + rest)
    }
    return times
  })
}

/** Maximum delays while some work ran, in milliseconds. */
interface HeldUp {
  /** Between two turns of the caller's loop. */
  readonly ms: number
  /** CPU time of the caller's thread between two turns, not always the two furthest apart. */
  readonly cpuMs: number
  /** Between two turns of a process that does nothing. */
  readonly idleMs: number
}

async function heldUp<T>(work: () => Promise<T>): Promise<HeldUp & { result: T }> {
  const idle = await idleProcess()
  const delays = monitorEventLoopDelay({ resolution: 1 })
  let cpuMs = 0
  let before = process.threadCpuUsage()
  const turns = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    cpuMs = Math.max(cpuMs, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, 1)
  delays.enable()
  const result = await work()
  delays.disable()
  clearInterval(turns)
  return { result, ms: delays.max / 1e6, cpuMs, idleMs: await idle.longest() }
}

const IDLE = `
  const delays = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 })
  process.stdin.resume().on('end', () => process.stdout.write(String(delays.max / 1e6)))
  setTimeout(() => { delays.enable(); process.stdout.write('ready ') }, 100)`

async function idleProcess(): Promise<{ longest(): Promise<number> }> {
  const child = spawn(process.execPath, ['-e', IDLE], { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child.stdout, 'data')
  return {
    async longest() {
      const ended = once(child, 'close')
      child.stdin.end()
      await ended
      return Number(said.replace('ready ', ''))
    },
  }
}

function row(work: string, times: readonly number[], limit: number): BenchRow {
  const ratios = times.map((ms) => limit / ms)
  return {
    work,
    ours: `${figure(median(times))} ms`,
    peer: `the limit, ${figure(limit)} ms`,
    ratio: median(ratios),
    goal: 'at least 1',
    spread: [Math.min(...ratios), Math.max(...ratios)],
    rounds: times.length,
  }
}

function heldUpRow(all: readonly HeldUp[]): BenchRow {
  const middle = (of: (one: HeldUp) => number): number => median(all.map(of))
  const times = all.map(({ ms }) => ms)
  return {
    ...row('longest hold-up of the main thread meanwhile, each count and all trades', times, BLOCKED_MS),
    ours: `${figure(middle(({ ms }) => ms))} ms, on a processor ${figure(middle(({ cpuMs }) => cpuMs))} ms`,
    peer: `the limit, ${figure(BLOCKED_MS)} ms; an idle process: ${figure(middle(({ idleMs }) => idleMs))} ms`,
    cpuRatio: middle(({ cpuMs }) => BLOCKED_MS / cpuMs),
  }
}

export async function run(): Promise<BenchRow[]> {
  const large = await withStore(LARGE, async (store) => {
    const counts: (HeldUp & { result: number })[] = []
    for (let i = 0; i < ROUNDS; i++) counts.push(await heldUp(() => cold(store)))
    return { counts, later: await heldUp(() => perTrade(store, LARGE)) }
  })
  const usual = await withStore(USUAL, (store) => perTrade(store, USUAL))
  const times = large.counts.map(({ result }) => result)
  const token = '10,000 holders, 1,000,000 transfers'
  return [
    row(`rows to all records: ${token}, 666,666 of them trades`, times, COUNT_MS),
    row(`one trade to the records that streams send: ${token}`, large.later.result.streamed, TRADE_MS),
    row(`one trade to all records, lists of all holders too: ${token}`, large.later.result.all, TRADE_MS),
    row('one trade to all records: 1,000 holders, 5,000 transfers', usual.all, TRADE_MS),
    heldUpRow([...large.counts, large.later]),
  ]
}
