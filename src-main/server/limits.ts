import { HEARTBEAT_MS, MAX_SUBSCRIPTIONS, SILENT_PEER_MS } from '../../src-shared/contract/streams.ts'

/** What the server bounds. Tests shorten the times; the owner's machine is the only other measure. */
export interface ServerLimits {
  /** How long the first GET of an unread token waits for its read (contract.md §2). */
  readonly firstReadWaitMs: number
  /** Keyed calls at work at the same time; more answer 429. */
  readonly callsAtOnce: number
  /** How long closing waits for answers under way before it cuts them. */
  readonly closeWithinMs: number
  readonly heartbeatMs: number
  readonly silentPeerMs: number
  readonly connections: number
  readonly subscriptions: number
  /** Bytes waiting for a peer above which full-state streams hold back all but their newest event. */
  readonly holdBackBytes: number
  /** Bytes waiting for a peer above which a reader of dex_trades is too slow and is let go. */
  readonly slowConsumerBytes: number
  /** Client frames taken in one burst, and per second after it; more is a flood. */
  readonly floodBurst: number
  readonly floodPerSecond: number
}

export const DEFAULT_LIMITS: ServerLimits = {
  firstReadWaitMs: 20_000,
  callsAtOnce: 512,
  closeWithinMs: 4_500,
  heartbeatMs: HEARTBEAT_MS,
  silentPeerMs: SILENT_PEER_MS,
  connections: 2_000,
  subscriptions: MAX_SUBSCRIPTIONS,
  holdBackBytes: 256 * 1024,
  slowConsumerBytes: 16 * 1024 * 1024,
  floodBurst: 5_000,
  floodPerSecond: 500,
}

/** Depth of contract.md §4. */
export const DEFAULT_DEPTH = 500
