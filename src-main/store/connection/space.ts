import { statSync } from 'node:fs'
import { sql, type Query } from './sql.ts'

/** Bytes on the disk. */
export interface DbSpace {
  readonly fileBytes: number
  /** Bytes of the log that are not in the file yet. */
  readonly walBytes: number
  /** Bytes in the file without rows. Null if unknown. */
  readonly freeBytes: number | null
  /** Bytes of the file with rows. */
  readonly usedBytes: number
}

interface Rows {
  get<Row>(query: Query): Row | undefined
  all<Row>(query: Query): Row[]
}

export function fileSpace(db: Rows): DbSpace {
  const { pageBytes, pages, freePages } = pagesOf(db)
  const file = mainFile(db)
  return {
    fileBytes: sizeOf(file),
    walBytes: sizeOf(`${file}-wal`),
    freeBytes: freePages * pageBytes,
    usedBytes: (pages - freePages) * pageBytes,
  }
}

/** The page size, the number of pages of the file, and the number of free pages. */
export function pagesOf(db: Rows): { pageBytes: number; pages: number; freePages: number } {
  const pageBytes = db.get<{ page_size: number }>(sql`PRAGMA page_size`)?.page_size ?? 0
  const pages = db.get<{ page_count: number }>(sql`PRAGMA page_count`)?.page_count ?? 0
  const freePages = db.get<{ freelist_count: number }>(sql`PRAGMA freelist_count`)?.freelist_count ?? 0
  return { pageBytes, pages, freePages }
}

/** The path of this connection's database. */
function mainFile(db: Rows): string {
  const file = db.all<{ name: string; file: string }>(sql`PRAGMA database_list`).find(({ name }) => name === 'main')?.file
  if (file === undefined) throw new Error('the connection has no database')
  return file
}

/** Bytes of a file. 0 if it does not exist. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
