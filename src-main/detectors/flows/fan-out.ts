import { memoizeByAddress } from '../incremental/reuse.ts'
import { maxDistinctInWindow, pushTo } from '../math/order.ts'
import type { FactIndex } from '../fact-index.ts'

/** The largest number of wallets that each address first funded within `funding.fan_out_window_seconds`. */
export function fanOut(index: FactIndex): (funder: string) => number {
  return index.state.memoize('fan out', [index.facts.funding], () => countFunded(index))
}

function countFunded(index: FactIndex): (funder: string) => number {
  const children = new Map<string, { key: string; time: number | null }[]>()
  for (const { wallet, funder, time } of index.facts.funding) if (funder !== null) pushTo(children, funder, { key: wallet, time })
  return memoizeByAddress((funder) => {
    const paid = children.get(funder) ?? []
    const untimed = paid.filter(({ time }) => time === null).length
    return maxDistinctInWindow(paid, index.rules.funding.fan_out_window_seconds) + untimed
  })
}

/** Reduces the weight of services with many customers: 1 up to `undamped` wallets, then falling with the logarithm. */
export function damping(fanOut: number, undamped: number): number {
  return Math.min(1, Math.log(undamped + 1) / Math.log(1 + Math.max(1, fanOut)))
}
