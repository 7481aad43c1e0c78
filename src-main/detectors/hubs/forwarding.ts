import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { atLeastShare } from '../math/exact.ts'
import { lowerBound } from '../math/order.ts'
import type { RuleSet } from '../rules/rule-set.ts'

interface Moved {
  readonly raw: bigint
  readonly time: number | null
}

/** Whether an address soon forwarded nearly all of its inflow, as a deposit address does. Both flows are in one token or coin. */
export function forwardsNearlyAll(inflow: readonly Moved[], outflow: readonly Moved[], sink: RuleSet['sink']): boolean {
  if (inflow.length === 0 || outflow.length === 0) return false
  const came = sumRaw(inflow.map(({ raw }) => raw))
  if (!atLeastShare(sumRaw(outflow.map(({ raw }) => raw)), came, sink.deposit_forwarded_share)) return false
  const went = Float64Array.from(outflow.flatMap(({ time }) => time ?? [])).sort()
  const isSoon = (time: number | null): boolean =>
    time !== null && (went[lowerBound(went, time)] ?? Number.POSITIVE_INFINITY) - time <= sink.deposit_seconds
  return atLeastShare(sumRaw(inflow.flatMap(({ raw, time }) => (isSoon(time) ? [raw] : []))), came, sink.deposit_forwarded_share)
}
