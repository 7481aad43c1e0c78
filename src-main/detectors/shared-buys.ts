import { createTransactions } from './buy-groups.ts'
import { steadySet } from './memory.ts'
import type { Study } from './study.ts'
import type { Swap } from './transactions.ts'

/** Buys that more than one wallet had a part in: several buyers, or one who signed for another. */

interface SharedBuys {
  /** Buys of one transaction, of those by several or signed by another than the buyer. */
  readonly groups: (readonly Swap[])[]
  /** Transactions that a wallet signed for others. */
  readonly served: Map<string, Set<string>>
  readonly withSameTransaction: ReturnType<typeof createTransactions>
}

/** Transactions in which more than one wallet may have a part; more come with later blocks, and none changes. */
export function sharedBuys({ flows, memory }: Study): SharedBuys {
  const begin = (): SharedBuys => ({ groups: [], served: new Map(), withSameTransaction: createTransactions() })
  return memory.fold('shared buys', [], flows.buys, begin, addShared)
}

const isForOther = ({ signer, wallet }: Swap): boolean => signer !== null && signer !== wallet

function addShared(state: SharedBuys, buy: Swap): void {
  const { signer, tx } = buy
  const group = state.withSameTransaction(buy)
  if (group.length === 1 ? isForOther(buy) : group.length === 2 && !group.slice(0, 1).some(isForOther)) state.groups.push(group)
  if (signer === null || !isForOther(buy)) return
  const txs = state.served.get(signer)
  if (txs === undefined) state.served.set(signer, new Set([tx]))
  else txs.add(tx)
}

/** Signers of more transactions for others than a person signs: relayers and keepers that no list knows. */
export function busySigners(study: Study): ReadonlySet<string> {
  const most = study.rules.tx.signer_max_transactions
  return study.memory.keep<ReadonlySet<string>>('busy signers', [study.flows.buys], (before) =>
    steadySet(before, new Set([...sharedBuys(study).served].filter(([, txs]) => txs.size > most).map(([signer]) => signer))),
  )
}
