import type { Database } from 'better-sqlite3'
import { ADD_COUNTERPARTIES, FACT_TABLES, PAYMENT_TABLES, TOKEN_TABLES, type CaseTable } from './tables.ts'

/** Which rows of a store a case needs. */

/** Tokens that the case lists, and those that its notes, findings, graphs and views are about. */
export function tokensOfCase(database: Database, id: string, schema: string): { network: string; address: string }[] {
  return database
    .prepare(
      `SELECT network, address FROM ${schema}.case_item WHERE case_id = :id AND kind = 'token'
       UNION SELECT target ->> 'network', coalesce(target ->> 'token_address', target ->> 'address') FROM ${schema}.case_note
         WHERE case_id = :id AND target ->> 'kind' IN ('token', 'cluster', 'link', 'trade')
       UNION SELECT value ->> 'network', value ->> 'token_address' FROM ${schema}.case_finding, json_each(evidence)
         WHERE case_id = :id AND value ->> 'token_address' IS NOT NULL
       UNION SELECT network, token_address FROM ${schema}.case_graph_node WHERE case_id = :id
       UNION SELECT network, token_address FROM ${schema}.case_pin WHERE case_id = :id
       UNION SELECT network, token_address FROM ${schema}.case_view WHERE case_id = :id`,
    )
    .all({ id }) as { network: string; address: string }[]
}

/**
 * Collects in temporary tables the ids that rows of the picked tokens refer to.
 *
 * @param exec runs statements on a store whose tables are in the schema `source`
 */
export function collectNames(exec: (text: string) => unknown): void {
  exec(`
    CREATE TEMP TABLE wallets (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE known (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE named (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE named_tx (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE named_venue (id INTEGER PRIMARY KEY);`)
  const collect = (into: string, tables: readonly CaseTable[]): void => {
    for (const { table, where, address } of tables) {
      for (const column of address) {
        exec(`INSERT OR IGNORE INTO temp.${into} SELECT ${column} FROM source.${table} WHERE (${where}) AND ${column} > 0`)
      }
    }
  }
  collect('wallets', TOKEN_TABLES)
  exec(ADD_COUNTERPARTIES)
  exec('INSERT INTO temp.known SELECT id FROM temp.wallets')
  collect('known', PAYMENT_TABLES)
  collect('named', FACT_TABLES)
  for (const { table, where, tx, venue } of FACT_TABLES) {
    if (tx === true) exec(`INSERT OR IGNORE INTO temp.named_tx SELECT tx FROM source.${table} WHERE ${where}`)
    if (venue === true) exec(`INSERT OR IGNORE INTO temp.named_venue SELECT venue FROM source.${table} WHERE ${where}`)
  }
}
