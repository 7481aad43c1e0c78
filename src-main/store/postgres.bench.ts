import { silentLogger } from '../lib/logger.ts'
import { figure, interleaved, median, quantile, ThreadTimes, type BenchRow } from '../lib/testing/bench.ts'
import { openStore } from './client.ts'
import { write } from './dispatch.ts'
import type { TradeFilter } from './interface.ts'
import { openWritingAt } from './open.ts'
import type { StorePlace } from './place.ts'
import { openReader } from './reader.ts'
import { tradeWorld } from './testing/bench-trades.ts'
import { missingPostgres, startPostgres } from '../../e2e/fixtures/postgres.ts'
import { tempStore } from './testing/samples.ts'

const BATCH = 5_000
const BATCHES = 20
const PAGE = 200
const PAGES = 100
const WORKERS = 2
const ROUNDS = 3
/** A page takes milliseconds, so that what else the server does after storing trades would decide few rounds. */
const PAGE_ROUNDS = 15
const SEED = 13

/** The store in PostgreSQL against the one in a file, in one run: trades in, and pages of them out. The server flushes each commit to its disk. */
export async function run(): Promise<BenchRow[]> {
  if (missingPostgres !== null) {
    process.stderr.write(`postgres: skipped, ${missingPostgres}\n`)
    return []
  }
  const server = await startPostgres(['fsync=on', 'shared_buffers=512MB'])
  const temp = tempStore()
  const places: Readonly<Record<'server' | 'file', StorePlace>> = { server: { postgres: server.url() }, file: { file: temp.path } }
  try {
    const worlds = { server: tradeWorld(SEED), file: tradeWorld(SEED) }
    const fill = (at: 'server' | 'file'): number => {
      const { db, close } = openWritingAt(places[at])
      const batches = Array.from({ length: BATCHES }, () => worlds[at].next(BATCH))
      const start = performance.now()
      for (const rows of batches) write(db, 'saveTrades', { network: 'sol', rows, token: null, covers: null })
      const ms = performance.now() - start
      close()
      return ms
    }
    const cpu = new ThreadTimes()
    const ingest = await interleaved(
      ROUNDS,
      () => cpu.of('ours', () => fill('server')),
      () => cpu.of('peer', () => fill('file')),
    )
    const pages = await interleaved(
      PAGE_ROUNDS,
      () => pageTime(places.server, worlds.server),
      () => pageTime(places.file, worlds.file),
    )
    // After the pages, which read the same trades from both.
    const grown = await interleaved(
      ROUNDS,
      () => storedBy(WORKERS, places.server, worlds.server),
      () => storedBy(1, places.server, worlds.server),
    )
    const trades = BATCH * BATCHES
    const rate = (ms: readonly number[]): string => `${figure((trades / median(ms)) * 1000)} trades/s`
    return [
      {
        work: `store ${figure(trades)} trades in PostgreSQL in batches of ${figure(BATCH)}`,
        ours: rate(ingest.ours),
        peer: `our store in a file: ${rate(ingest.peer)}`,
        ratio: ingest.ratio,
        goal: '≥ 0.3',
        spread: ingest.spread,
        rounds: ROUNDS,
      },
      {
        work: `store ${figure(trades)} trades in PostgreSQL from ${WORKERS} workers at once`,
        ours: rate(grown.ours),
        peer: `from one: ${rate(grown.peer)}`,
        ratio: grown.ratio,
        goal: '> 1 while cores are free',
        spread: grown.spread,
        rounds: ROUNDS,
      },
      {
        work: `p99 of pages of ${PAGE} trades of a token from PostgreSQL`,
        ours: `${figure(median(pages.ours))} ms`,
        peer: `our store in a file: ${figure(median(pages.peer))} ms`,
        ratio: pages.ratio,
        goal: '≥ 0.33',
        spread: pages.spread,
        rounds: PAGE_ROUNDS,
      },
    ]
  } finally {
    await server.remove()
    temp.remove()
  }
}

/** The time in which several stores, each on threads of its own, take all batches. */
async function storedBy(workers: number, place: StorePlace, world: ReturnType<typeof tradeWorld>): Promise<number> {
  const stores = await Promise.all(Array.from({ length: workers }, () => openStore({ place, logger: silentLogger })))
  const batches = Array.from({ length: BATCHES }, () => world.next(BATCH))
  const start = performance.now()
  await Promise.all(
    stores.map(async (store, n) => {
      for (const rows of batches.filter((_, at) => at % workers === n)) {
        await store.write.saveTrades({ network: 'sol', rows, token: null, covers: null })
      }
    }),
  )
  const ms = performance.now() - start
  await Promise.all(stores.map((store) => store.close()))
  return ms
}

/** The time that 99 of 100 first pages take, each of another token, on a connection that has read some before. */
function pageTime(place: StorePlace, { tokens }: Pick<ReturnType<typeof tradeWorld>, 'tokens'>): number {
  const reader = openReader(place)
  const page = (n: number): number => {
    const filter: TradeFilter = {
      network: 'sol',
      by: 'token',
      address: tokens[n % tokens.length] ?? '',
      sort: 'desc',
      limit: PAGE,
      after: null,
    } as TradeFilter
    const start = performance.now()
    reader.trades(filter)
    return performance.now() - start
  }
  for (let n = 0; n < PAGES; n++) page(n)
  const times = Array.from({ length: PAGES }, (_, n) => page(n + PAGES / 2))
  reader.close()
  return quantile(times, 0.99)
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
