import type { Swap } from '../flows.ts'
import { compareText, pushTo } from '../order.ts'
import type { Study } from '../study.ts'
import { countText, short } from '../wording.ts'
import { evidence, type ClusterRule, type Evidence } from './evidence.ts'

/** Two wallets received the token by swap in one transaction that no service signed: a batch of strangers is signed by a relayer. */
export const sameTransaction: ClusterRule = (study) => {
  const infrastructure = busySigners(study)
  const byTx = new Map<string, Swap[]>()
  for (const buy of study.flows.buys) {
    const relayed = buy.signer !== null && (study.isHub(buy.signer) || infrastructure.has(buy.signer))
    if (!relayed && !study.isHub(buy.wallet)) pushTo(byTx, buy.tx, buy)
  }
  return [...byTx].flatMap(([tx, buys]) => {
    const wallets = [...new Set(buys.map(({ wallet }) => wallet))]
    const together = wallets.flatMap((wallet, i) =>
      wallets.slice(i + 1, i + 3).map((other) => boughtTogether(study, tx, wallet, other, wallets.length)),
    )
    return [...together, ...paidFor(study, tx, buys[0]?.signer ?? null, wallets)]
  })
}

/** Signers of more transactions for others than a person signs: relayers and keepers that no list knows. */
function busySigners({ flows, rules }: Study): ReadonlySet<string> {
  const served = new Map<string, Set<string>>()
  for (const { signer, wallet, tx } of flows.buys) {
    if (signer === null || signer === wallet) continue
    const txs = served.get(signer)
    if (txs === undefined) served.set(signer, new Set([tx]))
    else txs.add(tx)
  }
  return new Set([...served].filter(([, txs]) => txs.size > rules.tx.signer_max_transactions).map(([signer]) => signer))
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
    sentence: `${short(wallet)} and ${short(other)} bought ${study.symbol} in one and the same transaction.`,
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
      sentence: `${short(signer)} signed and paid for ${short(wallet)}’s buy of ${study.symbol}.`,
    }),
  )
}
