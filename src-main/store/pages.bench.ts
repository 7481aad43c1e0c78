import { existsSync } from 'node:fs'
import type { Address } from '../../src-shared/domain/address.ts'
import { figure, quantile, type BenchRow } from '../lib/testing/bench.ts'
import { seeded, tradeWorld, type TradeWorld } from './testing/bench-trades.ts'
import { write } from './dispatch.ts'
import { openWriter } from './connection/database.ts'
import type { WriteDb } from './connection/handle.ts'
import type { TradeCursor, TradeFilter } from './interface.ts'
import { openReader, type SyncReader } from './reader.ts'
import { tempStore } from './testing/samples.ts'
import { quoteIdentifier, sql } from './connection/sql.ts'

/** The goal is stated for 10 million trades. The usual run takes fewer. HOLDERSCOPE_BENCH_TRADES=10000000 runs the full measurement. */
const TRADES = Number(process.env.HOLDERSCOPE_BENCH_TRADES ?? 1_000_000)
/** Path of a filled file to keep between runs, because filling takes far longer than reading pages. By default the file is temporary. */
const KEPT_FILE = process.env.HOLDERSCOPE_BENCH_FILE
const STORED = 1_000_000
const BATCH = 10_000
const PAGE = 200
const LIMIT_MS = 15
const ROUNDS = 5
const PAGES_PER_ROUND = 100
const SEED = 11

interface Case {
  readonly by: TradeFilter['by']
  readonly name: string
  readonly addresses: readonly Address[]
}

/** First and last pages of 200 by token, pool and signer. The limit is 15 ms for 99 of 100 pages. */
export async function run(): Promise<BenchRow[]> {
  const temp = KEPT_FILE === undefined ? tempStore() : { path: KEPT_FILE, remove: () => undefined }
  const world = tradeWorld(SEED)
  if (!existsSync(temp.path)) fill(temp.path, world)
  const reader = openReader({ file: temp.path })
  try {
    const cases: readonly Case[] = [
      { by: 'token', name: 'a token', addresses: world.tokens },
      { by: 'token', name: 'the token of every trade', addresses: [world.quote] },
      { by: 'pool', name: 'a pool', addresses: world.pools },
      { by: 'signer', name: 'a signer', addresses: world.wallets },
    ]
    return cases.flatMap((one) => [measure(reader, one, 'first'), measure(reader, one, 'last')])
  } finally {
    reader.close()
    temp.remove()
  }
}

/** The first million trades are stored as the app stores them. Further trades are bulk copies of these, later on the chain. */
function fill(path: string, world: TradeWorld): void {
  const { db, close } = openWriter(path)
  const first = Math.min(TRADES, STORED)
  for (let made = 0; made < first; made += BATCH) write(db, 'saveTrades', { network: 'sol', rows: world.next(BATCH), token: null, covers: null })
  if (TRADES > first) multiply(db, Math.ceil(TRADES / first))
  close()
}

/** Indices are rebuilt after the copies, sorted: updating them row by row would take most of an hour. */
function multiply(db: WriteDb, times: number): void {
  const indices = db.all<{ name: string; sql: string }>(sql`
    SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('trade', 'tx') AND sql IS NOT NULL`)
  const span = db.get<{ trades: number; txs: number; blocks: number }>(sql`
    SELECT (SELECT max(id) FROM trade) AS trades, (SELECT max(id) FROM tx) AS txs, max(block) - min(block) + 1 AS blocks FROM trade`)
  if (span === undefined) throw new Error('nothing is stored to copy')
  for (const { name } of indices) db.run(sql`DROP INDEX ${quoteIdentifier(name)}`)
  for (let n = 1; n < times; n++) {
    db.run(sql`
      INSERT INTO tx (id, fingerprint, text, network)
      SELECT id + ${n * span.txs}, abs(random()) >> 15, text || ${n}, network FROM tx WHERE id <= ${span.txs}`)
    db.run(sql`
      INSERT INTO trade SELECT id + ${n * span.trades}, network, block + ${n * span.blocks}, tx_index, event, leg, time + ${n * span.blocks},
        tx + ${n * span.txs}, venue, signer, receiver, pool, token_in, raw_in, decimals_in, usd_in, token_out, raw_out, decimals_out, usd_out,
        fee_usd, source, confidence
      FROM trade WHERE id <= ${span.trades}`)
  }
  for (const index of indices) db.run({ text: index.sql, params: [] })
}

function measure(reader: SyncReader, { by, name, addresses }: Case, which: 'first' | 'last'): BenchRow {
  const random = seeded(SEED)
  const p99s: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const times = Array.from({ length: PAGES_PER_ROUND }, () => pageTime(reader, by, which, addresses[Math.floor(random() ** 2 * addresses.length)]))
    p99s.push(quantile(times, 0.99))
  }
  const worst = Math.max(...p99s)
  return {
    work: `${which} page of ${PAGE} by ${name}, of ${figure(TRADES)} trades`,
    ours: `p99 ${figure(quantile(p99s, 0.5))} ms`,
    peer: `limit: p99 ${LIMIT_MS} ms`,
    ratio: LIMIT_MS / quantile(p99s, 0.5),
    goal: '≥ 1',
    spread: [LIMIT_MS / worst, LIMIT_MS / Math.min(...p99s)],
    rounds: ROUNDS,
  }
}

/** The last page is the one before the oldest trade: its cursor is taken from the ascending list. */
function pageTime(reader: SyncReader, by: TradeFilter['by'], which: 'first' | 'last', address: Address | undefined): number {
  if (address === undefined) throw new Error('the world has no addresses')
  const filter = { network: 'sol', by, address, limit: PAGE } as const
  const after = which === 'first' ? null : lastCursor(reader, filter)
  const start = performance.now()
  reader.trades({ ...filter, sort: 'desc', after })
  return performance.now() - start
}

function lastCursor(reader: SyncReader, filter: Omit<TradeFilter, 'after' | 'sort'>): TradeCursor | null {
  return reader.trades({ ...filter, sort: 'asc', after: null }).next
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
