import { AppError } from '../../../lib/app-error.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { saveSetting, setting } from './settings.ts'
import { sql } from '../../connection/sql.ts'

const NAME = 'storage-limit-bytes'
const GIGABYTE = 1e9

/** Bytes; null: no limit is set. */
export function storageLimit(db: ReadDb): number | null {
  const text = setting(db, NAME)
  const bytes = text === null ? null : (JSON.parse(text) as unknown)
  return typeof bytes === 'number' ? bytes : null
}

export function setStorageLimit(db: WriteDb, { bytes }: { bytes: number | null }): void {
  saveSetting(db, { name: NAME, value: JSON.stringify(bytes) })
}

/** Called before chain data is stored. @throws AppError `conflict` when the stored rows have reached the limit */
export function refuseOverLimit(db: ReadDb): void {
  const limit = storageLimit(db)
  if (limit === null || usedBytes(db) < limit) return
  throw new AppError('conflict', {
    say: `The database has reached its limit of ${(limit / GIGABYTE).toFixed(2)} GB: delete tokens you no longer need, or raise the limit.`,
    facts: { limit },
  })
}

/** The page size, the number of pages of the file, and the number of free pages. */
export function pagesOf(db: ReadDb): { pageBytes: number; pages: number; freePages: number } {
  const pageBytes = db.get<{ page_size: number }>(sql`PRAGMA page_size`)?.page_size ?? 0
  const pages = db.get<{ page_count: number }>(sql`PRAGMA page_count`)?.page_count ?? 0
  const freePages = db.get<{ freelist_count: number }>(sql`PRAGMA freelist_count`)?.freelist_count ?? 0
  return { pageBytes, pages, freePages }
}

function usedBytes(db: ReadDb): number {
  const { pageBytes, pages, freePages } = pagesOf(db)
  return (pages - freePages) * pageBytes
}
