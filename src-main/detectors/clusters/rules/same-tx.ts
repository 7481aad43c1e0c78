import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import { findBusySigners, indexSharedBuys, isSettledByService } from '../../flows/shared-buys.ts'
import type { FactIndex } from '../../fact-index.ts'
import type { Swap } from '../../flows/swaps.ts'
import { countText } from '../../text.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { neighbours } from './pairs.ts'

/** Two wallets received the token by swap in one transaction that no service signed. Relayers sign batches of unrelated buyers. */
export const sameTransaction: ClusterRule = (index) => {
  const infrastructure = findBusySigners(index)
  return indexSharedBuys(index).groups.flatMap((group) => {
    const buys = group.filter((buy) => isByPerson(index, infrastructure, buy) && !index.isHub(buy.wallet) && !isSettledByService(index, buy))
    const [first] = buys
    if (first === undefined) return []
    const { tx, signer } = first
    const wallets = [...new Set(buys.map(({ wallet }) => wallet))]
    // Holders come first: wallets without a balance between two of them may leave the graph.
    const holdersFirst = [...wallets.filter(index.isHolder), ...wallets.filter((wallet) => !index.isHolder(wallet))]
    const together = neighbours(holdersFirst).map(([wallet, other]) => boughtTogether(index, tx, wallet, other, wallets.length))
    return [...together, ...paidFor(index, tx, signer, wallets)]
  })
}

const isByPerson = (index: FactIndex, infrastructure: ReadonlySet<string>, { signer }: Swap): boolean =>
  signer === null || !(index.isHub(signer) || infrastructure.has(signer))

function boughtTogether(index: FactIndex, tx: string, wallet: string, other: string, count: number): Evidence {
  return evidence({
    rule: 'same_tx',
    family: 'tx',
    between: [wallet, other],
    around: tx,
    txs: [tx],
    weight: index.rules.tx.same_tx,
    value: `${countText(count, 'wallet')} bought in one transaction`,
    threshold: 'two or more, signed by no known relayer',
    sentence: `${shortAddress(wallet)} and ${shortAddress(other)} bought ${index.symbol} in one and the same transaction.`,
  })
}

/** One wallet signed another's buy and paid its fee. */
function paidFor(index: FactIndex, tx: string, signer: string | null, wallets: readonly string[]): Evidence[] {
  if (signer === null || wallets.includes(signer)) return []
  return [...wallets].sort(compareText).map((wallet) =>
    evidence({
      rule: 'paid_fee',
      family: 'tx',
      between: [signer, wallet],
      around: tx,
      txs: [tx],
      weight: index.rules.tx.same_tx,
      value: 'signed and paid for its buy',
      threshold: `by a signer of at most ${countText(index.rules.tx.signer_max_transactions, 'transaction')} for others`,
      sentence: `${shortAddress(signer)} signed and paid for ${shortAddress(wallet)}’s buy of ${index.symbol}.`,
    }),
  )
}
