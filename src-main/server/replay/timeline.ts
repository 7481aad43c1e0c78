import type { Trade } from '../../../src-shared/domain/events.ts'

/** Recorded events of one second: trades in chain order, then the snapshot. */
export interface Moment {
  /** Unix seconds. */
  readonly time: number
  readonly trades: readonly Trade[]
  /** Whether the snapshot of that second follows them. */
  readonly hasSnapshot: boolean
}

export interface Timeline {
  /** Unix seconds of the first and the last event. */
  readonly from: number
  readonly to: number
  /** In order. A second with many trades is several moments. */
  readonly moments: Iterable<Moment>
}

/** Publishing them takes about 4 ms. */
export const TRADES_PER_MOMENT = 250

/**
 * The trades (in chain order) and snapshots (by time, ascending) of a token as moments. A trade whose block has no time belongs to the moment of the
 * previous trade, which preserves the order of the chain. Without any times, all trades are of one second. Null without events.
 */
export function timelineOf(trades: readonly Trade[], snapshots: readonly number[]): Timeline | null {
  if (trades.length + snapshots.length === 0) return null
  const first = trades.find(({ time }) => time !== null)?.time ?? snapshots[0] ?? 0
  const last = trades.reduce((newest, { time }) => Math.max(newest, time ?? newest), trades.length === 0 ? -Infinity : first)
  return {
    from: Math.min(trades.length === 0 ? Infinity : first, snapshots[0] ?? Infinity),
    to: Math.max(last, snapshots.at(-1) ?? -Infinity),
    moments: momentsOf(trades, snapshots, first),
  }
}

function* momentsOf(trades: readonly Trade[], snapshots: readonly number[], first: number): Generator<Moment> {
  let tradeTime = first
  let begin = 0
  let taken = 0
  while (begin < trades.length || taken < snapshots.length) {
    tradeTime = Math.max(tradeTime, trades[begin]?.time ?? tradeTime)
    const time = Math.min(begin < trades.length ? tradeTime : Infinity, snapshots[taken] ?? Infinity)
    let end = begin
    while (time === tradeTime && end < trades.length && end - begin < TRADES_PER_MOMENT && (trades[end]?.time ?? time) <= time) end += 1
    const isWhole = end === trades.length || end - begin < TRADES_PER_MOMENT
    const hasSnapshot = isWhole && snapshots[taken] === time
    yield { time, trades: trades.slice(begin, end), hasSnapshot }
    begin = end
    if (hasSnapshot) taken += 1
  }
}
