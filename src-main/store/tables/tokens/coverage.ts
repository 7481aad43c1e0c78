import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import type { BlockRange, Coverage } from '../../interface.ts'
import { difference, size, union } from '../../values/intervals.ts'
import { bumpToken } from './revisions.ts'
import { sql } from '../../connection/sql.ts'

export function covered(db: ReadDb, { token, what }: { token: TokenKey; what: Coverage }): BlockRange[] {
  const id = addressId(db, token.network, token.address)
  return id === null ? [] : rangesOf(db, id, what)
}

/**
 * Adds a range to the coverage. The first range of its kind bumps the revision, because "read and empty" differs from "unread". Later ranges
 * only extend it.
 */
export function cover(db: WriteDb, tokenId: number, what: Coverage, range: BlockRange | null): void {
  if (range === null) return
  const before = rangesOf(db, tokenId, what)
  if (before.some((known) => known.from <= range.from && range.to <= known.to)) return
  setRanges(db, tokenId, what, union(before, [range]))
  if (before.length === 0) bumpToken(db, tokenId)
}

/** Marks blocks as unread. */
export function forgetCoverage(db: WriteDb, { token, what, range }: { token: TokenKey; what: readonly Coverage[]; range: BlockRange }): void {
  const id = addressId(db, token.network, token.address)
  if (id === null) return
  let isChanged = false
  for (const kind of what) {
    const before = rangesOf(db, id, kind)
    const after = difference(before, [range])
    if (size(before) === size(after)) continue
    setRanges(db, id, kind, after)
    isChanged = true
  }
  if (isChanged) bumpToken(db, id)
}

/** Marks all blocks from here on as unread. */
export function cutCoverage(db: WriteDb, tokenId: number, from: number): void {
  db.run(sql`DELETE FROM coverage WHERE token = ${tokenId} AND from_block >= ${from}`)
  db.run(sql`UPDATE coverage SET to_block = ${from - 1} WHERE token = ${tokenId} AND to_block >= ${from}`)
}

function rangesOf(db: ReadDb, tokenId: number, what: Coverage): BlockRange[] {
  return db.all<BlockRange>(
    sql`SELECT from_block AS "from", to_block AS "to" FROM coverage WHERE token = ${tokenId} AND what = ${what} ORDER BY from_block`,
  )
}

function setRanges(db: WriteDb, tokenId: number, what: Coverage, ranges: readonly BlockRange[]): void {
  db.run(sql`DELETE FROM coverage WHERE token = ${tokenId} AND what = ${what}`)
  for (const { from, to } of ranges) {
    db.run(sql`INSERT INTO coverage (token, what, from_block, to_block) VALUES (${tokenId}, ${what}, ${from}, ${to})`)
  }
}
