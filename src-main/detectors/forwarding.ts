import { sumRaw } from '../../src-shared/domain/amount.ts'
import { atLeastShare } from './exact.ts'
import { firstAtLeast } from './order.ts'
import type { RuleSet } from './rules.ts'

interface Moved {
  readonly raw: bigint
  readonly time: number | null
}

/** Whether nearly all that came to an address went on, and soon, as from a deposit address. Both of one token or coin. */
export function handsOn(inflow: readonly Moved[], outflow: readonly Moved[], sink: RuleSet['sink']): boolean {
  if (inflow.length === 0 || outflow.length === 0) return false
  const came = sumRaw(inflow.map(({ raw }) => raw))
  if (!atLeastShare(sumRaw(outflow.map(({ raw }) => raw)), came, sink.deposit_forwarded_share)) return false
  const went = Float64Array.from(outflow.flatMap(({ time }) => time ?? [])).sort()
  const isSoon = (time: number | null): boolean =>
    time !== null && (went[firstAtLeast(went, time)] ?? Number.POSITIVE_INFINITY) - time <= sink.deposit_seconds
  return atLeastShare(sumRaw(inflow.flatMap(({ raw, time }) => (isSoon(time) ? [raw] : []))), came, sink.deposit_forwarded_share)
}
