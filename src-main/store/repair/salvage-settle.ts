import type { Database } from 'better-sqlite3'
import { FACT_TABLES } from '../case-file/tables.ts'
import type { Coverage } from '../interface.ts'
import { rebuildCaseSearch } from '../tables/cases/search/search-index.ts'
import { NO_POOL } from '../tables/trades/trade-rows.ts'
import { REBUILD_RUNS } from '../tables/trades/trade-runs.ts'

/** Which coverage depends on the rows of which table. */
const READ_INTO: Readonly<Record<string, readonly Coverage[]>> = {
  transfer: ['transfers'],
  native_transfer: ['native', 'tips'],
  trade: ['trades'],
  pool: ['pools'],
}

const LOST_BALANCES = 'Some balances were lost when the database was damaged; read the token again.'

/**
 * Makes the copied rows consistent. Deletes rows that refer to lost rows and recomputes stored counts. Drops coverage of lost rows, so that the next
 * read fetches them again.
 */
export function settle(database: Database, { forget, lostIn }: { forget: readonly string[]; lostIn(table: string): boolean }): void {
  const dropped = new Set<string>()
  const drop = (table: string, condition: string): void => {
    if (database.prepare(`DELETE FROM ${table} WHERE ${condition}`).run().changes > 0) dropped.add(table)
  }
  database
    .transaction(() => {
      // These references are not declared as foreign keys.
      for (const { table, address, tx, venue } of FACT_TABLES) {
        const unknown = (column: string, named: string): string => `(${column} <> ${NO_POOL} AND ${column} NOT IN (SELECT id FROM ${named}))`
        const missing = address.map((column) => unknown(column, 'address'))
        if (tx === true) missing.push(unknown('tx', 'tx'))
        if (venue === true) missing.push(unknown('venue', 'venue'))
        drop(table, missing.join(' OR '))
      }
      for (const [table, what] of Object.entries(READ_INTO)) {
        if (lostIn(table) || dropped.has(table)) for (const one of what) database.prepare('DELETE FROM coverage WHERE what = ?').run(one)
      }
      const balancesLost = lostIn('balance') || dropped.has('balance')
      if (balancesLost) {
        database.exec('UPDATE token SET holder_count = NULL')
        database.prepare(`UPDATE token SET notes = json_insert(notes, '$[#]', ?)`).run(LOST_BALANCES)
      }
      database.exec(`
        DELETE FROM append_run;
        DELETE FROM balance_change;
        DELETE FROM role_state;
        DELETE FROM wallet_role;
        DELETE FROM deposit_sender;
        UPDATE token SET revision = revision + 1, holders_known = (SELECT count(*) FROM balance WHERE balance.token = token.id),
          trade_count = (SELECT count(*) FROM (
            SELECT id FROM trade WHERE token_in = token.id UNION SELECT id FROM trade WHERE token_out = token.id
            UNION SELECT id FROM trade WHERE pool = token.id))`)
      // These settings say up to when payments were read, so a read would not fetch the lost ones again.
      if (['native_transfer', 'dollar_payment'].some((table) => lostIn(table) || dropped.has(table)))
        database.exec("DELETE FROM setting WHERE name GLOB 'payments-read:*'")
      rebuildCaseSearch(database)
      database.exec(REBUILD_RUNS)
      for (const name of forget) database.prepare('DELETE FROM setting WHERE name = ?').run(name)
    })
    .immediate()
}
