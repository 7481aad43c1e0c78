import type { Database } from 'better-sqlite3'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { FUNDING_HOPS } from '../../../src-shared/domain/token.ts'
import { RESTORABLE_TABLES } from '../tables/deletions/restorable-tables.ts'
import { networkOfCode } from '../values/codes.ts'

/**
 * The tables of a case file: those of the store, with the rows that a case needs. Ids of addresses, transactions and venues are renumbered in the
 * order of their texts, so that equal contents have equal bytes in any store.
 */
export interface CaseTable {
  readonly table: string
  /**
   * Which rows of the source go into the file. `picked` contains the ids of the case's tokens. `wallets` contains the addresses in their facts, plus
   * their funders and payees. `known` contains the addresses in the payments of `wallets`, and `named` all addresses in the file.
   */
  readonly where: string
  readonly address: readonly string[]
  readonly tx?: boolean
  readonly venue?: boolean
  /** The order in which rows of a table without a natural key are numbered. Its column `id` is then only a number. */
  readonly numberBy?: string
}

const OF_TOKEN = 'token IN (SELECT id FROM temp.picked)'
const OF_WALLET = 'IN (SELECT id FROM temp.wallets)'

const ofToken = (table: string, more: Partial<CaseTable> = {}): CaseTable => ({ table, where: OF_TOKEN, address: ['token'], ...more })

/** Facts of the tokens. */
export const TOKEN_TABLES: readonly CaseTable[] = [
  { table: 'token', where: 'id IN (SELECT id FROM temp.picked)', address: ['id'] },
  ofToken('balance', { address: ['token', 'wallet'] }),
  ofToken('recorded_link'),
  ofToken('recorded_degree'),
  ofToken('coverage'),
  ofToken('produced_blocks'),
  ofToken('trading_switch'),
  ofToken('launch_transaction'),
  ofToken('granted_role', { address: ['token', 'member'] }),
  ofToken('contract_owner', { address: ['token', 'contract', 'owner'] }),
  ofToken('block_mark'),
  ofToken('transfer', { address: ['token', 'source', 'target'], tx: true }),
  ofToken('snapshot', { numberBy: 'token, timestamp' }),
  ofToken('scan_history', { numberBy: 'token, generated_at, id' }),
  {
    table: 'trade',
    where: `token_in IN (SELECT id FROM temp.picked) OR token_out IN (SELECT id FROM temp.picked) OR pool IN (SELECT id FROM temp.picked)`,
    address: ['signer', 'account', 'receiver', 'pool', 'token_in', 'token_out'],
    tx: true,
    venue: true,
    numberBy: 'network, block, tx_index, event, leg, tx, pool, token_in, token_out',
  },
  {
    table: 'pool',
    where: 'token0 IN (SELECT id FROM temp.picked) OR token1 IN (SELECT id FROM temp.picked)',
    address: ['address', 'token0', 'token1'],
    venue: true,
  },
]

/** Payments of the wallets in `TOKEN_TABLES`. */
export const PAYMENT_TABLES: readonly CaseTable[] = [
  { table: 'native_transfer', where: `target ${OF_WALLET} OR source ${OF_WALLET}`, address: ['target', 'source'], tx: true },
  { table: 'dollar_payment', where: `source ${OF_WALLET} OR target ${OF_WALLET}`, address: ['source', 'target', 'token'], tx: true },
]

/** Facts about all addresses in `TOKEN_TABLES` and `PAYMENT_TABLES`. */
const WALLET_TABLES: readonly CaseTable[] = [
  { table: 'funding', where: 'wallet IN (SELECT id FROM temp.known)', address: ['wallet', 'funder'] },
  ...['account', 'activity', 'native_balance'].map((table) => ({ table, where: 'id IN (SELECT id FROM temp.named)', address: ['id'] })),
]

/** Ordered so that the addresses each table needs are known from the tables before it. */
export const FACT_TABLES: readonly CaseTable[] = [...TOKEN_TABLES, ...PAYMENT_TABLES, ...WALLET_TABLES]

/** Adds funders, and addresses that two wallets paid, to the wallets: their activity shows whether they are services. */
export const ADD_COUNTERPARTIES = [
  ...Array.from(
    { length: FUNDING_HOPS },
    () => `INSERT OR IGNORE INTO temp.wallets SELECT funder FROM source.funding WHERE wallet ${OF_WALLET} AND funder > 0`,
  ),
  `INSERT OR IGNORE INTO temp.wallets
     SELECT target FROM source.native_transfer WHERE source ${OF_WALLET} GROUP BY target HAVING count(DISTINCT source) > 1`,
].join(';')

/** Tables of texts that other rows refer to by number, and labels. */
export const NAME_TABLES = ['address', 'tx', 'venue', 'label'] as const

/** Tables of the store that are not part of a case file: deleted rows and the search index. */
export const LEFT_OUT = [
  'case_search',
  'case_text',
  'shared_case',
  'deleted_case',
  'deletion',
  ...RESTORABLE_TABLES.map((table) => `deleted_${table}`),
]

/** Tables that exist only in case files. */
export const FILE_SCHEMA = `
  CREATE TABLE file_rules (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE TABLE file_figure (network TEXT NOT NULL, address TEXT NOT NULL, name TEXT NOT NULL, json BLOB NOT NULL,
    PRIMARY KEY (network, address, name)) STRICT, WITHOUT ROWID;
  CREATE TABLE manifest_record (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE manifest (case_id TEXT PRIMARY KEY, made_at INTEGER NOT NULL, root TEXT NOT NULL, public_key TEXT, signature TEXT) STRICT;
  ${LEFT_OUT.map((table) => `DROP TABLE IF EXISTS ${table};`).join(' ')}`

interface Column {
  readonly name: string
  readonly type: string
  readonly pk: number
}

export const columnsOf = (database: Database, table: string): Column[] =>
  database.prepare(`SELECT name, type, pk FROM pragma_table_info(?, 'main')`).all(table) as Column[]

/** The columns of the primary key, in its order. */
export const keyOf = (columns: readonly Column[]): Column[] => columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)

export const namesOf = (columns: readonly Column[]): string => columns.map(({ name }) => `"${name}"`).join()

/** The tokens of a file, with their ids in it. */
export function tokensIn(database: Database): { readonly id: number; readonly key: TokenKey }[] {
  const rows = database.prepare('SELECT t.id, a.network, a.text FROM token t JOIN address a ON a.id = t.id ORDER BY t.id').raw().all()
  return (rows as [number, number, string][]).map(([id, code, text]) => ({
    id,
    key: { network: networkOfCode(code), address: trustedAddress(text) },
  }))
}

/** All tables whose rows belong to one case, the case itself first. */
export function caseTables(database: Database): string[] {
  const found = database
    .prepare(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
       AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name, 'main') WHERE name = 'case_id') AND name <> 'manifest' ORDER BY name`,
    )
    .pluck()
    .all() as string[]
  return ['case_file', ...found]
}

/** Files of earlier versions lack later tables. */
export const hasTable = (database: Database, table: string): boolean => columnsOf(database, table).length > 0

/** Every table whose rows have a hash in the manifest. */
export const hashedTables = (database: Database): string[] => [
  ...NAME_TABLES,
  ...FACT_TABLES.map(({ table }) => table).filter((table) => hasTable(database, table)),
  ...caseTables(database),
  'file_rules',
  'file_figure',
]
