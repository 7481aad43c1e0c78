import type { Hex } from 'viem'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { contradiction } from '../../../rpc/node-fault.ts'
import { request } from '../../../rpc/request.ts'
import { readWithdrawal } from '../../decode/swaps/events.ts'
import type { Node } from '../../rpc/node.ts'
import type { RawLog } from '../../transaction/log.ts'
import { rawTransaction, type RawReceipt } from '../../transaction/raw.ts'

export const BLOCK_CONCURRENCY = 8

/**
 * The receipts of the swaps' transactions in a block, in the order of the swaps. @throws AppError `source_unavailable` when one does not contain its
 * swaps
 */
export async function receiptsWith(node: Node, block: number, swaps: readonly RawLog[], signal: AbortSignal): Promise<RawReceipt[]> {
  const byTransaction = Map.groupBy(swaps, (log) => log.transactionHash)
  const receipts = await node.receipts.in(block, [...byTransaction.keys()], signal)
  return [...byTransaction].flatMap(([hash, own]) => {
    const receipt = receipts.get(hash)
    if (receipt === undefined) return []
    for (const swap of own) {
      const same = receipt.logs.find((log) => log.logIndex === swap.logIndex)
      if (same === undefined || same.address !== swap.address || same.data !== swap.data || receipt.blockHash !== swap.blockHash) {
        throw contradiction(node.rpc.hosts, `eth_getLogs names log ${swap.logIndex} of ${hash} in block ${swap.blockNumber}, its receipt does not`)
      }
    }
    return [receipt]
  })
}

/**
 * The call data of transactions whose called contract unwrapped coins: it names their receiver. Several in one block are read with the whole block.
 */
export async function readInputs(
  node: Node,
  block: number,
  receipts: readonly RawReceipt[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Hex | null>> {
  const unwrapping = receipts.filter(({ to, logs }) => logs.some((log) => readWithdrawal(log)?.by === to)).map((one) => one.transactionHash)
  if (unwrapping.length > 1) {
    const { transactions } = await node.blocks.withTransactions(block, signal)
    const inputs = new Map<string, Hex | null>(transactions.map(({ hash, input }) => [hash, input ?? null]))
    const lost = unwrapping.find((hash) => !inputs.has(hash))
    if (lost !== undefined) throw contradiction(node.rpc.hosts, `the receipt of ${lost} names block ${block}, which does not contain it`)
    return inputs
  }
  const read = await mapLimited(unwrapping, BLOCK_CONCURRENCY, (hash) =>
    request(node.rpc, rawTransaction, 'eth_getTransactionByHash', [hash], signal),
  )
  return new Map(read.map(({ hash, input }) => [hash, input ?? null]))
}
