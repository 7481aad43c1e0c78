import { pushTo } from '../order.ts'
import { countText, short } from '../wording.ts'
import { evidence, type ClusterRule } from './evidence.ts'

/** Two wallets received the token by swap in one transaction that no service signed: a batch of strangers is signed by a relayer. */
export const sameTransaction: ClusterRule = (study) => {
  const byTx = new Map<string, (typeof study.flows.buys)[number][]>()
  for (const buy of study.flows.buys) {
    const relayed = buy.signer !== null && study.isHub(buy.signer)
    if (!relayed && !study.isHub(buy.wallet)) pushTo(byTx, buy.tx, buy)
  }
  return [...byTx].flatMap(([tx, buys]) => {
    const wallets = [...new Set(buys.map(({ wallet }) => wallet))]
    return wallets.flatMap((wallet, i) =>
      wallets.slice(i + 1, i + 3).map((other) =>
        evidence({
          rule: 'same_tx',
          family: 'tx',
          between: [wallet, other],
          around: tx,
          txs: [tx],
          weight: study.rules.tx.same_tx,
          value: `${countText(wallets.length, 'wallet')} bought in one transaction`,
          threshold: 'two or more, signed by no known relayer',
          sentence: `${short(wallet)} and ${short(other)} bought ${study.symbol} in one and the same transaction.`,
        }),
      ),
    )
  })
}
