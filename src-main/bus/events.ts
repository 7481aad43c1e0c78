import type { FollowRecord } from '../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import type { ScanReport } from '../../src-shared/contract/records/scan.ts'
import type { WatchAlert } from '../../src-shared/contract/records/watch.ts'
import { FIREHOSE } from '../../src-shared/contract/streams.ts'
import type { Trade } from '../../src-shared/domain/events.ts'
import type { PlacedTrade, TradePlace } from '../../src-shared/domain/trade-place.ts'
import { NETWORK_IDS, type NetworkId } from '../../src-shared/networks.ts'

/** What moves between the modules of the service, by the name of its stream. */
export interface BusEvents {
  /** New trades after they were stored, and trades that the chain reverted after they were deleted, in that order. */
  readonly trades: StoredTrades | RevertedTrades
  /** Trades of networks that are followed whole, in chain order, and what the chain reverted of them. */
  readonly whole: WholeTrades | WholeReverted
  /** The state of following a token, or with the address `ALL` a whole network. */
  readonly follow: FollowRecord
  readonly jobs: JobRecord
  /** Every new alert after it was stored. */
  readonly alerts: WatchAlert
  /** Every new report after it was stored, with its id there. */
  readonly scans: { readonly report: ScanReport; readonly id: number }
  /** Facts of a token changed. */
  readonly facts: null
  /** A trace was cancelled, wherever it runs. */
  readonly stops: { readonly trace: string }
  /** Something that processes of the service keep in memory was changed in the store, about `SERVICE`. */
  readonly settings: { readonly changed: 'rules' | 'watch rules' | 'keys' | 'kept hours' }
}

export type BusStream = keyof BusEvents

/** What an event is about: a token, or with the address `ALL` its whole network. */
export interface BusSubject {
  readonly network: NetworkId
  readonly address: string
}

/** What concerns no network. */
export const SERVICE: BusSubject = { network: NETWORK_IDS[0], address: 'service' }

/** Whose lease the process has that calls webhooks. */
export const WEBHOOKS: BusSubject = { network: NETWORK_IDS[0], address: 'webhooks' }

export const wholeSubject = (network: NetworkId): BusSubject => ({ network, address: FIREHOSE })

export interface StoredTrades {
  readonly kind: 'stored'
  readonly trades: readonly Trade[]
  /** The row of each trade; null for trades that are not stored. */
  readonly rows: readonly number[] | null
}

/** The last stored trade first. */
export interface RevertedTrades {
  readonly kind: 'reverted'
  readonly trades: readonly Trade[]
  /** The row that each trade had, and the number of its retraction among the rows. */
  readonly rows: readonly number[]
  readonly retractions: readonly number[]
}

export interface WholeTrades {
  readonly kind: 'emitted'
  readonly trades: readonly PlacedTrade[]
  /**
   * The block that ends with these trades. Blocks from `from` on, before it, have none. Absent where more of the block follow. A
   * process that begins to follow says by a `number` below `from` that what is not known before `from` has to be read.
   */
  readonly ends?: {
    readonly from: number
    readonly number: number
    readonly hash: string | null
    readonly time: number | null
    readonly trades: number
  }
}

/** The chain reverted everything from a block on; `trades` were emitted before, in this order. */
export interface WholeReverted {
  readonly kind: 'reverted'
  readonly from: number
  readonly trades: readonly PlacedTrade[]
  /** The place before them. */
  readonly keeps: TradePlace
}

export type TradeEvent = StoredTrades | RevertedTrades | WholeTrades | WholeReverted

/** The event with only the trades at some places. */
export function pick<E extends TradeEvent>(event: E, places: readonly number[]): E {
  const chosen = (list: readonly unknown[]): unknown[] => places.flatMap((place) => list[place] ?? [])
  const lists = Object.entries(event).filter(([, value]) => Array.isArray(value))
  return { ...event, ...Object.fromEntries(lists.map(([name, list]) => [name, chosen(list as unknown[])])) }
}
