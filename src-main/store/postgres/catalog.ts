import type { ResultColumn } from './session/messages.ts'
import type { Session } from './session/session.ts'
import { INT8 } from './session/values.ts'

/** The columns and keys of the tables, as the database reports them. */
export interface Catalog {
  table(name: string): TableShape | undefined
  /** Whether a column holds ids of addresses. That of a UNION has no table, only a name. */
  isAddress(column: ResultColumn): boolean
}

export interface TableShape {
  /** The type of each column. */
  readonly types: ReadonlyMap<string, string>
  /** Columns of the primary key first, then of each other unique index. */
  readonly keys: readonly (readonly string[])[]
}

const COLUMNS = `
  SELECT c.oid::bigint, c.relname, a.attname, a.attnum::bigint, format_type(a.atttypid, NULL)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`
const KEYS = `
  SELECT c.relname, (SELECT string_agg(a.attname, ' ' ORDER BY k.n)
    FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND i.indisunique AND i.indpred IS NULL ORDER BY c.relname, i.indisprimary DESC, i.indexrelid`

/** Names of columns with ids of addresses. */
const ADDRESSES = new Set(
  'wallet source target signer account receiver pool token_in token_out token token0 token1 funder deposit sender address'.split(' '),
)
/** In the table of trades, this column is a code. */
const SOURCE = 'source'

export function readCatalog(session: Session): Catalog {
  const [columns, keys] = session.run([
    { text: COLUMNS, rows: [[]] },
    { text: KEYS, rows: [[]] },
  ])
  const tables = new Map<string, { types: Map<string, string>; keys: string[][] }>()
  const addresses = new Set<string>()
  for (const [oid, table, column, attnum, type] of (columns?.rows ?? []) as [number, string, string, number, string][]) {
    const shape = tables.get(table) ?? { types: new Map<string, string>(), keys: [] }
    tables.set(table, shape)
    shape.types.set(column, type)
    if (type === 'bigint' && ADDRESSES.has(column) && !(table === 'trade' && column === SOURCE)) addresses.add(`${oid} ${attnum}`)
  }
  for (const [table, key] of (keys?.rows ?? []) as [string, string][]) tables.get(table)?.keys.push(key.split(' '))
  return {
    table: (name) => tables.get(name),
    isAddress: ({ name, table, attnum, type }) =>
      table === 0 ? type === INT8 && ADDRESSES.has(name) && name !== SOURCE : addresses.has(`${table} ${attnum}`),
  }
}
