import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'

/** The recorded events of one second: the trades in chain order, then the snapshot. */
export interface Moment {
  /** Unix seconds. */
  readonly time: number
  readonly trades: readonly Trade[]
  readonly snapshots: readonly SnapshotRecord[]
}

/**
 * Groups the trades (in chain order) and snapshots of a token into moments. A trade whose block has no time belongs to the moment of the previous
 * trade, which preserves the order of the chain. Without any times, all trades form one moment.
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
