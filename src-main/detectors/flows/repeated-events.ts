import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import { compareChainOrder, type TokenRows } from './transactions.ts'

/**
 * A token can emit the event of each transfer twice, and so state twice what moved (docs/detection.md#reading-trades). What a pool received and paid
 * is also stated by its own swap event.
 */

/** Numbers of swaps whose amounts agree with the transfers. Mutable: later blocks add to them. */
export interface EventCounts {
  /** Only if repeated transfers count once. */
  repeated: number
  /** As the transfers are. */
  plain: number
}

/** Whether the token emits each event several times: no swap agrees with the transfers as they are. */
export const repeatsEvents = ({ repeated, plain }: EventCounts): boolean => repeated > 0 && plain === 0

/** Adds the swaps of rows in chain order, up to the first that agrees with the transfers as they are: then it is decided. */
export function countEvents(counts: EventCounts, { transfers, trades }: TokenRows, token: string): void {
  let at = 0
  for (let start = 0, end = 0; counts.plain === 0 && start < trades.length; start = end) {
    const first = trades[start] as TradeFact
    while (trades[end]?.tx === first.tx) end++
    while (transfers[at] !== undefined && compareChainOrder(transfers[at] as TransferFact, first) < 0) at++
    let after = at
    while (transfers[after]?.tx === first.tx) after++
    countSwaps(counts, transfers.slice(at, after), trades.slice(start, end), token)
  }
}

function countSwaps(counts: EventCounts, moved: readonly TransferFact[], legs: readonly TradeFact[], token: string): void {
  for (const pool of new Set(legs.map((leg) => leg.pool))) {
    if (pool === null) continue
    const own = legs.filter((leg) => leg.pool === pool)
    count(
      counts,
      sumSide(own, 'tokenOut', token),
      moved.filter(({ from }) => from === pool),
    )
    count(
      counts,
      sumSide(own, 'tokenIn', token),
      moved.filter(({ to }) => to === pool),
    )
  }
}

function count(counts: EventCounts, stated: bigint, rows: readonly TransferFact[]): void {
  if (stated === 0n) return
  if (total(rows) === stated) counts.plain++
  else if (total(withoutRepeats(rows)) === stated) counts.repeated++
}

/** Transfers without those that an earlier one of the same transaction equals in sender, receiver and amount. */
export function withoutRepeats(rows: readonly TransferFact[]): TransferFact[] {
  const seen = new Set<string>()
  let tx: string | null = null
  return rows.filter((row) => {
    if (row.tx !== tx) seen.clear()
    tx = row.tx
    const key = `${row.from} ${row.to} ${row.raw}`
    return !seen.has(key) && seen.add(key)
  })
}

const total = (rows: readonly TransferFact[]): bigint => sumRaw(rows.map(({ raw }) => raw))
const sumSide = (legs: readonly TradeFact[], side: 'tokenIn' | 'tokenOut', token: string): bigint =>
  sumRaw(legs.flatMap((leg) => (leg[side].token === token ? [leg[side].raw] : [])))
