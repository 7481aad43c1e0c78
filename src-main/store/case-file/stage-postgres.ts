import Database from 'better-sqlite3'
import { migrate } from '../migrations/migrate.ts'
import type { StoredValue } from '../postgres/session/messages.ts'
import { openSession, type Session } from '../postgres/session/session.ts'
import { encodeAmount } from '../values/amounts.ts'
import { NETWORK_CODE } from '../values/codes.ts'
import { collectNames, tokensOfCase } from './picked.ts'
import { caseTables, columnsOf, FACT_TABLES } from './tables.ts'

const ROWS_AT_ONCE = 5_000
/** Derived from other tables. */
const DERIVED = ['case_text']

/**
 * Copies the rows that a case needs, from one consistent snapshot, out of PostgreSQL into a file with the schema of a store. The case file is made
 * from that.
 */
export function stageCase(url: string, id: string, file: string): void {
  const session = openSession(url)
  const staged = new Database(file)
  try {
    migrate(staged)
    session.script('BEGIN ISOLATION LEVEL REPEATABLE READ; CREATE TEMP TABLE chosen (id text); CREATE TEMP TABLE picked (id bigint PRIMARY KEY)')
    session.run([{ text: 'INSERT INTO pg_temp.chosen VALUES ($1)', rows: [[id]] }])
    const copy = (table: string, where: string): void => copyRows(session, staged, table, inPostgres(where))
    copy('case_file', 'id IN (SELECT id FROM temp.chosen)')
    copy('deleted_case', 'id IN (SELECT id FROM temp.chosen)')
    for (const table of caseTables(staged).slice(1)) if (!DERIVED.includes(table)) copy(table, 'case_id IN (SELECT id FROM temp.chosen)')
    const codes: Readonly<Record<string, number>> = NETWORK_CODE
    const picked = tokensOfCase(staged, id, 'main').flatMap(({ network, address }) => (network in codes ? [[address, codes[network] ?? 0]] : []))
    session.run([{ text: PICK, rows: picked }])
    collectNames((text) => session.script(inPostgres(text)))
    copy('address', 'id IN (SELECT id FROM temp.named)')
    copy('tx', 'id IN (SELECT id FROM temp.named_tx)')
    copy('venue', 'id IN (SELECT id FROM temp.named_venue)')
    for (const { table, where } of FACT_TABLES) copy(table, where)
    copy('label', 'address IN (SELECT text FROM source.address WHERE id IN (SELECT id FROM temp.named))')
  } finally {
    staged.close()
    session.send([{ text: 'ROLLBACK', rows: [[]] }])
    session.close()
  }
}

const PICK = `INSERT INTO pg_temp.picked SELECT token.id FROM token JOIN address ON address.id = token.id
  WHERE address.text = $1 AND address.network = $2 ON CONFLICT DO NOTHING`

const inPostgres = (text: string): string =>
  text
    .replaceAll(/INSERT OR IGNORE INTO ([^;]*)/g, 'INSERT INTO $1 ON CONFLICT DO NOTHING')
    .replaceAll('INTEGER', 'bigint')
    .replaceAll(/\btemp\./g, 'pg_temp.')
    .replaceAll('source.', '')

function copyRows(session: Session, staged: Database.Database, table: string, where: string): void {
  const columns = columnsOf(staged, table).map(({ name }) => name)
  const insert = staged.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`)
  session.script(`DECLARE ${table}_rows NO SCROLL CURSOR FOR SELECT ${columns.join()} FROM ${table} WHERE ${where}`)
  const next = { text: `FETCH ${ROWS_AT_ONCE} FROM ${table}_rows`, rows: [[]] }
  staged.transaction(() => {
    for (;;) {
      const rows = session.run([next])[0]?.rows ?? []
      for (const row of rows) insert.run(row.map(inFile))
      if (rows.length < ROWS_AT_ONCE) return
    }
  })()
}

function inFile(value: StoredValue): string | number | Uint8Array | null {
  if (typeof value === 'bigint') return inFile(encodeAmount(value))
  return value instanceof Uint8Array ? Buffer.from(value) : value
}
