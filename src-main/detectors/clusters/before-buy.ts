import { atLeastShare } from '../exact.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { shortAddress, shortPercent } from '../../../src-shared/domain/shown.ts'
import { pushTo, compareText } from '../order.ts'
import type { Payment } from '../flows.ts'
import { amountText, durationText, limitText } from '../wording.ts'
import { ratio } from '../exact.ts'
import { damping, evidence, type ClusterRule } from './evidence.ts'
import { fanOut } from './fan-out.ts'

/** A gave B at least half of what B spent on its first buy, shortly before it. */
export const fundingBeforeBuy: ClusterRule = (study) => {
  const { funding } = study.rules
  const fan = fanOut(study)
  return study.holders.flatMap((wallet) => {
    const buy = study.firstBuys.get(wallet)
    if (buy === undefined || buy.native === null || buy.time === null || study.isHub(wallet)) return []
    const { time: bought, native: spent } = buy
    const byPayer = new Map<string, Payment[]>()
    for (const payment of study.paymentsTo.get(wallet) ?? []) {
      const early = payment.time === null ? null : bought - payment.time
      const inTime = early !== null && early >= 0 && early <= funding.before_buy_seconds && (payment.block ?? 0) <= buy.position.block
      if (inTime && bought - early >= study.since && payment.from !== wallet && !study.isHub(payment.from)) pushTo(byPayer, payment.from, payment)
    }
    return [...byPayer]
      .sort(([a], [b]) => compareText(a, b))
      .flatMap(([payer, payments]) => {
        const given = sumRaw(payments.map(({ raw }) => raw))
        if (!atLeastShare(given, spent, funding.before_buy_share)) return []
        const amount = amountText(given, study.nativeDecimals, study.nativeSymbol)
        const early = bought - (payments.at(-1)?.time ?? bought)
        return [
          evidence({
            rule: 'funding_before_buy',
            family: 'funding',
            between: [payer, wallet],
            txs: [...payments.map(({ tx }) => tx), buy.tx],
            weight: funding.before_buy * damping(fan(payer), funding.direct_undamped_fan_out),
            value: `${shortPercent(ratio(given, spent) * 100)} of the spend, ${durationText(early)} before`,
            threshold: `at least ${limitText(funding.before_buy_share * 100)} within ${durationText(funding.before_buy_seconds)}`,
            sentence: `${shortAddress(payer)} sent ${shortAddress(wallet)} ${amount} just before its first buy.`,
          }),
        ]
      })
  })
}
