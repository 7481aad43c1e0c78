import { decidedOnce } from '../memory.ts'
import { mostInWindow, pushTo } from '../order.ts'
import type { Study } from '../study.ts'

/** Distinct wallets that each address first funded within the set window, at most at any time. */
export function fanOut(study: Study): (funder: string) => number {
  return study.memory.keep('fan out', [study.facts.funding], () => countFunded(study))
}

function countFunded(study: Study): (funder: string) => number {
  const children = new Map<string, { key: string; time: number | null }[]>()
  for (const { wallet, funder, time } of study.facts.funding) if (funder !== null) pushTo(children, funder, { key: wallet, time })
  return decidedOnce((funder) => {
    const paid = children.get(funder) ?? []
    const untimed = paid.filter(({ time }) => time === null).length
    return mostInWindow(paid, study.rules.funding.fan_out_window_seconds) + untimed
  })
}
