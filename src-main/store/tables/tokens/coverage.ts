import { addressId, type ReadDb, type WriteDb } from '../../connection/handle.ts'
import type { BlockRange, Coverage, CoveredRange } from '../../interface.ts'
import { difference, size, union } from '../../values/intervals.ts'
import { bumpToken } from './revisions.ts'
import { sql } from '../../connection/sql.ts'
import type { Read, Write } from '../calls.ts'

/** Source of ranges read from the network's own endpoints. */
const NODE = ''

export const covered: Read<'covered'> = (db, args) => union(coveredBySource(db, args), [])

export const coveredBySource: Read<'coveredBySource'> = (db, { token, what }) => {
  const id = addressId(db, token)
  return id === null ? [] : rangesOf(db, id, what).map(({ source, ...range }) => (source === NODE ? range : { ...range, source }))
}

/**
 * Adds a range to the coverage; each block has the source that it was read from last. The first range of its kind bumps the revision, because
 * "read and empty" differs from "unread". Later ranges only extend it.
 */
export function cover(db: WriteDb, tokenId: number, what: Coverage, range: CoveredRange | null): void {
  if (range === null) return
  const before = rangesOf(db, tokenId, what)
  const source = range.source ?? NODE
  if (before.some((known) => known.source === source && known.from <= range.from && range.to <= known.to)) return
  const own = before.filter((known) => known.source === source)
  const others = bySource(before.filter((known) => known.source !== source)).flatMap((ranges) => without(ranges, range))
  setRanges(db, tokenId, what, [...others, ...union(own, [range]).map((one) => ({ ...one, source }))])
  if (before.length === 0) bumpToken(db, tokenId)
}

export const forgetCoverage: Write<'forgetCoverage'> = (db, { token, what, range, source }) => {
  const id = addressId(db, token)
  if (id === null) return
  let isChanged = false
  for (const kind of what) {
    const before = rangesOf(db, id, kind)
    const after = bySource(before).flatMap((ranges) => (source === undefined || ranges[0]?.source === source ? without(ranges, range) : ranges))
    if (size(before) === size(after)) continue
    setRanges(db, id, kind, after)
    isChanged = true
  }
  if (isChanged) bumpToken(db, id)
}

/** Marks all blocks from `from` on as unread. */
export function cutCoverage(db: WriteDb, tokenId: number, from: number): void {
  db.run(sql`DELETE FROM coverage WHERE token = ${tokenId} AND from_block >= ${from}`)
  db.run(sql`UPDATE coverage SET to_block = ${from - 1} WHERE token = ${tokenId} AND to_block >= ${from}`)
}

interface StoredRange extends BlockRange {
  readonly source: string
}

const bySource = (ranges: readonly StoredRange[]): StoredRange[][] => [...Map.groupBy(ranges, ({ source }) => source).values()]

/** Ranges of one source without the blocks of another range. */
function without(ranges: readonly StoredRange[], range: BlockRange): StoredRange[] {
  const source = ranges[0]?.source ?? NODE
  return difference(ranges, [range]).map((one) => ({ ...one, source }))
}

function rangesOf(db: ReadDb, tokenId: number, what: Coverage): StoredRange[] {
  return db.all<StoredRange>(
    sql`SELECT from_block AS "from", to_block AS "to", source FROM coverage WHERE token = ${tokenId} AND what = ${what} ORDER BY from_block`,
  )
}

function setRanges(db: WriteDb, tokenId: number, what: Coverage, ranges: readonly StoredRange[]): void {
  db.run(sql`DELETE FROM coverage WHERE token = ${tokenId} AND what = ${what}`)
  for (const { from, to, source } of ranges) {
    db.run(sql`INSERT INTO coverage (token, what, from_block, to_block, source) VALUES (${tokenId}, ${what}, ${from}, ${to}, ${source})`)
  }
}
