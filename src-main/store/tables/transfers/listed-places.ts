import type { WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'

/**
 * Event numbers (places) of transfers from files. A file does not say where in its block a transfer is, so its rows get places that no read from a
 * chain has. Each file has its own range of places, by which its import can be undone.
 */

/** Above every index of a transaction or an event. */
export const FIRST_PLACE = 1_000_000_000
/** More than the rows of a file (src-main/importers/limits.ts). */
const PLACES_PER_FILE = 1_000_000

/** @param newest the highest place that is taken */
export const placeAfter = (newest: number | null): number =>
  newest === null ? FIRST_PLACE : FIRST_PLACE + (Math.floor((newest - FIRST_PLACE) / PLACES_PER_FILE) + 1) * PLACES_PER_FILE

export const ofFile = (tokenId: number, place: number): Query => sql`token = ${tokenId} AND event >= ${place} AND event < ${place + PLACES_PER_FILE}`

/** Deletes transfers from files whose transactions were read from a chain. */
export function dropListedAgain(db: WriteDb, tokenId: number): void {
  db.run(sql`
    DELETE FROM transfer WHERE token = ${tokenId} AND event >= ${FIRST_PLACE}
      AND tx IN (SELECT tx FROM transfer WHERE token = ${tokenId} AND event < ${FIRST_PLACE})`)
}

/** Deletes transfers from files once a token is read from a node. */
export function dropListed(db: WriteDb, tokenId: number): void {
  db.run(sql`DELETE FROM transfer WHERE token = ${tokenId} AND event >= ${FIRST_PLACE}`)
}
