import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import { damping, fanOut } from '../../flows/fan-out.ts'
import type { Payment } from '../../flows/flows.ts'
import { pushTo } from '../../math/order.ts'
import type { FactIndex } from '../../fact-index.ts'
import { countText } from '../../text.ts'
import { evidence, type ClusterRule } from '../evidence.ts'
import { everyPair } from './pairs.ts'

/** One wallet paid two holders in one transaction. */
export const disperse: ClusterRule = (index) => {
  const { funding } = index.rules
  const fan = fanOut(index)
  const batches = new Map<string, Payment[]>()
  for (const payment of index.flows.payments) {
    if (payment.time !== null && payment.time < index.since) continue
    if (index.isHolder(payment.to) && !index.isHub(payment.to) && !index.isHub(payment.from))
      pushTo(batches, `${payment.tx} ${payment.from}`, payment)
  }
  return [...batches.values()].flatMap((batch) => {
    const paid = [...new Map(batch.map((payment) => [payment.to, payment])).values()]
    const isNew = new Set(paid.filter(({ to, time }) => isFresh(index, to, time)))
    const payer = batch[0]?.from ?? ''
    const campaigns = index.equalPayments.get(payer) ?? []
    const damped = damping(fan(payer), funding.shared_undamped_fan_out)
    // New wallets come first, so that they stay neighbours in a large batch.
    return everyPair([...isNew, ...paid.filter((payment) => !isNew.has(payment))]).map(([payment, other]) => {
      const fresh = isNew.has(payment) && isNew.has(other)
      const isCampaign = campaigns.some((group) => group.has(payment.to) && group.has(other.to))
      return evidence({
        rule: 'disperse',
        family: 'funding',
        between: [payment.to, other.to],
        via: [payment.from],
        around: payment.from,
        txs: [payment.tx],
        weight: (fresh ? funding.disperse_fresh : funding.disperse_old) * (isCampaign ? 1 : damped),
        value: `${countText(paid.length, 'holder')} paid in one transaction${fresh ? ', both wallets new' : ''}`,
        threshold: `new wallets ${funding.disperse_fresh}, else ${funding.disperse_old}; full weight up to ${funding.shared_undamped_fan_out} wallets`,
        sentence: `${shortAddress(payment.from)} paid ${shortAddress(payment.to)} and ${shortAddress(other.to)} in one transaction.`,
      })
    })
  })
}

/** Whether the wallet's first coin came at most `funding.fresh_seconds` before. A wallet of unknown age is not fresh. */
export function isFresh(index: FactIndex, wallet: string, at: number | null): boolean {
  const first = index.funding.get(wallet)?.time ?? null
  return first !== null && at !== null && at - first <= index.rules.funding.fresh_seconds
}
