import type { Pool, Trade } from '../../../../src-shared/domain/events.ts'
import type { Page } from '../../adapter.ts'
import { decodeSuiTransaction } from '../decode/decode-transaction.ts'
import type { SuiNode } from '../rpc/node.ts'
import { inPages } from '../rpc/scan/pages.ts'
import { anyOf, emits, touchesObject, type TransactionFilter } from '../rpc/scan/filter.ts'
import { scanTransactions } from '../rpc/scan/scan.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { swapEventTypes } from '../venues/registry.ts'

/** A list accepts ten literals (`splitFilter`), so this bounds the lists that are read side by side. */
export const MAX_FILTER_TERMS = 40

/** Swaps write to their pool object. With too many pools, the filter matches all swaps of their venues. */
function swapFilter(pools: readonly Pool[]): TransactionFilter {
  const terms = pools.flatMap((pool) => swapEventTypes(pool).map((type) => [touchesObject(pool.address), emits(type)]))
  if (terms.length <= MAX_FILTER_TERMS) return anyOf(terms)
  return anyOf([...new Set(pools.flatMap(swapEventTypes))].map((type) => [emits(type)]))
}

export function decodePoolTrades(transactions: readonly SuiTransaction[], pools: ReadonlySet<string>): Trade[] {
  return transactions
    .flatMap((tx) => decodeSuiTransaction(tx))
    .filter((event) => event.kind === 'trade')
    .filter(({ pool }) => pool !== null && pools.has(pool))
}

export async function* readTrades(node: SuiNode, pools: readonly Pool[], from: number, to: number, signal: AbortSignal): AsyncGenerator<Page<Trade>> {
  const addresses = new Set<string>(pools.map(({ address }) => address))
  if (pools.flatMap(swapEventTypes).length === 0) {
    yield { from, to, rows: [], notes: ['None of the pools belongs to an exchange whose swaps can be decoded.'] }
    return
  }
  for await (const page of inPages(scanTransactions({ grpc: node.grpc, filter: swapFilter(pools), from, to, signal }))) {
    yield { from: page.from, to: page.to, rows: await node.decimals.fill(decodePoolTrades(page.transactions, addresses), signal) }
  }
}
