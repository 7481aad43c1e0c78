/** What tables show, as stored in the URL under their names: `holders.filter=cex&holders.sort=-share`. */

const TABLES = [
  'holders',
  'clusters',
  'snipers',
  'bundlers',
  'insiders',
  'trades',
  'wallet-changes',
  'link-changes',
  'cluster-changes',
  'requests',
] as const
export type TableName = (typeof TABLES)[number]

export type TableSearch = { readonly [Name in `${TableName}.${string}`]?: string }

/** The filter and order of one table, by parameter. A parameter that is not set is absent. */
export type TableQuery = Readonly<Partial<Record<string, string>>>

/** Longer texts would make links that other programs cut. */
const MAX_LENGTH = 500

/** The parameters of all tables. Drops what no table could have written. */
export const readTableSearch = (raw: Readonly<Record<string, unknown>>): TableSearch =>
  Object.fromEntries(TABLES.flatMap((table) => Object.entries(tableQuery(raw, table)).map(([name, value]) => [`${table}.${name}`, value])))

export function tableQuery(raw: Readonly<Record<string, unknown>>, table: TableName): TableQuery {
  const found: [string, string][] = []
  for (const [name, value] of Object.entries(raw)) {
    if (!name.startsWith(`${table}.`) || typeof value !== 'string' || value === '' || value.length > MAX_LENGTH) continue
    found.push([name.slice(table.length + 1), value])
  }
  return Object.fromEntries(found)
}

/** The search with changed parameters of a table. An empty text removes its parameter. */
export function withTableQuery(search: TableSearch, table: TableName, change: TableQuery): TableSearch {
  const changed = Object.entries(change).map(([name, value = '']) => [`${table}.${name}`, value.slice(0, MAX_LENGTH)] as const)
  const next: readonly [string, string][] = Object.entries({ ...search, ...Object.fromEntries(changed) })
  return Object.fromEntries(next.filter(([, value]) => value !== ''))
}

/** Whether the parameters already have the values of a change. */
export const reflects = (query: TableQuery, change: TableQuery): boolean =>
  Object.entries(change).every(([name, value = '']) => (query[name] ?? '') === value.slice(0, MAX_LENGTH))
