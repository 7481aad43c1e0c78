import type { TraceRecord } from '../../../../src-shared/contract/records/traces.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import type { TraceRead, TraceReadKey } from '../../stored.ts'
import { NETWORK_CODE } from '../../values/codes.ts'

/** Traces of money, and the payments read for them. */

/** Newest first. */
export function traces(db: ReadDb, { limit }: { limit: number }): TraceRecord[] {
  return db.all<{ json: string }>(sql`SELECT json FROM trace ORDER BY number DESC LIMIT ${limit}`).map(fromRow)
}

export function trace(db: ReadDb, id: string): TraceRecord | null {
  const row = db.get<{ json: string }>(sql`SELECT json FROM trace WHERE id = ${id}`)
  return row === undefined ? null : fromRow(row)
}

/** Traces that run or were interrupted, oldest first. */
export function openTraces(db: ReadDb): TraceRecord[] {
  return db.all<{ json: string }>(sql`SELECT json FROM trace WHERE json ->> 'state' IN ('running', 'interrupted') ORDER BY number`).map(fromRow)
}

/** Stores a trace that is started, or restarted after it ended. */
export function startTrace(db: WriteDb, record: TraceRecord): void {
  db.run(sql`
    INSERT INTO trace (id, created_at, json) VALUES (${record.id}, ${record.created_at}, ${JSON.stringify(record)})
    ON CONFLICT (id) DO UPDATE SET json = excluded.json`)
}

/** Stores the progress or end of a trace. A trace that has ended does not change until it is restarted, whatever another process still reports. */
export function saveTrace(db: WriteDb, record: TraceRecord): void {
  db.run(sql`UPDATE trace SET json = ${JSON.stringify(record)} WHERE id = ${record.id} AND json ->> 'state' IN ('running', 'interrupted')`)
}

const fromRow = ({ json }: { json: string }): TraceRecord => JSON.parse(json) as TraceRecord

type StoredRow = readonly [block: number, tx: number, event: number, time: number | null, id: string, from: string, to: string, raw: string]
interface StoredRead {
  readonly complete: boolean
  readonly unlisted: string | null
  readonly opening: string | null
  readonly rows: readonly StoredRow[]
}

export function traceRead(db: ReadDb, { network, wallet, coin, side }: TraceReadKey): TraceRead | null {
  const row = db.get<{ since: number; until: number; json: string }>(
    sql`
      SELECT since, until, json FROM trace_read
      WHERE network = ${NETWORK_CODE[network]} AND wallet = ${wallet} AND coin = ${coin} AND side = ${side}`,
  )
  if (row === undefined) return null
  const { rows, opening, ...read } = JSON.parse(row.json) as StoredRead
  const transfers = rows.map(([block, tx, event, time, id, from, to, raw]): Transfer => ({
    ...{ kind: 'transfer', network, position: { block, tx, event }, time, tx: id, token: coin },
    ...{ from: trustedAddress(from), to: trustedAddress(to), raw: BigInt(raw) },
  }))
  return {
    network,
    wallet,
    coin,
    side,
    since: row.since,
    until: row.until,
    ...read,
    opening: opening === null ? null : BigInt(opening),
    rows: transfers,
  }
}

export function saveTraceRead(db: WriteDb, { network, wallet, coin, side, since, until, complete, unlisted, opening, rows }: TraceRead): void {
  const stored = rows.map(({ position: { block, tx, event }, time, tx: id, from, to, raw }): StoredRow => [
    ...([block, tx, event, time, id, from, to, String(raw)] as const),
  ])
  const json = JSON.stringify({ complete, unlisted, opening: opening === null ? null : String(opening), rows: stored } satisfies StoredRead)
  db.run(sql`
    INSERT OR REPLACE INTO trace_read (network, wallet, coin, side, since, until, json)
    VALUES (${NETWORK_CODE[network]}, ${wallet}, ${coin}, ${side}, ${since}, ${until}, ${json})`)
}
