import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import Database from 'better-sqlite3'
import { withLog } from './log-frames.ts'
import { readSums, UNKNOWN } from './sums-file.ts'

const MIB = 1024 * 1024
const BYTES_PER_READ = 4 * MIB
/** Bytes checked per start, in about 0.2 s. A larger file is checked over several starts. */
const BYTES_PER_START = 256 * MIB
/** Name of the setting with the id of the state that the sums belong to. It prevents comparing a restored backup with the sums of another file. */
export const ID_SETTING = 'page sums'
/** https://sqlite.org/fileformat2.html#page_size */
const PAGE_BYTES_AT = 16
const DATABASE_HEADER = 100
const MAX_PAGE_BYTES = 65_536

export interface CheckedPages {
  readonly sums: Uint32Array
  /** First page of the next partial check. */
  readonly next: number
  /** Pages that differ from what was stored, counted from 1 as in SQLite. */
  readonly damaged: readonly number[]
  readonly pageBytes: number
}

/**
 * Compares pages with their sums, all pages if `whole`. If the file has no sums of its own, accepts the pages as they are. Reads the file directly,
 * so no connection of this process may be open: closing a file drops the process's locks on it (https://sqlite.org/howtocorrupt.html).
 */
export function checkPages(path: string, { whole }: { whole: boolean }): CheckedPages {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true || found.size < DATABASE_HEADER) return { sums: new Uint32Array(), next: 0, damaged: [], pageBytes: 0 }
  const stored = readSums(path)
  const id = stateId(path)
  // If damage hides the state id, the sums are used to find the damaged page.
  const known = stored !== null && (id === UNREADABLE || stored.ids.includes(id ?? '')) ? stored : null
  const logged = withLog(path, (log) => {
    const pages = new Set<number>()
    log?.newest(0, log.frames, (page) => pages.add(page))
    return pages
  })
  const file = openSync(path, 'r')
  try {
    const pageBytes = pageBytesOf(file)
    const pages = Math.floor(fstatSync(file).size / pageBytes)
    const sums = new Uint32Array(pages)
    sums.set(known?.sums.subarray(0, pages) ?? [])
    const all = whole || known === null || pages * pageBytes <= BYTES_PER_START
    const first = all || known.next >= pages ? 0 : known.next
    const end = all ? pages : Math.min(pages, first + BYTES_PER_START / pageBytes)
    const damaged: number[] = []
    eachPage(file, pageBytes, [first, end], (page, content) => {
      // The log has a newer content of this page, and sums of its own.
      if (logged.has(page)) return
      const sum = crc32(content)
      if (known !== null && sums[page] !== UNKNOWN && sums[page] !== sum) damaged.push(page + 1)
      sums[page] = sum
    })
    return { sums, next: end === pages ? 0 : end, damaged, pageBytes }
  } finally {
    closeSync(file)
  }
}

const UNREADABLE = Symbol('unreadable')

function stateId(path: string): string | typeof UNREADABLE | null {
  const database = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return database.prepare('SELECT value FROM setting WHERE name = ?').pluck().get(ID_SETTING) as string | null
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    if (error.code.startsWith('SQLITE_CORRUPT')) return UNREADABLE
    // A file without tables.
    if (error.code === 'SQLITE_ERROR') return null
    throw error
  } finally {
    database.close()
  }
}

function pageBytesOf(file: number): number {
  const header = Buffer.alloc(DATABASE_HEADER)
  readSync(file, header, 0, DATABASE_HEADER, 0)
  const stated = header.readUInt16BE(PAGE_BYTES_AT)
  return stated === 1 ? MAX_PAGE_BYTES : stated
}

function eachPage(file: number, pageBytes: number, [first, end]: readonly [number, number], visit: (page: number, content: Buffer) => void): void {
  const chunk = Buffer.allocUnsafe(BYTES_PER_READ)
  const perRead = BYTES_PER_READ / pageBytes
  for (let start = first; start < end; start += perRead) {
    const bytes = chunk.subarray(0, Math.min(perRead, end - start) * pageBytes)
    readSync(file, bytes, 0, bytes.length, start * pageBytes)
    for (let at = 0; at < bytes.length; at += pageBytes) visit(start + at / pageBytes, bytes.subarray(at, at + pageBytes))
  }
}
