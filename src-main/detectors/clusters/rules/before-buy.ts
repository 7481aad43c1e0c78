import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import { shortAddress, shortPercent } from '../../../../src-shared/domain/shown.ts'
import { atLeastShare, ratio } from '../../math/exact.ts'
import type { Payment } from '../../flows/flows.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import { pushTo } from '../../math/order.ts'
import type { FactIndex } from '../../fact-index.ts'
import type { Swap } from '../../flows/swaps.ts'
import { amountText, durationText, limitText } from '../../text.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { damping, fanOut } from '../../flows/fan-out.ts'

/** A paid B at least `funding.before_buy_share` of what B spent on its first buy, shortly before that buy. */
export const fundingBeforeBuy: ClusterRule = (index) => {
  const { state, hubs, lookback, holders, firstBuys, paymentsTo } = index
  const fan = fanOut(index)
  const paidBefore = state.memoizeByKey<readonly Evidence[]>('paid before buy', [hubs, lookback])
  return holders.flatMap((wallet) => {
    const [buy, payments] = [firstBuys.get(wallet), paymentsTo.get(wallet)]
    if (buy === undefined || payments === undefined || hubs.has(wallet)) return []
    return paidBefore(wallet, [buy, payments, ...payments.map(({ from }) => fan(from))], () => fundingOf(index, buy, payments, fan))
  })
}

function fundingOf(index: FactIndex, buy: Swap, payments: readonly Payment[], fan: (funder: string) => number): Evidence[] {
  const { funding } = index.rules
  const { wallet, time: bought, native: spent } = buy
  if (spent === null || bought === null) return []
  const byPayer = new Map<string, Payment[]>()
  for (const payment of payments) {
    const early = payment.time === null ? null : bought - payment.time
    const inTime = early !== null && early >= 0 && early <= funding.before_buy_seconds && (payment.block ?? 0) <= buy.position.block
    if (inTime && bought - early >= index.since && payment.from !== wallet && !index.isHub(payment.from)) pushTo(byPayer, payment.from, payment)
  }
  return [...byPayer]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([payer, paid]) => {
      const given = sumRaw(paid.map(({ raw }) => raw))
      if (!atLeastShare(given, spent, funding.before_buy_share)) return []
      const amount = amountText(given, index.nativeDecimals, index.nativeSymbol)
      const early = bought - (paid.at(-1)?.time ?? bought)
      return [
        evidence({
          rule: 'funding_before_buy',
          family: 'funding',
          between: [payer, wallet],
          txs: [...paid.map(({ tx }) => tx), buy.tx],
          weight: funding.before_buy * damping(fan(payer), funding.direct_undamped_fan_out),
          value: `${shortPercent(ratio(given, spent) * 100)} of the spend, ${durationText(early)} before`,
          threshold: `at least ${limitText(funding.before_buy_share * 100)} within ${durationText(funding.before_buy_seconds)}`,
          sentence: `${shortAddress(payer)} sent ${shortAddress(wallet)} ${amount} just before its first buy.`,
        }),
      ]
    })
}
