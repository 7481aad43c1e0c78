import { statSync } from 'node:fs'
import { elapsed, figure, interleaved, median, ThreadTimes, type BenchRow, type Rounds } from '../lib/testing/bench.ts'
import { tradeWorld } from './testing/bench-trades.ts'
import { write } from './dispatch.ts'
import { openWriter } from './connection/database.ts'
import { bareRows, bareTrades } from './testing/bare-trades.ts'
import { naiveTrades } from './testing/naive-trades.ts'
import { plainTrades } from './testing/plain-trades.ts'
import { tempStore } from './testing/samples.ts'

const TRADES = 200_000
const BATCH = 10_000
const ROUNDS = 5
const SEED = 7

/**
 * Storing 200,000 trades in batches of 10,000, against three peers:
 * - a table with text addresses and indices for the same queries: the obvious first version;
 * - a plain program over our own tables and indices that starts from the same trades, as the store does: the cost of the store's own
 *   bookkeeping over bare better-sqlite3;
 * - bare statements over the same tables, with ids and values computed before the clock starts: the limit. No program
 *   reaches it from trades, because assigning ids to texts is a good part of the work. The row shows how large that part is. Its
 *   values are made last, because a heap that holds them slows everything else.
 */
export async function run(): Promise<BenchRow[]> {
  const world = tradeWorld(SEED)
  const batches = Array.from({ length: TRADES / BATCH }, () => world.next(BATCH))
  const bytes = { ours: 0, peer: 0 }

  async function ours(cpu: ThreadTimes): Promise<number> {
    const temp = tempStore()
    const { db, close } = openWriter(temp.path)
    const ms = await cpu.of('ours', () =>
      elapsed(() => {
        for (const rows of batches) write(db, 'saveTrades', { network: 'sol', rows, token: null, covers: null })
      }),
    )
    close()
    bytes.ours = statSync(temp.path).size
    temp.remove()
    return ms
  }

  async function peer<T>(cpu: ThreadTimes, open: (path: string) => { save(batch: T): void; close(): void }, given: readonly T[]): Promise<number> {
    const temp = tempStore()
    const { save, close } = open(temp.path)
    const ms = await cpu.of('peer', () =>
      elapsed(() => {
        for (const batch of given) save(batch)
      }),
    )
    close()
    bytes.peer = statSync(temp.path).size
    temp.remove()
    return ms
  }

  async function against(measured: (cpu: ThreadTimes) => Promise<number>): Promise<Rounds & { cpuRatio: number }> {
    const cpu = new ThreadTimes()
    const rounds = await interleaved(
      ROUNDS,
      () => ours(cpu),
      () => measured(cpu),
    )
    return { ...rounds, cpuRatio: cpu.ratio }
  }

  const naive = await against((cpu) => peer(cpu, naiveTrades, batches))
  const naiveBytes = bytes.peer
  const plain = await against((cpu) => peer(cpu, plainTrades, batches))
  const workedOut = bareRows(batches)
  const limit = await against((cpu) => peer(cpu, bareTrades, workedOut))
  const words = (ms: readonly number[], size: number) => `${figure((TRADES / median(ms)) * 1000)} trades/s, ${figure(size / TRADES)} B each`
  return [
    {
      work: `store ${figure(TRADES)} trades in batches of ${figure(BATCH)}`,
      ours: words(naive.ours, bytes.ours),
      peer: `better-sqlite3 13.2.0, text columns: ${words(naive.peer, naiveBytes)}`,
      ratio: naive.ratio,
      goal: '≥ 2',
      spread: naive.spread,
      rounds: ROUNDS,
      cpuRatio: naive.cpuRatio,
    },
    {
      work: `store ${figure(TRADES)} trades in batches of ${figure(BATCH)}`,
      ours: words(plain.ours, bytes.ours),
      peer: `better-sqlite3 13.2.0, our tables, a plain program: ${figure((TRADES / median(plain.peer)) * 1000)} trades/s`,
      ratio: plain.ratio,
      goal: '≥ 0.9',
      spread: plain.spread,
      rounds: ROUNDS,
      cpuRatio: plain.cpuRatio,
    },
    {
      work: `store ${figure(TRADES)} trades in batches of ${figure(BATCH)}`,
      ours: words(limit.ours, bytes.ours),
      peer: `better-sqlite3 13.2.0, our tables, values worked out before: ${figure((TRADES / median(limit.peer)) * 1000)} trades/s`,
      ratio: limit.ratio,
      goal: 'a limit',
      spread: limit.spread,
      rounds: ROUNDS,
      cpuRatio: limit.cpuRatio,
    },
  ]
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
