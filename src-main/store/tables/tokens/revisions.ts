import type { NetworkId } from '../../../../src-shared/networks.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

/** Called when a fact of a token changed. A token without a row has no records to invalidate. */
export function bumpToken(db: WriteDb, tokenId: number): void {
  db.run(sql`UPDATE token SET revision = revision + 1 WHERE id = ${tokenId}`)
}

/**
 * Called when a fact of wallets has changed (funding, kinds, native transfers). Every stored token of the network counts as changed: only the engine
 * knows which tokens are affected, because funders and snipers that sold out have no balance.
 */
export function bumpNetwork(db: WriteDb, network: NetworkId): void {
  db.run(sql`UPDATE token SET revision = revision + 1 WHERE network = ${NETWORK_CODE[network]}`)
}

/** Numbers that only increase. They are stored, because they could otherwise repeat after rows are deleted. */
export type HighMark = 'trade_id' | 'scan_id' | 'revision'

export function highMark(db: ReadDb, name: HighMark): number {
  return db.get<{ value: number }>(sql`SELECT value FROM high_mark WHERE name = ${name}`)?.value ?? 0
}

/** An expression for the largest id that any trade has or had. */
export const NEWEST_TRADE_ID = sql`
  max(coalesce((SELECT max(id) FROM trade), 0), coalesce((SELECT value FROM high_mark WHERE name = 'trade_id'), 0))`

export const newestTradeId = (db: ReadDb): number => db.get<{ id: number }>(sql`SELECT ${NEWEST_TRADE_ID} AS id`)?.id ?? 0

/** The largest id that a scan has or had. */
export function newestScanId(db: ReadDb): number {
  return Math.max(db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM scan_history`)?.id ?? 0, highMark(db, 'scan_id'))
}

/** Called before scans are deleted, as `keepTradeIds`. */
export function keepScanIds(db: WriteDb): void {
  raiseHighMark(db, 'scan_id', newestScanId(db))
}

/** Called before trades are deleted: a new trade must not get an id that a cursor may still refer to. */
export function keepTradeIds(db: WriteDb): void {
  const newest = db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM trade`)?.id
  if (newest !== undefined && newest !== null) raiseHighMark(db, 'trade_id', newest)
}

export function raiseHighMark(db: WriteDb, name: HighMark, value: number): void {
  db.run(sql`INSERT INTO high_mark (name, value) VALUES (${name}, ${value}) ON CONFLICT DO UPDATE SET value = max(high_mark.value, excluded.value)`)
}
