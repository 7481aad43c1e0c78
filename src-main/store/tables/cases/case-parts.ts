import type { CaseFinding } from '../../../../src-shared/contract/records/findings.ts'
import type { CaseChange, CaseItem, CaseNote } from '../../../../src-shared/domain/cases/case.ts'
import type { CaseEntity, CaseTag } from '../../../../src-shared/domain/cases/claims.ts'
import type { ReadDb, WriteDb } from '../../connection/handle.ts'
import { joined, quoteIdentifier, sql, type Query, type SqlValue } from '../../connection/sql.ts'

/** Parts of a case that have a row each. A part is identified in its case by its first columns, and one column may contain JSON. */

interface Parts {
  readonly item: CaseItem
  readonly note: CaseNote
  readonly finding: CaseFinding
  readonly tag: CaseTag
  readonly entity: CaseEntity
}

interface PartTable {
  readonly key: readonly string[]
  readonly values: readonly string[]
  readonly json?: string
  readonly order: string
}

const BY_ID = 'CAST(id AS INTEGER)'

const TABLES: { readonly [P in keyof Parts]: PartTable } = {
  item: { key: ['kind', 'network', 'address'], values: ['added_at'], order: 'added_at, kind, network, address' },
  note: { key: ['id'], values: ['target', 'text', 'written_at', 'changed_at'], json: 'target', order: BY_ID },
  /** In the order of the report. */
  finding: { key: ['id'], values: ['place', 'text', 'evidence', 'written_at', 'changed_at'], json: 'evidence', order: `place, ${BY_ID}` },
  tag: { key: ['network', 'address', 'name'], values: ['kind', 'effect', 'note', 'source', 'confidence'], order: 'network, address, name' },
  entity: { key: ['id'], values: ['rule', 'name', 'wallets'], json: 'wallets', order: BY_ID },
}

type Row = Record<string, SqlValue>

export const partsOf = <P extends keyof Parts>(db: ReadDb, part: P, id: string): Parts[P][] =>
  select(db, part, sql`case_id = ${id} ORDER BY ${{ text: TABLES[part].order, params: [] }}`)

export const partOf = <P extends keyof Parts>(db: ReadDb, part: P, id: string, key: object): Parts[P] | null =>
  select(db, part, isPart(part, id, key))[0] ?? null

/** Replaces the value before a change with the one after it. */
export function applyPart(db: WriteDb, id: string, { part, before, after }: Extract<CaseChange, { part: keyof Parts }>): void {
  if (after === null) {
    if (before !== null) db.run(sql`DELETE FROM ${tableOf(part)} WHERE ${isPart(part, id, before)}`)
    return
  }
  const { json } = TABLES[part]
  const columns = columnsOf(part)
  const row = after as unknown as Row
  const values = columns.map((name) => (name === json ? JSON.stringify(row[name]) : (row[name] ?? null)))
  const text = `INSERT OR REPLACE INTO ${tableOf(part).text} (case_id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`
  db.run({ text, params: [id, ...values] })
}

function select<P extends keyof Parts>(db: ReadDb, part: P, where: Query): Parts[P][] {
  const { json } = TABLES[part]
  const columns = { text: columnsOf(part).join(', '), params: [] }
  const rows = db.all<Row>(sql`SELECT ${columns} FROM ${tableOf(part)} WHERE ${where}`)
  return rows.map((row) => (json === undefined ? row : { ...row, [json]: JSON.parse(String(row[json])) as unknown }) as unknown as Parts[P])
}

const isPart = (part: keyof Parts, id: string, key: object): Query =>
  joined([sql`case_id = ${id}`, ...TABLES[part].key.map((name) => sql`${quoteIdentifier(name)} = ${(key as Row)[name] ?? null}`)], ' AND ')

const tableOf = (part: keyof Parts): Query => quoteIdentifier(`case_${part}`)

const columnsOf = (part: keyof Parts): readonly string[] => [...TABLES[part].key, ...TABLES[part].values]
