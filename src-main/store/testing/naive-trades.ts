import Database from 'better-sqlite3'
import type { Trade } from '../../../src-shared/domain/events.ts'

/**
 * The peer of the ingest bench: the obvious first version. One table, addresses and amounts as text, default pages, WAL, batches in transactions, and
 * the indexes needed to filter in chain order and to store each trade once.
 */
export function naiveTrades(path: string): { save(rows: readonly Trade[]): void; close(): void } {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec(`
    CREATE TABLE trade (
      id INTEGER PRIMARY KEY, network TEXT, block INTEGER, tx_index INTEGER, event INTEGER, leg INTEGER, time INTEGER, tx TEXT,
      dex TEXT, dex_version TEXT, signer TEXT, receiver TEXT, pool TEXT,
      token_in TEXT, raw_in TEXT, decimals_in INTEGER, usd_in REAL, token_out TEXT, raw_out TEXT, decimals_out INTEGER, usd_out REAL,
      fee_usd REAL, source TEXT, confidence TEXT
    );
    CREATE UNIQUE INDEX once ON trade (network, tx, event, pool);
    CREATE INDEX by_in ON trade (network, token_in, block, tx_index, event, leg);
    CREATE INDEX by_out ON trade (network, token_out, block, tx_index, event, leg);
    CREATE INDEX by_pool ON trade (network, pool, block, tx_index, event, leg);
    CREATE INDEX by_signer ON trade (network, signer, block, tx_index, event, leg);`)
  const insert = database.prepare(`INSERT OR IGNORE INTO trade VALUES (NULL${', ?'.repeat(23)})`)
  return {
    save: database.transaction((rows: readonly Trade[]) => {
      for (const t of rows) {
        insert.run(
          t.network,
          t.position.block,
          t.position.tx,
          t.position.event,
          t.leg,
          t.time,
          t.tx,
          t.dex,
          t.dexVersion,
          t.signer,
          t.receiver,
          t.pool,
          t.tokenIn.token,
          t.tokenIn.raw.toString(),
          t.tokenIn.decimals,
          t.tokenIn.usd,
          t.tokenOut.token,
          t.tokenOut.raw.toString(),
          t.tokenOut.decimals,
          t.tokenOut.usd,
          t.feeUsd,
          t.source,
          t.confidence,
        )
      }
    }),
    close: () => database.close(),
  }
}
