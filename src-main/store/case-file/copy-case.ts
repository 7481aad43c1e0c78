import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { AppError } from '../../lib/app-error.ts'
import { migrate } from '../migrations/migrate.ts'
import type { StoreLocation } from '../location.ts'
import { NETWORK_CODE } from '../values/codes.ts'
import { collectNames, tokensOfCase } from './picked.ts'
import { stageCase } from './stage-postgres.ts'
import { caseTables, columnsOf, FACT_TABLES, FILE_SCHEMA, namesOf, tokensIn } from './tables.ts'

interface CopyCase {
  readonly source: StoreLocation
  readonly file: string
  readonly id: string
  /** The rule set in force, as JSON. */
  readonly rules: string
}

/** Copies a case and all facts of its tokens, from one consistent snapshot, into a new file. Returns the stored tokens of the case. */
export function copyCase({ source, file, id, rules }: CopyCase): TokenKey[] {
  const staged = `${file}.source`
  if ('postgres' in source) stageCase(source.postgres, id, staged)
  const database = new Database(file)
  try {
    migrate(database)
    database.exec(FILE_SCHEMA)
    database.prepare('ATTACH ? AS source').run('file' in source ? source.file : staged)
    return database.transaction(() => {
      if (database.prepare('SELECT 1 FROM source.case_file WHERE id = ? AND id NOT IN (SELECT id FROM source.deleted_case)').get(id) === undefined) {
        throw new AppError('not_found', { message: 'This case does not exist.' })
      }
      pickTokens(database, id)
      pickNames(database)
      copyFacts(database)
      for (const table of caseTables(database)) {
        const key = table === 'case_file' ? 'id' : 'case_id'
        const columns = namesOf(columnsOf(database, table))
        database.prepare(`INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table} WHERE ${key} = ?`).run(id)
      }
      database.prepare('INSERT INTO file_rules (id, json) VALUES (1, ?)').run(rules)
      return tokensIn(database).map(({ key }) => key)
    })()
  } finally {
    database.close()
    rmSync(staged, { force: true })
  }
}

function pickTokens(database: Database.Database, id: string): void {
  database.exec('CREATE TEMP TABLE picked (id INTEGER PRIMARY KEY)')
  const insert = database.prepare(`
    INSERT OR IGNORE INTO temp.picked SELECT token.id FROM source.token JOIN source.address ON address.id = token.id
    WHERE address.text = ? AND address.network = ?`)
  for (const { network, address } of tokensOfCase(database, id, 'source')) {
    const code = (NETWORK_CODE as Readonly<Record<string, number>>)[network]
    if (code !== undefined) insert.run(address, code)
  }
}

/** Renumbers the addresses, transactions and venues that rows of the file refer to, in the order of their texts. */
function pickNames(database: Database.Database): void {
  collectNames((text) => database.exec(text))
  for (const [table, picked, order] of [
    ['address', 'named', 'network, text'],
    ['tx', 'named_tx', 'network, text'],
    ['venue', 'named_venue', 'dex, version'],
  ] as const) {
    const rest = columnsOf(database, table).flatMap(({ name }) => (name === 'id' ? [] : [name]))
    database.exec(`
      CREATE TEMP TABLE new_${table} (old INTEGER PRIMARY KEY, id INTEGER NOT NULL);
      INSERT INTO temp.new_${table} SELECT id, row_number() OVER (ORDER BY ${order}) FROM source.${table} WHERE id IN (SELECT id FROM temp.${picked});
      INSERT INTO main.${table} (id, ${rest.join()}) SELECT n.id, ${rest.map((name) => `s.${name}`).join()}
        FROM temp.new_${table} n JOIN source.${table} s ON s.id = n.old ORDER BY n.id;`)
  }
}

/** Columns that describe the store, not the chain. */
const LOCAL_COLUMNS: Readonly<Record<string, string>> = { 'token.revision': '1 AS revision', 'token.opened_at': 'NULL AS opened_at' }

function copyFacts(database: Database.Database): void {
  for (const { table, where, address, tx, venue, numberBy } of FACT_TABLES) {
    const columns = columnsOf(database, table).map(({ name }) => name)
    const mapped = columns.map((name) => {
      if (numberBy !== undefined && name === 'id') return 'id'
      if (address.includes(name)) return `CASE WHEN ${name} = 0 THEN 0 ELSE (SELECT id FROM temp.new_address WHERE old = s.${name}) END AS ${name}`
      if (name === 'tx' && tx === true) return `(SELECT id FROM temp.new_tx WHERE old = s.tx) AS tx`
      if (name === 'venue' && venue === true) return `(SELECT id FROM temp.new_venue WHERE old = s.venue) AS venue`
      return LOCAL_COLUMNS[`${table}.${name}`] ?? name
    })
    const rows = `SELECT ${mapped.join()} FROM source.${table} s WHERE ${where}`
    const numbered = columns.map((name) => (numberBy !== undefined && name === 'id' ? `row_number() OVER (ORDER BY ${numberBy})` : name))
    database.exec(`INSERT INTO main.${table} (${columns.join()}) SELECT ${numbered.join()} FROM (${rows})`)
  }
  const columns = namesOf(columnsOf(database, 'label'))
  database.exec(`INSERT INTO main.label (${columns}) SELECT ${columns} FROM source.label WHERE address IN (SELECT text FROM main.address)`)
}
