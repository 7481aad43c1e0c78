import type { WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'

/**
 * Event numbers of transfers from files. A file does not say where in its block a transfer is, so its rows get numbers that no read from a chain
 * has. Each file has its own range of numbers, by which its import can be undone.
 */

/** Above every index of a transaction or an event. */
export const FIRST_LISTED_EVENT = 1_000_000_000
/** More than the rows of a file (src-main/importers/limits.ts). */
const EVENTS_PER_FILE = 1_000_000

/** @param newest the highest number that is taken */
export const firstEventAfter = (newest: number | null): number =>
  newest === null ? FIRST_LISTED_EVENT : FIRST_LISTED_EVENT + (Math.floor((newest - FIRST_LISTED_EVENT) / EVENTS_PER_FILE) + 1) * EVENTS_PER_FILE

export const ofFile = (tokenId: number, firstEvent: number): Query =>
  sql`token = ${tokenId} AND event >= ${firstEvent} AND event < ${firstEvent + EVENTS_PER_FILE}`

/** Deletes transfers from files whose transactions were read from a chain. */
export function dropListedAgain(db: WriteDb, tokenId: number): void {
  db.run(sql`
    DELETE FROM transfer WHERE token = ${tokenId} AND event >= ${FIRST_LISTED_EVENT}
      AND tx IN (SELECT tx FROM transfer WHERE token = ${tokenId} AND event < ${FIRST_LISTED_EVENT})`)
}

/** Deletes transfers from files once a token is read from a node. */
export function dropListed(db: WriteDb, tokenId: number): void {
  db.run(sql`DELETE FROM transfer WHERE token = ${tokenId} AND event >= ${FIRST_LISTED_EVENT}`)
}
