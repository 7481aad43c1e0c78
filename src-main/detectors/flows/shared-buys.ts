import { groupByTransaction } from '../bundlers/buy-groups.ts'
import { reuseSet } from '../incremental/reuse.ts'
import { addTo } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'
import type { Swap } from './swaps.ts'

/** Transactions with several buyers, or not signed by the buyer. */

interface SharedBuys {
  /** The buys of each such transaction. */
  readonly groups: (readonly Swap[])[]
  /** By signer, the transactions that it signed for others. */
  readonly served: Map<string, Set<string>>
  readonly withSameTransaction: ReturnType<typeof groupByTransaction>
}

/** Whether a listed service delivered the buys of several wallets in one transaction, as a batch auction does for strangers. */
export const isSettledByService = ({ labels }: Pick<FactIndex, 'labels'>, { handedBy }: Swap): boolean =>
  // A vault that holds the tokens of pools is listed as a service too, but each buyer bought from it.
  handedBy !== null && labels.policy(handedBy) === 'hub' && !labels.tags(handedBy).includes('liquidity_pool')

/** Append-only: later blocks add groups and change none. */
export function indexSharedBuys({ flows, state }: FactIndex): SharedBuys {
  const begin = (): SharedBuys => ({ groups: [], served: new Map(), withSameTransaction: groupByTransaction() })
  return state.accumulate('shared buys', [], flows.buys, begin, addShared)
}

const isForOther = ({ signer, wallet }: Swap): boolean => signer !== null && signer !== wallet

function addShared(state: SharedBuys, buy: Swap): void {
  const { signer, tx } = buy
  const group = state.withSameTransaction(buy)
  if (group.length === 1 ? isForOther(buy) : group.length === 2 && !group.slice(0, 1).some(isForOther)) state.groups.push(group)
  if (signer === null || !isForOther(buy)) return
  addTo(state.served, signer, tx)
}

/** Unlisted relayers and keepers: wallets that signed more transactions for others than a person would. */
export function findBusySigners(index: FactIndex): ReadonlySet<string> {
  const most = index.rules.tx.signer_max_transactions
  return index.state.memoize<ReadonlySet<string>>('busy signers', [index.flows.buys], (before) =>
    reuseSet(before, new Set([...indexSharedBuys(index).served].filter(([, txs]) => txs.size > most).map(([signer]) => signer))),
  )
}
