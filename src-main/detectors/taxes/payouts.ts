import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'

/** The transfers by which a pool paid out one leg. */
export interface Payout {
  readonly rows: readonly TransferFact[]
  /** Null if the transfers cannot be assigned to legs. */
  readonly leg: TradeFact | null
}

/**
 * Assigns the transfers of one pool to the legs that it paid out. A pool calls the token once per leg, so several transfers that add up to
 * the leg's amount are one payment that the token's code split.
 *
 * @param paid transfers from one pool in one transaction, in order
 */
export function payoutsByLeg(paid: readonly TransferFact[], legs: readonly TradeFact[], token: string): readonly Payout[] {
  const pool = paid[0]?.from
  const own = legs.filter((leg) => leg.pool === pool && leg.tokenOut.token === token)
  const payouts: Payout[] = []
  let next = 0
  for (const leg of own) {
    const start = next
    let sum = 0n
    while (sum < leg.tokenOut.raw && next < paid.length) sum += paid[next++]?.raw ?? 0n
    if (sum !== leg.tokenOut.raw) return [{ rows: paid, leg: null }]
    payouts.push({ rows: paid.slice(start, next), leg })
  }
  return own.length === 0 ? [{ rows: paid, leg: null }] : payouts
}
