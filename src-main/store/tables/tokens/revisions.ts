import type { NetworkId } from '../../../../src-shared/networks.ts'
import { NETWORK_CODE } from '../../values/codes.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'

/** A fact of one token changed. A token whose own row is not stored yet has no records to outdate. */
export function bumpToken(db: WriteDb, tokenId: number): void {
  db.run(sql`UPDATE token SET revision = revision + 1 WHERE id = ${tokenId}`)
}

/**
 * A fact of wallets changed (funding, kinds, native transfers). Which tokens' records it touches is known only to the
 * engine (sold-out snipers and funders hold nothing), so every stored token of the network counts as changed.
 */
export function bumpNetwork(db: WriteDb, network: NetworkId): void {
  db.run(sql`UPDATE token SET revision = revision + 1 WHERE network = ${NETWORK_CODE[network]}`)
}

/** Numbers that only ever grow, kept where deleting rows would let them be given twice. */
export type HighMark = 'trade_id' | 'revision'

export function highMark(db: WriteDb, name: HighMark): number {
  return db.get<{ value: number }>(sql`SELECT value FROM high_mark WHERE name = ${name}`)?.value ?? 0
}

/** Before trades are deleted: a new trade must not get the id of one that a cursor may still point at. */
export function keepTradeIds(db: WriteDb): void {
  const newest = db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM trade`)?.id
  if (newest !== undefined && newest !== null) raiseHighMark(db, 'trade_id', newest)
}

export function raiseHighMark(db: WriteDb, name: HighMark, value: number): void {
  db.run(sql`INSERT INTO high_mark (name, value) VALUES (${name}, ${value}) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)`)
}
