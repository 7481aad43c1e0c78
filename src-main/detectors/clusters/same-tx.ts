import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { compareText } from '../order.ts'
import { busySigners, sharedBuys } from '../shared-buys.ts'
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
