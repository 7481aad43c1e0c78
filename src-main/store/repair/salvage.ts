import { closeSync, constants, copyFileSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { openWriter } from '../connection/database.ts'
import { faultSentence, openingFault } from '../connection/faults.ts'
import { checkPages, type CheckedPages } from '../pages/check-pages.ts'
import { dropSums } from '../pages/sums-file.ts'
import { copyTable, tableForms, type TableForm } from './salvage-table.ts'
import { settle } from './salvage-settle.ts'

/** The result for one table. */
export interface SalvagedTable {
  readonly table: string
  readonly kept: number
  /** Rows of the damaged file that are missing in the new one; null if the damage hides their number. */
  readonly lost: number | null
}

export interface Salvage {
  /** Path of the unchanged damaged file. */
  readonly brokenFile: string
  readonly tables: readonly SalvagedTable[]
}

/** Tables whose rows are partly deleted on purpose: coverage, and settings that would prevent lost data from being read again. */
const TAKEN_OUT: ReadonlySet<string> = new Set([
  ...['coverage', 'append_run', 'balance_change', 'setting'],
  ...['role_state', 'wallet_role', 'deposit_sender', 'trade_run'],
])
const SIDE_FILES = ['', '-wal', '-shm', '-sums'] as const
/** Fill byte: SQLite does not recognise a page of it. */
const NO_PAGE = 0xee

/**
 * Builds an intact file from the readable rows of a damaged one, without rows that refer to lost rows and without coverage of lost data. The
 * damaged file is kept next to it.
 *
 * @param forget settings to delete because they would prevent the app from restoring lost data
 * @throws UserFault when the list of tables is unreadable or the disk has no space for the copy; no file is moved then
 */
export function salvage(path: string, { forget = [] }: { forget?: readonly string[] } = {}): Salvage {
  const made = `${path}.salvaged`
  for (const side of SIDE_FILES) rmSync(made + side, { force: true })
  let tables: readonly SalvagedTable[]
  try {
    openWriter(made).close()
    tables = withoutDamage(path, (readable) => copyAll(made, readable, forget))
    dropSums(made)
  } catch (error) {
    for (const side of SIDE_FILES) rmSync(made + side, { force: true })
    throw openingFault(error, path)
  }
  const brokenFile = freeName(path)
  for (const side of SIDE_FILES) if (existsSync(path + side)) renameSync(path + side, brokenFile + side)
  renameSync(made, path)
  return { brokenFile, tables }
}

/** Overwrites, in a copy, pages that SQLite would read although they differ from what was stored, so that their rows count as lost. */
function withoutDamage<T>(path: string, work: (readable: string) => T): T {
  const { damaged, pageBytes } = storedPages(path)
  if (damaged.length === 0) return work(path)
  const copy = `${path}.without-damage`
  try {
    for (const side of ['', '-wal']) if (existsSync(path + side)) copyFileSync(path + side, copy + side, constants.COPYFILE_FICLONE)
    const file = openSync(copy, 'r+')
    for (const page of damaged) writeSync(file, Buffer.alloc(pageBytes, NO_PAGE), 0, pageBytes, (page - 1) * pageBytes)
    closeSync(file)
    return work(copy)
  } finally {
    for (const side of SIDE_FILES) rmSync(copy + side, { force: true })
  }
}

/** If the file's own tables are unreadable, SQLite finds the damage on its own. */
function storedPages(path: string): Pick<CheckedPages, 'damaged' | 'pageBytes'> {
  try {
    return checkPages(path, { whole: true })
  } catch (error) {
    if (faultSentence(error) === null) throw error
    return { damaged: [], pageBytes: 0 }
  }
}

function copyAll(made: string, path: string, forget: readonly string[]): readonly SalvagedTable[] {
  const database = new Database(made)
  try {
    // References are checked once all tables are copied.
    database.pragma('foreign_keys = OFF')
    database.prepare('ATTACH ? AS broken').run(path)
    const forms = tableForms(database)
    const before = new Map(forms.map((form) => [form.table, rowsIn(database, form)]))
    for (const form of forms) copyTable(database, form)
    const kept = (form: TableForm) => Number(database.prepare(`SELECT count(*) FROM main."${form.table}"`).pluck().get())
    const copied = new Map(forms.map((form) => [form.table, kept(form)]))
    settle(database, { forget, lostIn: (table) => before.get(table) !== copied.get(table) })
    database.exec('DETACH broken')
    return forms.map((form) => {
      const had = before.get(form.table) ?? null
      const stays = TAKEN_OUT.has(form.table) ? (copied.get(form.table) ?? 0) : kept(form)
      return { table: form.table, kept: kept(form), lost: had === null ? null : Math.max(0, had - stays) }
    })
  } finally {
    database.close()
  }
}

/** The number of rows in the damaged table, counted in the table or in one of its indices; null when none can be scanned. */
function rowsIn(database: Database.Database, { table, indices }: TableForm): number | null {
  for (const source of ['NOT INDEXED', ...indices.map((index) => `INDEXED BY "${index}"`)]) {
    try {
      // A plain count(*) would scan whatever SQLite finds smallest.
      return Number(database.prepare(`SELECT total(1) FROM broken."${table}" ${source}`).pluck().get())
    } catch (error) {
      if (faultSentence(error) === null) throw error
    }
  }
  return null
}

function freeName(path: string): string {
  for (let n = 1; ; n++) if (!existsSync(`${path}.broken-${n}`)) return `${path}.broken-${n}`
}
