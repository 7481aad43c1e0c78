import type { TraceRecord } from '../../../../src-shared/contract/records/traces.ts'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import { sql } from '../../connection/sql.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import type { Read, Write } from '../calls.ts'
import { jsonRows } from '../json-rows.ts'

/** Traces of money, and the payments read for them. */

export const traces: Read<'traces'> = (db, { limit }) => jsonRows<TraceRecord>(db, sql`SELECT json FROM trace ORDER BY number DESC LIMIT ${limit}`)

export const trace: Read<'trace'> = (db, id) => jsonRows<TraceRecord>(db, sql`SELECT json FROM trace WHERE id = ${id}`)[0] ?? null

export const openTraces: Read<'openTraces'> = (db) =>
  jsonRows<TraceRecord>(db, sql`SELECT json FROM trace WHERE json ->> 'state' IN ('running', 'interrupted') ORDER BY number`)

export const startTrace: Write<'startTrace'> = (db, record) => {
  db.run(sql`
    INSERT INTO trace (id, created_at, json) VALUES (${record.id}, ${record.created_at}, ${JSON.stringify(record)})
    ON CONFLICT (id) DO UPDATE SET json = excluded.json`)
}

/** Stores the progress or end of a trace. A trace that has ended does not change until it is restarted, whatever another process still reports. */
export const saveTrace: Write<'saveTrace'> = (db, record) => {
  db.run(sql`UPDATE trace SET json = ${JSON.stringify(record)} WHERE id = ${record.id} AND json ->> 'state' IN ('running', 'interrupted')`)
}

type StoredRow = readonly [block: number, tx: number, event: number, time: number | null, id: string, from: string, to: string, raw: string]
interface StoredRead {
  readonly complete: boolean
  readonly unlisted: string | null
  readonly opening: string | null
  readonly rows: readonly StoredRow[]
}

export const traceRead: Read<'traceRead'> = (db, { network, wallet, coin, side }) => {
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

export const saveTraceRead: Write<'saveTraceRead'> = (db, { network, wallet, coin, side, since, until, complete, unlisted, opening, rows }) => {
  const stored = rows.map(({ position: { block, tx, event }, time, tx: id, from, to, raw }): StoredRow => [
    ...([block, tx, event, time, id, from, to, String(raw)] as const),
  ])
  const json = JSON.stringify({ complete, unlisted, opening: opening === null ? null : String(opening), rows: stored } satisfies StoredRead)
  db.run(sql`
    INSERT OR REPLACE INTO trace_read (network, wallet, coin, side, since, until, json)
    VALUES (${NETWORK_CODE[network]}, ${wallet}, ${coin}, ${side}, ${since}, ${until}, ${json})`)
}
