import type { FollowRecord } from '../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import type { ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { WatchAlert } from '../../src-shared/contract/records/watch.ts'
import { FIREHOSE } from '../../src-shared/contract/streams.ts'
import type { Trade } from '../../src-shared/domain/events.ts'
import type { PositionedTrade, TradePosition } from '../../src-shared/domain/trade-position.ts'
import { NETWORK_IDS, type NetworkId } from '../../src-shared/networks.ts'

/** The events between the modules of the service, by the name of their stream. */
export interface BusEvents {
  /** New trades after they are stored, and reverted trades after they are deleted, in that order. */
  readonly trades: StoredTrades | RevertedTrades
  /** Trades of fully followed networks in chain order, and reverts of those trades. */
  readonly whole: WholeTrades | WholeReverted
  /** The follow state of a token, or of a whole network with the address `ALL`. */
  readonly follow: FollowRecord
  readonly jobs: JobRecord
  /** Every new alert, after it is stored. */
  readonly alerts: WatchAlert
  /** Every new report, after it is stored, with its id in the store. */
  readonly scans: { readonly report: ScanReport; readonly id: number }
  /** Facts of a token changed. */
  readonly facts: null
  /** A trace was cancelled, in whichever process it runs. */
  readonly stops: { readonly trace: string }
  /** Something that the processes of the service cache in memory was changed in the store. The subject is `SERVICE`. */
  readonly settings: { readonly changed: 'rules' | 'watch rules' | 'keys' | 'kept hours' }
}

export type BusStream = keyof BusEvents

/** The subject of an event: a token, or its whole network with the address `ALL`. */
export interface BusSubject {
  readonly network: NetworkId
  readonly address: string
}

/** The subject of events about no network. */
export const SERVICE: BusSubject = { network: NETWORK_IDS[0], address: 'service' }

/** The process with the lease of this subject calls webhooks. */
export const WEBHOOKS: BusSubject = { network: NETWORK_IDS[0], address: 'webhooks' }

export const wholeSubject = (network: NetworkId): BusSubject => ({ network, address: FIREHOSE })

export interface StoredTrades {
  readonly kind: 'stored'
  readonly trades: readonly Trade[]
  /** The row of each trade; null for trades that are not stored. */
  readonly rows: readonly number[] | null
}

/** The last stored trade comes first. */
export interface RevertedTrades {
  readonly kind: 'reverted'
  readonly trades: readonly Trade[]
  /** The row that each trade had, and the number of its retraction in the same sequence. */
  readonly rows: readonly number[]
  readonly retractions: readonly number[]
}

export interface WholeTrades {
  readonly kind: 'emitted'
  readonly trades: readonly PositionedTrade[]
  /**
   * The block that ends with these trades. Blocks from `from` up to it have no trades. Absent if more trades of the block follow. A process that
   * begins to follow sends a `number` below `from`: subscribers then read what they do not have before `from`.
   */
  readonly ends?: {
    readonly from: number
    readonly number: number
    readonly hash: string | null
    readonly time: number | null
    readonly trades: number
  }
}

/** The chain reverted everything from a block on. `trades` had been emitted, in this order. */
export interface WholeReverted {
  readonly kind: 'reverted'
  readonly from: number
  readonly trades: readonly PositionedTrade[]
  /** The position before the reverted trades. */
  readonly keeps: TradePosition
}

export type TradeEvent = StoredTrades | RevertedTrades | WholeTrades | WholeReverted

/** The event with only the trades at the given indexes. */
export function pick<E extends TradeEvent>(event: E, indexes: readonly number[]): E {
  const chosen = (list: readonly unknown[]): unknown[] => indexes.flatMap((index) => list[index] ?? [])
  const lists = Object.entries(event).filter(([, value]) => Array.isArray(value))
  return { ...event, ...Object.fromEntries(lists.map(([name, list]) => [name, chosen(list as unknown[])])) }
}

/** The newest row or retraction that an event of trades names; null for other events. */
export function lastRowOf(event: unknown): number | null {
  const { rows: ofTrades, retractions } = (event ?? {}) as Partial<RevertedTrades>
  const rows = retractions ?? ofTrades ?? []
  return rows.length === 0 ? null : Math.max(...rows)
}
