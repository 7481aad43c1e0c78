import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Address } from '../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Page } from '../adapter.ts'
import { ScannedTransfers, transfersApart } from './bodies/read-body.ts'
import { partiesOf, rowsOf, type TransferColumns } from './bodies/transfer-columns.ts'
import type { PlacedLog } from './blocks.ts'
import { walkRange } from './log-ranges.ts'
import { contradiction } from '../node-fault.ts'
import type { Node } from './node.ts'
import { toTransfer, TRANSFER_TOPIC } from './normalise.ts'
import { logsOf, queryOf } from './read-logs.ts'

/** Transfers of one piece of the range; they become rows once the times of their blocks are known. */
interface Found {
  readonly count: number
  readonly blocks: readonly PlacedLog[]
  rows(times: ReadonlyMap<number, number>): Transfer[] | Promise<Transfer[]>
}

/** Rows made in one go: far under what a thread that serves others would notice. */
const ROWS_AT_ONCE = 5_000

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
  const fetch = async (first: number, last: number): Promise<Found> => {
    const query = [queryOf(filter, first, last)]
    const answer = await call('eth_getLogs', query, signal, transfersApart(token))
    const scanned = answer instanceof ScannedTransfers ? answer.columns : null
    if (scanned !== null && areInOrder(scanned)) {
      checkRange(hosts, scanned, first, last)
      return { count: scanned.count, blocks: scanned.blocks, rows: (times) => inSlices(scanned, network, token, times) }
    }
    const logs = logsOf(hosts, [filter], [scanned === null ? answer : await call('eth_getLogs', query, signal)], first, last)
    return {
      count: logs.length,
      blocks: logs,
      rows: (times) => logs.flatMap((log) => toTransfer(network, log, times.get(log.blockNumber) ?? null) ?? []),
    }
  }
  for await (const { from: first, to: last, result } of walkRange({ from, to, memory: node.ranges, fetch, count: (found) => found.count })) {
    yield { from: first, to: last, rows: await result.rows(await node.blocks.times(result.blocks, signal)) }
  }
}

async function inSlices(columns: TransferColumns, network: NetworkId, token: Address, times: ReadonlyMap<number, number>): Promise<Transfer[]> {
  const source = { network, token, times: columns.blocks.map((block) => times.get(block.blockNumber) ?? null), parties: partiesOf(columns) }
  const rows: Transfer[] = []
  for (let first = 0; first < columns.count; first += ROWS_AT_ONCE) {
    if (first > 0) await nextTurn()
    for (const row of rowsOf(columns, source, first, Math.min(columns.count, first + ROWS_AT_ONCE))) rows.push(row)
  }
  return rows
}

/** In chain order and each place once; an answer that is not is read again by the reader that sorts and finds what contradicts itself. */
function areInOrder({ count, blocks, block, logIndex }: TransferColumns): boolean {
  let [lastBlock, lastIndex] = [-1, -1]
  for (let i = 0; i < count; i++) {
    const [number, index] = [blocks[block[i] ?? -1]?.blockNumber ?? -1, logIndex[i] ?? -1]
    if (number < lastBlock || (number === lastBlock && index <= lastIndex)) return false
    lastBlock = number
    lastIndex = index
  }
  return true
}

function checkRange(hosts: string, { blocks }: TransferColumns, from: number, to: number): void {
  const stray = blocks.find((block) => block.blockNumber < from || block.blockNumber > to)
  if (stray !== undefined) throw contradiction(hosts, `asked for logs of blocks ${from} to ${to}, got one of block ${stray.blockNumber}`)
}
