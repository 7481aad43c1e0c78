import { HEARTBEAT_MS, MAX_SUBSCRIPTIONS, SILENT_PEER_MS } from '../../src-shared/contract/streams.ts'

/** Limits of the server. Tests shorten the times. */
export interface ServerLimits {
  /** How long the first GET of an unread token waits for its read (docs/api/rest.md#first-read-of-a-token). */
  readonly firstReadWaitMs: number
  /** Concurrent calls with a key. Further calls get 429. */
  readonly callsAtOnce: number
  /** Time per unknown key of an address, after the first ten. */
  readonly guessPauseMs: number
  /** How long closing waits for pending answers before it aborts them. */
  readonly closeWithinMs: number
  /** How long a client may take to send the headers of a request, counted from its connection or its last answer. */
  readonly headersMs: number
  /** How long a client may take to send a whole request. At 1 MB/s, a file of the largest size passes in this time. */
  readonly requestMs: number
  /**
   * A body must grow by `MIN_BODY_BYTES` in each period of this length. After an early answer, the rest of the body must arrive within one period.
   */
  readonly bodyMs: number
  /** How often to check for slow requests. */
  readonly slowCheckMs: number
  readonly heartbeatMs: number
  readonly silentPeerMs: number
  readonly connections: number
  readonly subscriptions: number
  /** Bytes queued for a peer above which full-state streams keep only their newest event. */
  readonly holdBackBytes: number
  /** Bytes queued for a peer above which a reader of dex_trades is too slow and is disconnected. */
  readonly slowConsumerBytes: number
  /** Client frames, and entries of their `subs`, taken in one burst, and per second after it; more is a flood. */
  readonly floodBurst: number
  readonly floodPerSecond: number
}

export const DEFAULT_LIMITS: ServerLimits = {
  firstReadWaitMs: 20_000,
  callsAtOnce: 512,
  guessPauseMs: 1_000,
  closeWithinMs: 4_500,
  headersMs: 10_000,
  requestMs: 300_000,
  bodyMs: 10_000,
  slowCheckMs: 5_000,
  heartbeatMs: HEARTBEAT_MS,
  silentPeerMs: SILENT_PEER_MS,
  connections: 2_000,
  subscriptions: MAX_SUBSCRIPTIONS,
  holdBackBytes: 256 * 1024,
  slowConsumerBytes: 16 * 1024 * 1024,
  floodBurst: 5_000,
  floodPerSecond: 500,
}

/** Holders read in detail by default (docs/api/records.md#snapshot). */
export const DEFAULT_DEPTH = 500
