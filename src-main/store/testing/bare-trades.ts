import Database from 'better-sqlite3'
import type { Trade } from '../../../src-shared/domain/events.ts'
import { encodeAmount } from '../values/amounts.ts'
import { confidenceCode, NETWORK_CODE, sourceCode } from '../values/codes.ts'
import { openWriter } from '../connection/database.ts'
import { fingerprint } from '../values/fingerprint.ts'
import type { SqlValue } from '../connection/sql.ts'
import { NO_POOL } from '../tables/trades/trade-rows.ts'

/**
 * The lower bound of the ingest bench: the time that better-sqlite3 itself takes to fill our tables and indexes. New names, ids and encoded values
 * are computed beforehand, so that only statements run.
 */

export interface BareBatch {
  readonly addresses: readonly SqlValue[][]
  readonly transactions: readonly SqlValue[][]
  readonly trades: readonly SqlValue[][]
}

const VENUE = 1

export function bareRows(batches: readonly (readonly Trade[])[]): BareBatch[] {
  const ids = { address: new Map<string, number>(), transaction: new Map<string, number>() }
  let tradeId = 0
  return batches.map((rows) => {
    const addresses: SqlValue[][] = []
    const transactions: SqlValue[][] = []
    const named = (known: Map<string, number>, text: string, add: (id: number) => void): number => {
      const found = known.get(text)
      if (found !== undefined) return found
      known.set(text, known.size + 1)
      add(known.size)
      return known.size
    }
    const trades = rows.map((t): SqlValue[] => {
      const network = NETWORK_CODE[t.network]
      const address = (text: string): number => named(ids.address, text, (id) => addresses.push([id, text, network]))
      const tx = named(ids.transaction, t.tx, (id) => transactions.push([id, fingerprint(t.tx), t.tx, network]))
      const { position, tokenIn, tokenOut } = t
      const receiver = t.receiver === null ? null : address(t.receiver)
      const [pool, signer] = [t.pool === null ? NO_POOL : address(t.pool), address(t.signer)]
      const paid = [address(tokenIn.token), encodeAmount(tokenIn.raw), tokenIn.decimals, tokenIn.usd]
      const got = [address(tokenOut.token), encodeAmount(tokenOut.raw), tokenOut.decimals, tokenOut.usd]
      const place = [network, position.block, position.tx, position.event, t.leg, t.time, tx, VENUE, signer, receiver, pool]
      return [++tradeId, ...place, ...paid, ...got, t.feeUsd, sourceCode(t.source), confidenceCode(t.confidence), null]
    })
    return { addresses, transactions, trades }
  })
}

export function bareTrades(path: string): { save(batch: BareBatch): void; close(): void } {
  openWriter(path).close()
  const database = new Database(path)
  for (const pragma of ['synchronous = NORMAL', 'mmap_size = 2147483648', 'cache_size = -65536', 'wal_autocheckpoint = 4000']) database.pragma(pragma)
  database.prepare(`INSERT INTO venue (id, dex, version) VALUES (${VENUE}, 'pump.fun', '1')`).run()
  const insert = {
    addresses: database.prepare('INSERT INTO address (id, text, network) VALUES (?, ?, ?)'),
    transactions: database.prepare('INSERT INTO tx (id, fingerprint, text, network) VALUES (?, ?, ?, ?)'),
    trades: database.prepare(`INSERT OR IGNORE INTO trade VALUES (${Array(24).fill('?').join(', ')})`),
  }
  return {
    save: database.transaction((batch: BareBatch) => {
      for (const table of ['addresses', 'transactions', 'trades'] as const) for (const row of batch[table]) insert[table].run(...row)
    }),
    close: () => database.close(),
  }
}
