import type { Address } from '../../../../src-shared/domain/address.ts'
import { networkOfCode } from '../../values/codes.ts'
import type { ReadDb } from '../../connection/handle.ts'
import type { StoredKind, TokenStorage } from '../../interface.ts'
import { quoteIdentifier, sql } from '../../connection/sql.ts'
import { firehoseKeepHours } from '../networks/stored-blocks.ts'
import { storageLimit } from './storage-limit.ts'
import type { Read } from '../calls.ts'

const TABLES: Readonly<Record<StoredKind, string>> = {
  tokens: 'token',
  trades: 'trade',
  transfers: 'transfer',
  nativeTransfers: 'native_transfer',
  balances: 'balance',
  pools: 'pool',
  snapshots: 'snapshot',
  scans: 'scan_history',
  labels: 'label',
  addresses: 'address',
  transactions: 'tx',
  networkBlocks: 'kept_block',
}

/** Bytes per row with its indices and its share of names, measured on 200,000 rows of each kind. Addresses belong to no token. */
const ROW_BYTES = { trade: 300, transfer: 150, balance: 40 } as const

interface TokenRow {
  network: number
  address: Address
  trades: number
  balances: number
  transfers: number
  packed: number
}

/** Scans all transfers once; everything else is counted by page. */
export const storage: Read<'storage'> = (db) => {
  const { fileBytes, walBytes, freeBytes } = db.space()
  const counts = Object.entries(TABLES).map(([kind, table]) => [
    kind,
    db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${quoteIdentifier(table)}`)?.n ?? 0,
  ])
  return {
    fileBytes,
    walBytes,
    freeBytes,
    limitBytes: storageLimit(db),
    keepHours: firehoseKeepHours(db),
    rows: Object.fromEntries(counts) as Record<StoredKind, number>,
    tokens: tokensBySize(db),
  }
}

function tokensBySize(db: ReadDb): TokenStorage[] {
  const rows = db.all<TokenRow>(sql`
    SELECT token.network, address.text AS address, trade_count AS trades, holders_known AS balances, coalesce(moved.n, 0) AS transfers,
      (SELECT coalesce(sum(length(json_gz)), 0) FROM snapshot WHERE snapshot.token = token.id)
        + (SELECT coalesce(sum(length(json_gz) + coalesce(length(detail_gz), 0)), 0) FROM scan_history WHERE scan_history.token = token.id) AS packed
    FROM token JOIN address ON address.id = token.id
      LEFT JOIN (SELECT token AS id, count(*) AS n FROM transfer GROUP BY token) AS moved ON moved.id = token.id`)
  return rows
    .map(({ network, address, trades, balances, transfers, packed }) => ({
      network: networkOfCode(network),
      address,
      bytes: trades * ROW_BYTES.trade + transfers * ROW_BYTES.transfer + balances * ROW_BYTES.balance + packed,
    }))
    .sort((a, b) => b.bytes - a.bytes || (a.address < b.address ? -1 : 1))
}
