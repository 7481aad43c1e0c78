import type { WriteDb } from '../../connection/handle.ts'
import { sql, type Query } from '../../connection/sql.ts'

/**
 * Places of transfers from files. A file does not say where in its block a transfer is, so its rows get places that no read from a chain has. The
 * rows of each file have places of their own, by which an import is taken back.
 */

/** Above every index of a transaction or an event. */
export const FIRST_PLACE = 1_000_000_000
/** More than the rows of a file (src-main/importers/limits.ts). */
const PLACES_PER_FILE = 1_000_000

/** @param newest the highest place that is taken */
export const placeAfter = (newest: number | null): number =>
  newest === null ? FIRST_PLACE : FIRST_PLACE + (Math.floor((newest - FIRST_PLACE) / PLACES_PER_FILE) + 1) * PLACES_PER_FILE

export const ofFile = (tokenId: number, place: number): Query => sql`token = ${tokenId} AND event >= ${place} AND event < ${place + PLACES_PER_FILE}`

/** What a chain says about a transaction replaces what files say about it. */
export function dropListedAgain(db: WriteDb, tokenId: number): void {
  db.run(sql`
    DELETE FROM transfer WHERE token = ${tokenId} AND event >= ${FIRST_PLACE}
      AND tx IN (SELECT tx FROM transfer WHERE token = ${tokenId} AND event < ${FIRST_PLACE})`)
}

/** A token that is read from a node needs no files. */
export function dropListed(db: WriteDb, tokenId: number): void {
  db.run(sql`DELETE FROM transfer WHERE token = ${tokenId} AND event >= ${FIRST_PLACE}`)
}
