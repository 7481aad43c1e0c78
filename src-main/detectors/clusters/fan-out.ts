import { memoizeByAddress } from '../incremental/reuse.ts'
import { mostInWindow, pushTo } from '../order.ts'
import type { FactIndex } from '../fact-index.ts'

/** Distinct wallets that each address first funded within the set window, at most at any time. */
export function fanOut(index: FactIndex): (funder: string) => number {
  return index.state.memoize('fan out', [index.facts.funding], () => countFunded(index))
}

function countFunded(index: FactIndex): (funder: string) => number {
  const children = new Map<string, { key: string; time: number | null }[]>()
  for (const { wallet, funder, time } of index.facts.funding) if (funder !== null) pushTo(children, funder, { key: wallet, time })
  return memoizeByAddress((funder) => {
    const paid = children.get(funder) ?? []
    const untimed = paid.filter(({ time }) => time === null).length
    return mostInWindow(paid, index.rules.funding.fan_out_window_seconds) + untimed
  })
}
