import { shortAddress } from '../../../src-shared/domain/shown.ts'
import type { Swap } from '../flows.ts'
import { steadySet } from '../memory.ts'
import { compareText, pushTo } from '../order.ts'
import type { Study } from '../study.ts'
import { countText } from '../wording.ts'
import { evidence, type ClusterRule, type Evidence } from './evidence.ts'

/** Two wallets received the token by swap in one transaction that no service signed: a batch of strangers is signed by a relayer. */
export const sameTransaction: ClusterRule = (study) => {
  const infrastructure = busySigners(study)
  return sharedBuys(study).groups.flatMap((group) => {
    const buys = group.filter(
      ({ signer, wallet }) => (signer === null || !(study.isHub(signer) || infrastructure.has(signer))) && !study.isHub(wallet),
    )
    const [first] = buys
    if (first === undefined) return []
    const { tx, signer } = first
    const wallets = [...new Set(buys.map(({ wallet }) => wallet))]
    const together = wallets.flatMap((wallet, i) =>
      wallets.slice(i + 1, i + 3).map((other) => boughtTogether(study, tx, wallet, other, wallets.length)),
    )
    return [...together, ...paidFor(study, tx, signer, wallets)]
  })
}

interface SharedBuys {
  /** Buys of one transaction, of those by several or signed by another than the buyer. */
  readonly groups: (readonly Swap[])[]
  /** Transactions that a wallet signed for others. */
  readonly served: Map<string, Set<string>>
  /** The block read last, and its buys by transaction. */
  block: number
  readonly inBlock: Map<string, Swap[]>
}

/** Transactions in which more than one wallet may have a part; more come with later blocks, and none changes. */
export function sharedBuys({ flows, memory }: Study): SharedBuys {
  const begin = (): SharedBuys => ({ groups: [], served: new Map(), block: -1, inBlock: new Map() })
  return memory.fold('shared buys', [], flows.buys, begin, addShared)
}

const isForOther = ({ signer, wallet }: Swap): boolean => signer !== null && signer !== wallet

function addShared(state: SharedBuys, buy: Swap): void {
  const { signer, tx, position } = buy
  if (position.block !== state.block) state.inBlock.clear()
  state.block = position.block
  const group = pushTo(state.inBlock, tx, buy)
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

function boughtTogether(study: Study, tx: string, wallet: string, other: string, count: number): Evidence {
  return evidence({
    rule: 'same_tx',
    family: 'tx',
    between: [wallet, other],
    around: tx,
    txs: [tx],
    weight: study.rules.tx.same_tx,
    value: `${countText(count, 'wallet')} bought in one transaction`,
    threshold: 'two or more, signed by no known relayer',
    sentence: `${shortAddress(wallet)} and ${shortAddress(other)} bought ${study.symbol} in one and the same transaction.`,
  })
}

/** Somebody signed and paid the fee for another's buy. */
function paidFor(study: Study, tx: string, signer: string | null, wallets: readonly string[]): Evidence[] {
  if (signer === null || wallets.includes(signer)) return []
  return [...wallets].sort(compareText).map((wallet) =>
    evidence({
      rule: 'paid_fee',
      family: 'tx',
      between: [signer, wallet],
      around: tx,
      txs: [tx],
      weight: study.rules.tx.same_tx,
      value: 'signed and paid for its buy',
      threshold: `by a signer of at most ${countText(study.rules.tx.signer_max_transactions, 'transaction')} for others`,
      sentence: `${shortAddress(signer)} signed and paid for ${shortAddress(wallet)}’s buy of ${study.symbol}.`,
    }),
  )
}
