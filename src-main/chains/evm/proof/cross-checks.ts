import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { CrossChecks, EndpointTransfers, ReceiptTransfers } from '../../cross-checks.ts'
import { answeredOrNull } from '../../rpc/answered.ts'
import { request, type RpcClient } from '../../rpc/request.ts'
import { toHexNumber } from '../encoding/hex.ts'
import type { LogFilter } from '../reading/logs/read-logs.ts'
import type { Node } from '../rpc/node.ts'
import type { Hex, RawLog } from '../transaction/log.ts'
import { hexBytes, rawHeader, rawLogs, rawReceipt } from '../transaction/raw.ts'
import { bloomBytes, mayContain } from '../transaction/bloom.ts'
import { isHeaderOfHash, wholeHeader } from './header-hash.ts'
import { receiptsRoot, wholeReceipt } from './receipts-root.ts'

const bloomHeader = rawHeader.extend({ logsBloom: hexBytes })

export function openCrossChecks({ rpc, blocks, balanceEvents }: Node, network: NetworkId): CrossChecks {
  async function toRows(token: Address, logs: readonly RawLog[], signal: AbortSignal): Promise<readonly Transfer[]> {
    const own = logs.filter(({ address }) => address === token)
    return (await balanceEvents.of(token, signal)).toTransfers(network, own, await blocks.times(own, signal))
  }
  return {
    async mayHaveTransfers(token, block, signal) {
      const { logsBloom } = await request(rpc, bloomHeader, 'eth_getBlockByNumber', [toHexNumber(block), false], signal)
      const bloom = bloomBytes(logsBloom)
      if (!mayContain(bloom, token as Hex)) return false
      return (await balanceEvents.of(token, signal)).topics.some((topic) => mayContain(bloom, topic as Hex))
    },
    async transfersInTransaction(token, tx, signal) {
      const { logs } = await request(rpc, rawReceipt, 'eth_getTransactionReceipt', [tx], signal)
      return toRows(token, logs, signal)
    },
    async transfersInReceipts(token, block, signal) {
      let unproven: ReceiptTransfers | null = null
      for (const endpoint of rpc.each()) {
        const read = await answeredOrNull(readBlockReceipts(endpoint, block, signal), signal)
        if (read === null) continue
        const rows = await toRows(token, read.logs, signal)
        const found = { host: endpoint.hosts, rows, isProven: read.isProven }
        if (found.isProven) return found
        unproven ??= found
      }
      return unproven
    },
    async transfersByEndpoint(token, block, signal) {
      const { topics } = await balanceEvents.of(token, signal)
      const found: EndpointTransfers[] = []
      for (const endpoint of rpc.each()) {
        const logs = await answeredOrNull(readLogsOf(endpoint, { addresses: [token], topics: [topics] }, block, signal), signal)
        if (logs !== null) found.push({ host: endpoint.hosts, rows: await toRows(token, logs, signal) })
      }
      return found
    },
  }
}

/** All logs of a block with two calls. */
async function readBlockReceipts(rpc: RpcClient, block: number, signal: AbortSignal): Promise<{ logs: RawLog[]; isProven: boolean }> {
  const header = await request(rpc, wholeHeader, 'eth_getBlockByNumber', [toHexNumber(block), false], signal)
  const receipts = await request(rpc, wholeReceipt.array(), 'eth_getBlockReceipts', [toHexNumber(block)], signal)
  const inOrder = receipts.toSorted((a, b) => a.transactionIndex - b.transactionIndex)
  const isProven = isHeaderOfHash(header) && (await receiptsRoot(inOrder)) === header.receiptsRoot
  return { logs: inOrder.flatMap(({ logs }) => logs), isProven }
}

async function readLogsOf(rpc: RpcClient, { addresses, topics }: LogFilter, block: number, signal: AbortSignal): Promise<RawLog[]> {
  const query = { address: addresses, topics, fromBlock: toHexNumber(block), toBlock: toHexNumber(block) }
  const logs = await request(rpc, rawLogs, 'eth_getLogs', [query], signal)
  return logs.filter(({ removed }) => !removed)
}
