import type { NetworkId } from '../../src-shared/networks.ts'
import type { BusEvents, BusStream, BusSubject } from './events.ts'

export type BusListener<S extends BusStream> = (subject: BusSubject, event: BusEvents[S]) => void

export interface BusSubscription {
  /** Resolves once every event published from then on will arrive. */
  readonly ready: Promise<unknown>
  stop(): void
}

/** The sole right to read and follow a token or a whole network, and to write its facts. */
export interface Lease {
  readonly subject: BusSubject
  /** Larger than the fence of every earlier holder, so that a writer can refuse earlier holders. Null if there is only one process. */
  readonly fence: number | null
  /** Aborts when the lease is lost. */
  readonly lost: AbortSignal
  /** Whether the lease is held at this moment. A process that was paused learns here that its lease has expired, before any timer runs. */
  isHeld(): boolean
  release(): Promise<void>
}

/** What a process of the service announces about itself. */
export interface Presence {
  /** Networks that it reads. */
  readonly reads: readonly NetworkId[]
  /** Networks whose tokens it scans. */
  readonly scans: readonly NetworkId[]
  /** Networks of which it reads every trade. */
  readonly wholes: readonly NetworkId[]
  /** Tokens that its clients watch, and networks with the address `ALL`. */
  readonly watches: readonly BusSubject[]
  /** Number of subscriptions of each key with a limit, in this process. */
  readonly subscriptions: Readonly<Record<string, number>>
}

export const ABSENT: Presence = { reads: [], scans: [], wholes: [], watches: [], subscriptions: {} }

/** Carries events from the modules that publish them to those that serve them, in this process or between several (docs/team.md#bus). */
export interface Bus {
  /** Whether several processes may share the bus. */
  readonly isShared: boolean
  /** The events of a subject reach every subscriber once, in the order in which they were published. */
  publish<S extends BusStream>(stream: S, subject: BusSubject, event: BusEvents[S]): void
  /**
   * @param only the events about one network, or one subject of it. Default: all
   * @param options `withNewest`: begin with the newest event of each subject from the last hour, if processes share the bus
   */
  subscribe<S extends BusStream>(
    stream: S,
    listener: BusListener<S>,
    only?: Partial<BusSubject>,
    options?: { readonly withNewest?: boolean },
  ): BusSubscription
  /**
   * Waits for the right to read and follow a subject, which one process has at a time. All callers in this process share it. Rejects with the reason
   * of the signal.
   */
  lease(subject: BusSubject, signal: AbortSignal): Promise<Lease>
  /** Like `lease`, without waiting; null if another process has it. */
  tryLease(subject: BusSubject): Promise<Lease | null>
  /** Announces to every process what this one does. Each part counts until it is replaced, or until this process has been silent for some seconds. */
  announce(presence: Partial<Presence>): void
  /** The announcements of all processes, this one included. */
  present(): readonly Presence[]
  /** Whether the server of the bus can be reached. Always true within one process. */
  isReachable(): boolean
  /** Asks any process that answers this question. @throws AppError `source_unavailable` if none does, or the error of the answering process */
  ask(question: string, args: unknown): Promise<unknown>
  /** Answers questions until the bus is closed. One process answers each question. */
  answer(question: string, answer: (args: unknown) => Promise<unknown>): void
  /**
   * The row of the newest published trade of a token. More trades may be stored: by the process that had the token before, or by a write whose answer
   * was lost. Null if unknown.
   */
  lastRow(token: BusSubject): Promise<number | null>
  /** Sends pending events, and ends every subscription. */
  close(): Promise<void>
}
