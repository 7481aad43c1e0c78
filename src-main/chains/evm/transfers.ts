import type { Address } from '../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Page } from '../adapter.ts'
import { ScannedTransfers, transfersApart } from './bodies/read-body.ts'
import type { TransferLog } from './bodies/scan-transfers.ts'
import { walkRange } from './log-ranges.ts'
import { contradiction } from '../node-fault.ts'
import type { Node } from './node.ts'
import { readTransfer, TRANSFER_TOPIC } from './normalise.ts'
import { logsOf, queryOf } from './read-logs.ts'

/** All Transfer events of a token in a closed block range, in chain order, each with its block's time. */
export async function* readTransfers(
  node: Node,
  network: NetworkId,
  token: Address,
  from: number,
  to: number,
  signal: AbortSignal,
): AsyncGenerator<Page<Transfer>> {
  const { hosts, call } = node.rpc
  const filter = { addresses: [token], topics: [TRANSFER_TOPIC] }
  const fetch = async (first: number, last: number): Promise<readonly TransferLog[]> => {
    const query = [queryOf(filter, first, last)]
    const answer = await call('eth_getLogs', query, signal, transfersApart(token))
    if (answer instanceof ScannedTransfers && areInOrder(answer.rows)) return checkedRange(hosts, answer.rows, first, last)
    const logs = answer instanceof ScannedTransfers ? await call('eth_getLogs', query, signal) : answer
    return logsOf(hosts, [filter], [logs], first, last).flatMap((log) => {
      const read = readTransfer(log)
      return read === null ? [] : [{ ...log, blockTimestamp: log.blockTimestamp ?? null, ...read }]
    })
  }
  for await (const page of walkRange({ from, to, memory: node.ranges, fetch, count: (rows) => rows.length })) {
    const times = await node.blocks.times(page.result, signal)
    yield { from: page.from, to: page.to, rows: page.result.map((log) => toRow(network, token, log, times.get(log.blockNumber) ?? null)) }
  }
}

/** In chain order and each place once; an answer that is not is read again by the reader that sorts and finds what contradicts itself. */
function areInOrder(rows: readonly TransferLog[]): boolean {
  return rows.every((row, i) => {
    const before = rows[i - 1]
    return before === undefined || before.blockNumber < row.blockNumber || (before.blockNumber === row.blockNumber && before.logIndex < row.logIndex)
  })
}

function checkedRange(hosts: string, rows: readonly TransferLog[], from: number, to: number): readonly TransferLog[] {
  const stray = rows.find((row) => row.blockNumber < from || row.blockNumber > to)
  if (stray === undefined) return rows
  throw contradiction(hosts, `asked for logs of blocks ${from} to ${to}, got one of block ${stray.blockNumber}`)
}

export function toRow(network: NetworkId, token: Address, log: TransferLog, time: number | null): Transfer {
  return {
    kind: 'transfer',
    network,
    position: { block: log.blockNumber, tx: log.transactionIndex, event: log.logIndex },
    time,
    tx: log.transactionHash,
    token,
    from: log.from,
    to: log.to,
    raw: log.raw,
  }
}
