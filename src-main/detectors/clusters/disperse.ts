import { shortAddress } from '../../../src-shared/domain/shown.ts'
import type { Payment } from '../flows.ts'
import { pushTo } from '../order.ts'
import type { Study } from '../study.ts'
import { countText } from '../wording.ts'
import { evidence, type ClusterRule } from './evidence.ts'

/** Two holders were paid in one transaction by one wallet. */
export const disperse: ClusterRule = (study) => {
  const { funding } = study.rules
  const batches = new Map<string, Payment[]>()
  for (const payment of study.flows.payments) {
    if (payment.time !== null && payment.time < study.since) continue
    if (study.isHolder(payment.to) && !study.isHub(payment.to) && !study.isHub(payment.from))
      pushTo(batches, `${payment.tx} ${payment.from}`, payment)
  }
  return [...batches.values()].flatMap((batch) => {
    const wallets = [...new Map(batch.map((payment) => [payment.to, payment])).values()]
    return wallets.flatMap((payment, i) =>
      wallets.slice(i + 1, i + 3).map((other) => {
        const fresh = isFresh(study, payment.to, payment.time) && isFresh(study, other.to, other.time)
        return evidence({
          rule: 'disperse',
          family: 'funding',
          between: [payment.to, other.to],
          via: [payment.from],
          around: payment.from,
          txs: [payment.tx],
          weight: fresh ? funding.disperse_fresh : funding.disperse_old,
          value: `${countText(wallets.length, 'holder')} paid at once${fresh ? ', both wallets new' : ''}`,
          threshold: `new wallets ${funding.disperse_fresh}, else ${funding.disperse_old}`,
          sentence: `${shortAddress(payment.from)} paid ${shortAddress(payment.to)} and ${shortAddress(other.to)} in one transaction.`,
        })
      }),
    )
  })
}

/** First coin at most the set time before; not known is not fresh. */
export function isFresh(study: Study, wallet: string, at: number | null): boolean {
  const first = study.funding.get(wallet)?.time ?? null
  return first !== null && at !== null && at - first <= study.rules.funding.fresh_seconds
}
