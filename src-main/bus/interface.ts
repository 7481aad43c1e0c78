import type { NetworkId } from '../../src-shared/networks.ts'
import type { BusEvents, BusStream, BusSubject } from './events.ts'

export type BusListener<S extends BusStream> = (subject: BusSubject, event: BusEvents[S]) => void

export interface BusSubscription {
  /** Resolves once every event that is published from then on will arrive. */
  readonly ready: Promise<unknown>
  stop(): void
}

/** The sole right to read and follow a token or a whole network, and to write its facts. */
export interface Lease {
  readonly subject: BusSubject
  /** Larger than that of every earlier holder, so that a writer can refuse those. Null where there is only one process. */
  readonly fence: number | null
  /** Aborts when the lease is lost. */
  readonly lost: AbortSignal
  /** Whether it is held at this moment. A process that was paused finds here that its time is over, before any timer runs. */
  isHeld(): boolean
  release(): Promise<void>
}

/** What a process of the service says of itself. */
export interface Presence {
  /** The networks that it reads. */
  readonly reads: readonly NetworkId[]
  /** Those of them whose tokens it scans. */
  readonly scans: readonly NetworkId[]
  /** Those of them of which it reads every trade. */
  readonly wholes: readonly NetworkId[]
  /** Tokens, and with the address `ALL` networks, that its clients watch. */
  readonly watches: readonly BusSubject[]
  /** How many subscriptions each key with a limit has here. */
  readonly subscriptions: Readonly<Record<string, number>>
}

export const ABSENT: Presence = { reads: [], scans: [], wholes: [], watches: [], subscriptions: {} }

/** Carries events from the modules that make them to those that serve them, in this process or between several (docs/team.md#bus). */
export interface Bus {
  /** Whether several processes may be on it. */
  readonly isShared: boolean
  /** The events of a subject arrive in the order in which they were published, each once at every subscriber. */
  publish<S extends BusStream>(stream: S, subject: BusSubject, event: BusEvents[S]): void
  /**
   * @param only the events about one network, or one subject of it; all unless given
   * @param options `withNewest` begins with the newest event of each subject of the last hour, where processes share the bus
   */
  subscribe<S extends BusStream>(
    stream: S,
    listener: BusListener<S>,
    only?: Partial<BusSubject>,
    options?: { readonly withNewest?: boolean },
  ): BusSubscription
  /**
   * Waits until this process may read and follow a subject, which no other process may then. All who ask in this process share it. Rejects
   * with the reason of the signal.
   */
  lease(subject: BusSubject, signal: AbortSignal): Promise<Lease>
  /** As `lease` without waiting; null while another process has it. */
  tryLease(subject: BusSubject): Promise<Lease | null>
  /** Tells every process what this one does. Each part counts until it is replaced, or until this process has been silent for some seconds. */
  announce(presence: Partial<Presence>): void
  /** What the processes announced, this one included. */
  present(): readonly Presence[]
  /** Asks any process that answers this question. @throws AppError `source_unavailable` if none does, or as the one that answers */
  ask(question: string, args: unknown): Promise<unknown>
  /** Answers questions until the bus is closed. Each is answered by one process. */
  answer(question: string, answer: (args: unknown) => Promise<unknown>): void
  /**
   * The row of the newest trade that was published about a token, for one who takes it over from a process that may have stored more. Null where
   * that is not known.
   */
  lastRow(token: BusSubject): Promise<number | null>
  /** Sends what was published, and ends every subscription. */
  close(): Promise<void>
}
