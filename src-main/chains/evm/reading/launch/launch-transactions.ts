import type { LaunchTransaction } from '../../../../../src-shared/domain/events.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { BlockTransaction } from '../../../adapter.ts'
import type { Node } from '../../rpc/node.ts'
import type { RawBlock, RawTransaction } from '../../transaction/raw.ts'

const BLOCK_CONCURRENCY = 4

/**
 * Gas settings and fees of transactions, from their blocks and receipts: up to two calls per block. Transactions without a nonce in the answer are
 * left out.
 */
export async function readLaunchTransactions(node: Node, buys: readonly BlockTransaction[], signal: AbortSignal): Promise<LaunchTransaction[]> {
  const byBlock = [...Map.groupBy(buys, ({ block }) => block)]
  const read = await mapLimited(byBlock, BLOCK_CONCURRENCY, async ([number, inBlock]) => {
    const wanted = new Set(inBlock.map(({ tx }) => tx))
    const [block, gasUsed] = await Promise.all([node.blocks.withTransactions(number, signal), node.receipts.gasUsed(number, [...wanted], signal)])
    const usual = median(block.transactions.flatMap((transaction) => priorityFeeOf(transaction, block) ?? []))
    return block.transactions
      .filter(({ hash }) => wanted.has(hash))
      .flatMap((transaction) => describe(transaction, block, gasUsed?.get(transaction.hash) ?? null, usual))
  })
  return read.flat()
}

function describe(transaction: RawTransaction, block: RawBlock, gasUsed: number | null, usualPriorityFee: bigint | null): LaunchTransaction[] {
  const { hash, nonce, value, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const maxFee = maxFeePerGas ?? gasPrice ?? null
  if (nonce == null || gas == null || maxFee === null) return []
  const priorityFee = priorityFeeOf(transaction, block)
  return [
    {
      tx: hash,
      block: block.number,
      nonce,
      value,
      gasLimit: gas,
      maxFee,
      maxPriorityFee: maxFeePerGas == null ? null : (maxPriorityFeePerGas ?? null),
      priorityFee,
      usualPriorityFee,
      paid: priorityFee === null || gasUsed === null ? null : priorityFee * BigInt(gasUsed),
    },
  ]
}

/** What the builder gets per unit of gas: https://eips.ethereum.org/EIPS/eip-1559#specification. Null if the block has no base fee. */
function priorityFeeOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: RawTransaction, { baseFeePerGas: base }: RawBlock): bigint | null {
  if (base == null) return null
  const left = (maxFeePerGas ?? gasPrice ?? base) - base
  const most = maxFeePerGas == null ? left : (maxPriorityFeePerGas ?? left)
  const fee = most < left ? most : left
  // Deposits from the parent chain pay no fee at all: https://specs.optimism.io/protocol/deposits.html.
  return fee < 0n ? 0n : fee
}

function median(values: readonly bigint[]): bigint | null {
  const ascending = [...values].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
  return ascending[Math.floor((ascending.length - 1) / 2)] ?? null
}
