import type { Hex } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { RawReceipt } from '../../transaction/raw.ts'
import { differences } from './verify-page.ts'
import type { ArchivedTransaction } from './page.ts'

/** A transaction with everything needed to decode its swaps. */
export interface SwapReceipt {
  readonly block: number
  /** Unix seconds of the block. */
  readonly time: number | null
  readonly transactionIndex: number
  readonly hash: Hex
  readonly from: Address
  readonly to: Address | null
  readonly input: Hex | null
  readonly logs: readonly RawLog[]
}

export interface NodeReceipts {
  receipts(block: number, hashes: readonly Hex[]): Promise<readonly RawReceipt[]>
  inputs(block: number, receipts: readonly RawReceipt[]): Promise<ReadonlyMap<string, Hex | null>>
}

const BLOCK_CONCURRENCY = 8

/**
 * Reads the receipts of doubtful transactions from the node: those with a gap in their logs, and those that moved the token through a pool without a
 * swap, because the archive may have lost the swap.
 *
 * @returns all transactions in order, and how many the archive had wrong
 */
export async function checkTransactions(
  archived: readonly ArchivedTransaction[],
  isExplained: (transaction: SwapReceipt) => boolean,
  node: NodeReceipts,
): Promise<{ readonly transactions: readonly SwapReceipt[]; readonly repaired: number }> {
  const [sound, doubtful] = partition(archived, (one) => !hasGap(one.logs) && isExplained(one))
  const read = await mapLimited(
    Map.groupBy(doubtful, ({ block }) => block),
    BLOCK_CONCURRENCY,
    async ([block, ofBlock]) => {
      const receipts = await node.receipts(
        block,
        ofBlock.map(({ hash }) => hash),
      )
      const inputs = await node.inputs(block, receipts)
      return receipts.map((receipt): SwapReceipt => {
        const { transactionHash: hash, transactionIndex, from, to, logs } = receipt
        return { block, time: ofBlock[0]?.time ?? null, transactionIndex, hash, from, to: to ?? null, input: inputs.get(hash) ?? null, logs }
      })
    },
  )
  const own = new Map(read.flat().map((one) => [one.hash, one]))
  const repaired = doubtful.filter(({ hash, logs }) => differences(logs, own.get(hash)?.logs ?? []) > 0).length
  const transactions = [...sound, ...own.values()].toSorted((a, b) => a.block - b.block || a.transactionIndex - b.transactionIndex)
  return { transactions, repaired }
}

/** The logs of a transaction are numbered without gaps within their block. */
const hasGap = (logs: readonly RawLog[]): boolean =>
  logs.length === 0 || logs.some((log, i) => i > 0 && log.logIndex !== (logs[i - 1]?.logIndex ?? 0) + 1)

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const first: T[] = []
  const second: T[] = []
  for (const item of items) (isFirst(item) ? first : second).push(item)
  return [first, second]
}
