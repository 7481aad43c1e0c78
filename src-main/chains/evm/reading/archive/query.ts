import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { LogFilter } from '../logs/read-logs.ts'

/** Limits of a query: https://docs.sqd.dev/en/portal, docs/chains.md#archives. */
const MAX_ITEMS = 100
const MAX_ADDRESSES = 2_000

const BLOCK = { number: true, hash: true, parentHash: true, timestamp: true }
const LOG = { logIndex: true, transactionIndex: true, transactionHash: true, address: true, topics: true, data: true }
const PAYMENT_TRACE = {
  ...{ transactionIndex: true, traceAddress: true, type: true, error: true },
  ...{ callCallType: true, callTo: true, callValue: true, suicideRefundAddress: true, suicideBalance: true },
}
const TRANSACTION = { transactionIndex: true, hash: true, from: true, to: true, input: true }

/**
 * The query for logs that match any of the filters, without its range. A column that the archive does not have fails the query, so only needed
 * columns are requested.
 *
 * @param withTransactions also requests the transactions of the logs, and all their logs
 * @returns null if the filters do not fit into one query
 */
export function logQuery(filters: readonly LogFilter[], withTransactions: boolean): Readonly<Record<string, unknown>> | null {
  const values = filters.reduce((sum, { addresses, topics }) => sum + addresses.length + topics.reduce((more, one) => more + countOf(one), 0), 0)
  if (filters.length > MAX_ITEMS || values > MAX_ADDRESSES) return null
  return {
    type: 'evm',
    fields: { block: BLOCK, log: LOG, ...(withTransactions ? { transaction: TRANSACTION } : {}) },
    logs: filters.map(({ addresses, topics }) => ({
      address: addresses,
      ...Object.fromEntries(topics.flatMap((topic, i) => (topic === null ? [] : [[`topic${i}`, typeof topic === 'string' ? [topic] : topic]]))),
      ...(withTransactions ? { transaction: true, transactionLogs: true } : {}),
    })),
  }
}

const countOf = (topic: LogFilter['topics'][number]): number => (topic === null || typeof topic === 'string' ? 1 : topic.length)

/** Limit on wallets per query: each is named three times, in a body of up to 256 KiB. */
export const MAX_PAYEES = 1_500

/** The query for native coins that wallets received, without its range. Old chunks may lack the traces of internal payments. */
export function payeesQuery(wallets: readonly Address[], withTraces: boolean): Readonly<Record<string, unknown>> {
  return {
    type: 'evm',
    fields: {
      block: BLOCK,
      transaction: { transactionIndex: true, hash: true, from: true, to: true, value: true, status: true },
      ...(withTraces ? { trace: PAYMENT_TRACE } : {}),
    },
    transactions: [{ to: wallets }],
    ...(withTraces
      ? {
          traces: [
            { type: ['call'], callTo: wallets },
            { type: ['suicide'], suicideRefundAddress: wallets },
          ],
        }
      : {}),
  }
}
