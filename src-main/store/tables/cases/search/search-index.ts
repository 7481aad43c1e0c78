import type { CaseChange } from '../../../../../src-shared/domain/cases/case.ts'
import type { WriteDb } from '../../../connection/handle.ts'
import { sql } from '../../../connection/sql.ts'

/**
 * The full-text index over all cases: one row for each name, item, note, finding, tag, entity and view, with its addresses and transactions. It is
 * derived from the other tables, so case files do not contain it, and salvaging rebuilds it.
 */

/** Addresses and transaction ids anywhere in a JSON value. Values with spaces are sentences. */
const idsIn = (json: string): string =>
  `coalesce((SELECT group_concat(DISTINCT value) FROM json_tree(${json}) WHERE type = 'text' AND length(value) > 20 AND instr(value, ' ') = 0), '')`

interface Part {
  /** Columns that name a row within its case. Only the last one may contain spaces, so that the joined key can be split. */
  readonly key: readonly string[]
  /** An expression on the row. */
  readonly text: string
  readonly from: string
}

/** The searched parts of a case. */
const PARTS = {
  name: { key: [], text: 'name', from: '(SELECT id AS case_id, name FROM case_file WHERE name IS NOT NULL)' },
  item: { key: ['kind', 'network', 'address'], text: 'address', from: 'case_item' },
  note: { key: ['id'], text: `text || char(10) || ${idsIn('target')}`, from: 'case_note' },
  finding: { key: ['id'], text: `text || char(10) || ${idsIn('evidence')}`, from: 'case_finding' },
  tag: { key: ['network', 'address', 'name'], text: 'concat_ws(char(10), name, kind, note, source, address)', from: 'case_tag' },
  entity: { key: ['id'], text: `concat_ws(char(10), name, ${idsIn('wallets')})`, from: 'case_entity' },
  view: { key: ['id'], text: 'name', from: 'case_view' },
} as const satisfies Readonly<Record<string, Part>>

export type SearchPart = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as SearchPart[]

/** Updates the index after changes were applied. */
export function indexChanges(db: WriteDb, id: string, changes: readonly CaseChange[]): void {
  for (const change of changes) {
    if (isIndexed(change)) indexPart(db, id, change.part, keyOf(change))
  }
}

/** Indexes a case whose rows were written directly. */
export function indexCase(db: WriteDb, id: string): void {
  for (const part of PART_NAMES) {
    const { key, from }: Part = PARTS[part]
    const columns = key.length === 0 ? '1' : key.join()
    const keys = db.arrays<string[]>({ text: `SELECT ${columns} FROM ${from} AS part WHERE case_id = ?`, params: [id] })
    for (const values of keys) indexPart(db, id, part, key.length === 0 ? [] : values)
  }
}

export function unindexCase(db: WriteDb, id: string): void {
  db.unindexText(sql`owner = ${id}`)
  db.run(sql`DELETE FROM case_text WHERE owner = ${id}`)
}

export function rebuildCaseSearch(database: { exec(text: string): unknown }, parts: readonly SearchPart[] = PART_NAMES): void {
  database.exec('DELETE FROM case_text')
  for (const part of parts) database.exec(`INSERT INTO case_text (owner, part, key, text) ${rowsOf(part)}`)
  database.exec(`INSERT INTO case_search (case_search) VALUES ('rebuild')`)
}

function rowsOf(part: SearchPart): string {
  const { key, text, from }: Part = PARTS[part]
  return `SELECT case_id, '${part}', ${key.length === 0 ? `''` : key.join(` || ' ' || `)}, ${text} FROM ${from} AS part`
}

function indexPart(db: WriteDb, id: string, part: SearchPart, values: readonly string[]): void {
  const key = values.join(' ')
  const old = db.get<{ id: number }>(sql`SELECT id FROM case_text WHERE owner = ${id} AND part = ${part} AND key = ${key}`)
  if (old !== undefined) {
    db.unindexText(sql`id = ${old.id}`)
    db.run(sql`DELETE FROM case_text WHERE id = ${old.id}`)
  }
  const row = [`case_id = ?`, ...PARTS[part].key.map((column) => `${column} = ?`)].join(' AND ')
  const insert = `INSERT INTO case_text (owner, part, key, text) ${rowsOf(part)} WHERE ${row} RETURNING id`
  const added = db.get<{ id: number }>({ text: insert, params: [id, ...values] })
  if (added !== undefined) db.indexText(sql`id = ${added.id}`)
}

type Indexed = Extract<CaseChange, { part: SearchPart }>

const isIndexed = (change: CaseChange): change is Indexed => Object.hasOwn(PARTS, change.part)

/** A change does not alter the key of its row. */
function keyOf(change: Indexed): string[] {
  const row: object | null = change.part === 'name' ? null : (change.after ?? change.before)
  return row === null ? [] : PARTS[change.part].key.map((column) => String((row as Record<string, unknown>)[column]))
}
