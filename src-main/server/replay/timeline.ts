import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'

/** What happened in one second of a record: the trades in chain order, then the snapshot that was taken. */
export interface Moment {
  /** Unix seconds. */
  readonly time: number
  readonly trades: readonly Trade[]
  readonly snapshots: readonly SnapshotRecord[]
}

/**
 * Trades (in chain order) and snapshots of a token as moments in time. A trade whose block has no time goes with the one
 * before it, so that the order of the chain is kept; where no trade has a time, all of them are one moment.
 */
export function timelineOf(trades: readonly Trade[], snapshots: readonly SnapshotRecord[]): Moment[] {
  const moments = new Map<number, { trades: Trade[]; snapshots: SnapshotRecord[] }>()
  const at = (time: number) => {
    const present = moments.get(time) ?? { trades: [], snapshots: [] }
    moments.set(time, present)
    return present
  }
  let time = trades.find((trade) => trade.time !== null)?.time ?? snapshots[0]?.timestamp ?? 0
  for (const trade of trades) {
    time = Math.max(time, trade.time ?? time)
    at(time).trades.push(trade)
  }
  for (const snapshot of snapshots) at(snapshot.timestamp).snapshots.push(snapshot)
  return [...moments].sort(([a], [b]) => a - b).map(([moment, rows]) => ({ time: moment, ...rows }))
}
