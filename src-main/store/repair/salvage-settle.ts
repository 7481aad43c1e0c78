import type { Database } from 'better-sqlite3'
import type { Coverage } from '../interface.ts'
import { rebuildCaseSearch } from '../tables/cases/search/search-index.ts'
import { NO_POOL } from '../tables/trades/trade-rows.ts'
import { REBUILD_RUNS } from '../tables/trades/trade-runs.ts'

/** References between tables that are not declared as foreign keys. */
const NAMES: Readonly<Record<string, Readonly<Record<string, 'address' | 'tx' | 'venue'>>>> = {
  trade: {
    tx: 'tx',
    venue: 'venue',
    signer: 'address',
    account: 'address',
    receiver: 'address',
    pool: 'address',
    token_in: 'address',
    token_out: 'address',
  },
  transfer: { token: 'address', tx: 'tx', source: 'address', target: 'address' },
  native_transfer: { target: 'address', tx: 'tx', source: 'address' },
  dollar_payment: { source: 'address', target: 'address', tx: 'tx', token: 'address' },
  balance: { token: 'address', wallet: 'address' },
  pool: { address: 'address', token0: 'address', token1: 'address', venue: 'venue' },
  token: { id: 'address' },
  account: { id: 'address' },
  funding: { wallet: 'address', funder: 'address' },
  activity: { id: 'address' },
  native_balance: { id: 'address' },
  produced_blocks: { token: 'address' },
  trading_switch: { token: 'address' },
  launch_transaction: { token: 'address' },
  granted_role: { token: 'address', member: 'address' },
  contract_owner: { token: 'address', contract: 'address', owner: 'address' },
  recorded_link: { token: 'address' },
  recorded_degree: { token: 'address' },
  coverage: { token: 'address' },
  snapshot: { token: 'address' },
  scan_history: { token: 'address' },
}

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
      for (const [table, columns] of Object.entries(NAMES)) {
        const missing = Object.entries(columns).map(([column, named]) => `(${column} <> ${NO_POOL} AND ${column} NOT IN (SELECT id FROM ${named}))`)
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
