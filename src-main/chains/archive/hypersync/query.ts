/**
 * Queries of HyperSync: https://docs.envio.dev/docs/HyperSync/hypersync-query. The readers of a chain write queries in the form of the portal; this
 * module converts them.
 */

type Row = Readonly<Record<string, unknown>>

/** Rows after which an answer ends, at the end of a block. A page of a read is one answer. */
const MAX_ROWS = 10_000

const BLOCK = ['number', 'hash', 'parent_hash', 'timestamp']
const LOG = ['block_number', 'log_index', 'transaction_index', 'transaction_hash', 'address', 'data', 'topic0', 'topic1', 'topic2', 'topic3']
const TRACE = ['block_number', 'type', 'call_type', 'to', 'value', 'error']
const TRANSACTION: Readonly<Record<string, string>> = {
  transactionIndex: 'transaction_index',
  hash: 'hash',
  from: 'from',
  to: 'to',
  input: 'input',
  value: 'value',
  status: 'status',
}

/**
 * The body for blocks `from` to `to`. Refunds of contracts that destroyed themselves are left out, because traces have no filter by recipient of a
 * refund.
 */
export function hypersyncQuery(query: Row, from: number, to: number): Row {
  const logs = rowsIn(query['logs'])
  const transactions = rowsIn(query['transactions'])
  const payments = rowsIn(query['traces']).filter(({ callTo }) => callTo !== undefined)
  const fields = (query['fields'] ?? {}) as Readonly<Record<string, Row>>
  const columns = Object.keys(fields['transaction'] ?? {}).flatMap((name) => TRANSACTION[name] ?? [])
  return {
    from_block: from,
    to_block: to + 1,
    field_selection: {
      block: BLOCK,
      ...(logs.length === 0 ? {} : { log: LOG }),
      ...(columns.length === 0 ? {} : { transaction: ['block_number', ...columns] }),
      ...(payments.length === 0 ? {} : { trace: TRACE }),
    },
    // JoinAll also returns the other logs of each transaction.
    join_mode: logs.some(({ transactionLogs }) => transactionLogs === true) ? 'JoinAll' : 'Default',
    ...(logs.length === 0 ? {} : { logs: logs.map(logSelection) }),
    ...(transactions.length === 0 ? {} : { transactions }),
    ...(payments.length === 0 ? {} : { traces: payments.map(({ type, callTo }) => ({ type, to: callTo })) }),
    ...(query['includeAllBlocks'] === true ? { include_all_blocks: true } : {}),
    max_num_logs: MAX_ROWS,
    max_num_transactions: MAX_ROWS,
    max_num_traces: MAX_ROWS,
  }
}

/** An empty list matches everything. */
function logSelection(item: Row): Row {
  const topics = [0, 1, 2, 3].map((i) => (item[`topic${i}`] ?? []) as readonly string[])
  return { address: item['address'] ?? [], topics: topics.slice(0, topics.findLastIndex((one) => one.length > 0) + 1) }
}

const rowsIn = (value: unknown): readonly Row[] => (value ?? []) as readonly Row[]
