import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { silentLogger } from '../lib/logger.ts'
import { figure, interleaved, median, quantile, ThreadTimes, type BenchRow } from '../lib/testing/bench.ts'
import { openStore } from './client.ts'
import { write } from './dispatch.ts'
import { openWritingAt } from './open.ts'
import type { StoreLocation } from './location.ts'
import { openSession } from './postgres/session/session.ts'
import { openReader, type SyncReader } from './reader.ts'
import { tradeWorld } from './testing/bench-trades.ts'
import { missingPostgres, startPostgres } from '../../e2e/fixtures/postgres.ts'
import { tempStore } from './testing/samples.ts'

const BATCH = 5_000
const BATCHES = 20
const PAGE = 200
const PAGES = 100
const WORKERS = 2
const ROUNDS = 5
const WORKER_ROUNDS = 3
const PAGE_ROUNDS = 20
/** Tokens read for the first time in each round, including the warm-up round, and tokens read before. All have more trades than a page. */
const TOKENS = (PAGE_ROUNDS + 2) * (PAGES / 2)
const SEED = 13

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The store in PostgreSQL against the one in a file, in one run: trades in, and pages of them out. The server flushes each commit to its disk. */
export async function run(): Promise<BenchRow[]> {
  if (missingPostgres !== null) {
    process.stderr.write(`postgres: skipped, ${missingPostgres}\n`)
    return []
  }
  const server = await startPostgres(['fsync=on', 'shared_buffers=512MB'])
  const temp = tempStore()
  const locations: Readonly<Record<'server' | 'file', StoreLocation>> = { server: { postgres: server.url() }, file: { file: temp.path } }
  try {
    const worlds = { server: tradeWorld(SEED, TOKENS), file: tradeWorld(SEED, TOKENS) }
    const fill = (at: 'server' | 'file'): number => {
      const { db, close } = openWritingAt(locations[at])
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
    settle(server.url())
    collect()
    const readers = { server: openReader(locations.server), file: openReader(locations.file) }
    const pages = await interleaved(PAGE_ROUNDS, pageTimes(readers.server, worlds.server), pageTimes(readers.file, worlds.file))
    for (const reader of Object.values(readers)) reader.close()
    // Runs after the pages, which must read the same trades from both.
    const grown = await interleaved(
      WORKER_ROUNDS,
      () => storedBy(WORKERS, locations.server, worlds.server),
      () => storedBy(1, locations.server, worlds.server),
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
        rounds: WORKER_ROUNDS,
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

/** The time that several stores, each on its own threads, take to store all batches. */
async function storedBy(workers: number, location: StoreLocation, world: ReturnType<typeof tradeWorld>): Promise<number> {
  const stores = await Promise.all(Array.from({ length: workers }, () => openStore({ location, logger: silentLogger })))
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

/**
 * Brings the server to the state of a file whose writer has closed, and of a server that has run for a long time: it has statistics of its rows, and
 * they are on disk.
 */
function settle(url: string): void {
  const session = openSession(url)
  for (const work of ['VACUUM (ANALYZE)', 'CHECKPOINT']) session.script(work)
  session.close()
}

/**
 * Measures the time that 99 of 100 first pages take. Every second page is of a token that was not read before, the others are of tokens read before.
 */
function pageTimes(reader: SyncReader, { tokens }: Pick<ReturnType<typeof tradeWorld>, 'tokens'>): () => number {
  const page = (n: number): number => {
    const address = tokens[n]
    if (address === undefined) throw new Error('the world has too few tokens')
    const start = performance.now()
    const { trades } = reader.trades({ network: 'sol', by: 'token', address, sort: 'desc', limit: PAGE, after: null })
    const ms = performance.now() - start
    if (trades.length < PAGE) throw new Error('a token has less than a page of trades')
    return ms
  }
  let known = PAGES / 2
  for (let n = 0; n < known; n++) page(n)
  return () => {
    const times = Array.from({ length: PAGES }, (_, i) => page(i % 2 === 0 ? known - PAGES / 2 + i / 2 : known + (i - 1) / 2))
    known += PAGES / 2
    return quantile(times, 0.99)
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
