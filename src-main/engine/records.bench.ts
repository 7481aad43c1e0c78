import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { elapsed, figure, median, type BenchRow } from '../lib/bench.ts'
import { silentLogger } from '../lib/logger.ts'
import type { Store } from '../store/interface.ts'
import { BENCH_TOKEN, laterBlock, openBenchStore, type BenchSize } from './bench-token.ts'
import { createEngine } from './engine.ts'

/** From stored rows to all records in the engine's worker, against the limits of the goals. */

const LARGE: BenchSize = { holders: 10_000, transfers: 1_000_000 }
const USUAL: BenchSize = { holders: 1_000, transfers: 5_000 }
const ROUNDS = 5
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

/** Milliseconds of one count on a worker that has nothing kept. */
async function cold(store: Store): Promise<number> {
  const engine = await createEngine({ store, clock: { now: Date.now }, logger: silentLogger, resourcesDir: RESOURCES })
  try {
    return await elapsed(() => engine.record(BENCH_TOKEN, 'overview'))
  } finally {
    await engine.close()
  }
}

/** Milliseconds from a trade, stored as following a chain stores it, to the records that have it, each time. */
async function perTrade(store: Store, size: BenchSize, rounds: number): Promise<number[]> {
  const engine = await createEngine({ store, clock: { now: Date.now }, logger: silentLogger, resourcesDir: RESOURCES })
  const times: number[] = []
  try {
    await engine.record(BENCH_TOKEN, 'overview')
    for (let n = 0; n < rounds; n++) {
      await store.write.saveBlocks({ token: BENCH_TOKEN, blocks: laterBlock(size, n) })
      engine.factsChanged(BENCH_TOKEN)
      times.push(await elapsed(() => engine.record(BENCH_TOKEN, 'overview')))
    }
  } finally {
    await engine.close()
  }
  return times
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

export async function run(): Promise<BenchRow[]> {
  const [large, largeLater] = await withStore(LARGE, async (store) => {
    const times: number[] = []
    for (let i = 0; i < ROUNDS; i++) times.push(await cold(store))
    return [times, await perTrade(store, LARGE, ROUNDS)]
  })
  const usual = await withStore(USUAL, (store) => perTrade(store, USUAL, 20))
  return [
    row('rows to all records: 10,000 holders, 1,000,000 transfers, 666,666 of them trades', large, 5_000),
    row('one trade to all records of that token, against a tenth of counting it whole', largeLater, median(large) / 10),
    row('one trade to all records: 1,000 holders, 5,000 transfers', usual.slice(5), 20),
  ]
}
