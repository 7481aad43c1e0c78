import { existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { openWriter } from '../connection/database.ts'
import { faultSentence, openingFault } from '../connection/faults.ts'
import { copyTable, tableForms, type TableForm } from './salvage-table.ts'
import { settle } from './salvage-settle.ts'

/** What came over of one table. */
export interface SalvagedTable {
  readonly table: string
  readonly kept: number
  /** Rows that the damaged file had and the new one has not; null where the damage hides how many there were. */
  readonly lost: number | null
}

export interface Salvage {
  /** Where the damaged file lies now, as it was. */
  readonly brokenFile: string
  readonly tables: readonly SalvagedTable[]
}

/** Tables of which rows are taken out on purpose: notes of what was read, and settings that keep lost things from coming back. */
const TAKEN_OUT: ReadonlySet<string> = new Set(['coverage', 'append_run', 'balance_change', 'setting'])
const SIDE_FILES = ['', '-wal', '-shm'] as const

/**
 * Makes a sound file of what a damaged one still tells: every readable row of every table, without rows that name others
 * which are gone, and without a claim that what was lost had been read. The damaged file is kept beside it.
 *
 * @param forget settings that would keep the app from bringing back by itself what was lost
 * @throws UserFault when not even the list of tables can be read, or the disk has no room for the copy; nothing is moved then
 */
export function salvage(path: string, { forget = [] }: { forget?: readonly string[] } = {}): Salvage {
  const made = `${path}.salvaged`
  for (const side of SIDE_FILES) rmSync(made + side, { force: true })
  let tables: readonly SalvagedTable[]
  try {
    openWriter(made).close()
    tables = copyAll(made, path, forget)
  } catch (error) {
    for (const side of SIDE_FILES) rmSync(made + side, { force: true })
    throw openingFault(error, path)
  }
  const brokenFile = freeName(path)
  for (const side of SIDE_FILES) if (existsSync(path + side)) renameSync(path + side, brokenFile + side)
  renameSync(made, path)
  return { brokenFile, tables }
}

function copyAll(made: string, path: string, forget: readonly string[]): readonly SalvagedTable[] {
  const database = new Database(made)
  try {
    // Rows come over table by table, and what names what is settled once all are there.
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

/** Rows that the damaged table had: by the table itself, or else by any of its indices; null when none can be walked. */
function rowsIn(database: Database.Database, { table, indices }: TableForm): number | null {
  for (const source of ['NOT INDEXED', ...indices.map((index) => `INDEXED BY "${index}"`)]) {
    try {
      // A plain count(*) would walk whatever SQLite finds smallest.
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
