import Database from 'better-sqlite3'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { encodeAmount } from '../values/amounts.ts'
import { confidenceCode, NETWORK_CODE, sourceCode } from '../values/codes.ts'
import { openWriter } from '../connection/database.ts'
import { fingerprint } from '../values/fingerprint.ts'
import { NO_POOL } from '../tables/trades/trade-rows.ts'

/**
 * The ingest bench's peer for "bare better-sqlite3 on our own tables": a plain program that fills the same tables and indexes from the same trades.
 * Like any such program, it has to assign ids to names: with a Map in front of INSERT OR IGNORE for addresses, and a lookup before each new
 * transaction, because the index of transactions rejects no duplicates. It does nothing else that the store does: no trade counts, no revisions, no
 * storage limit, no result with the new rows, and its Map never empties.
 */
export function plainTrades(path: string): { save(rows: readonly Trade[]): void; close(): void } {
  openWriter(path).close()
  const database = new Database(path)
  for (const pragma of ['synchronous = NORMAL', 'mmap_size = 2147483648', 'cache_size = -65536', 'wal_autocheckpoint = 4000']) database.pragma(pragma)
  const addAddress = database.prepare('INSERT OR IGNORE INTO address (text, network) VALUES (?, ?)')
  const findAddress = database.prepare<[string, number], number>('SELECT id FROM address WHERE text = ? AND network = ?').pluck()
  const addTransaction = database.prepare('INSERT INTO tx (fingerprint, text, network) VALUES (?, ?, ?)')
  const findTransaction = database
    .prepare<[number, string, number], number>('SELECT id FROM tx WHERE fingerprint = ? AND text = ? AND network = ?')
    .pluck()
  const addVenue = database.prepare('INSERT INTO venue (dex, version) VALUES (?, ?)')
  const insert = database.prepare(`INSERT OR IGNORE INTO trade VALUES (NULL${', ?'.repeat(23)})`)
  const [addresses, venues] = [new Map<string, number>(), new Map<string, number>()]
  let last = { text: '', id: 0 }

  const address = (text: string, network: number): number => {
    const known = addresses.get(text)
    if (known !== undefined) return known
    const { changes, lastInsertRowid } = addAddress.run(text, network)
    const id = changes > 0 ? Number(lastInsertRowid) : (findAddress.get(text, network) ?? 0)
    addresses.set(text, id)
    return id
  }
  const transaction = (text: string, network: number): number => {
    if (last.text === text) return last.id
    const mark = fingerprint(text)
    last = { text, id: findTransaction.get(mark, text, network) ?? Number(addTransaction.run(mark, text, network).lastInsertRowid) }
    return last.id
  }
  const venue = (dex: string, version: string): number => {
    const key = `${dex} ${version}`
    const id = venues.get(key) ?? Number(addVenue.run(dex, version).lastInsertRowid)
    venues.set(key, id)
    return id
  }

  return {
    save: database.transaction((rows: readonly Trade[]) => {
      for (const t of rows) {
        const network = NETWORK_CODE[t.network]
        insert.run(
          network,
          t.position.block,
          t.position.tx,
          t.position.event,
          t.leg,
          t.time,
          transaction(t.tx, network),
          venue(t.dex, t.dexVersion),
          address(t.signer, network),
          t.receiver === null ? null : address(t.receiver, network),
          t.pool === null ? NO_POOL : address(t.pool, network),
          address(t.tokenIn.token, network),
          encodeAmount(t.tokenIn.raw),
          t.tokenIn.decimals,
          t.tokenIn.usd,
          address(t.tokenOut.token, network),
          encodeAmount(t.tokenOut.raw),
          t.tokenOut.decimals,
          t.tokenOut.usd,
          t.feeUsd,
          sourceCode(t.source),
          confidenceCode(t.confidence),
          t.account === undefined ? null : address(t.account, network),
        )
      }
    }),
    close: () => database.close(),
  }
}
