import type { RawLog } from '../../transaction/log.ts'
import { unpackLogs } from '../../transaction/parse-logs.ts'
import { firstMismatch, type LogFilter, type LogPage } from '../logs/read-logs.ts'
import type { ArchivedTransaction as Transaction, PackedPage } from './pack-page.ts'

/** A transaction of an archive with all its logs, in order. */
export interface ArchivedTransaction extends Transaction {
  readonly logs: readonly RawLog[]
}

export interface ArchivedPage extends LogPage {
  /** Hash of block `to`; null if the archive names none. */
  readonly hash: string | null
  /** Empty unless they were requested. */
  readonly transactions: readonly ArchivedTransaction[]
}

/** Keeps only matching logs: archives filter by hashes of values and may return more, and transactions come with all their logs. */
export function unpackPage({ from, to, hash, logs: packed, transactions }: PackedPage, filters: readonly LogFilter[]): ArchivedPage {
  const seen = new Set<string>()
  const all = unpackLogs(packed)
    .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
    .filter((log) => {
      const key = `${log.blockNumber} ${log.logIndex}`
      return seen.has(key) ? false : seen.add(key)
    })
  const byTransaction = Map.groupBy(all, (log) => log.transactionHash)
  return {
    from,
    to,
    hash,
    logs: all.filter((log) => filters.some((filter) => firstMismatch(log, filter) === null)),
    transactions: transactions.map((transaction) => ({ ...transaction, logs: byTransaction.get(transaction.hash) ?? [] })),
  }
}
