import { CONNECTIONS_LISTED, type ConnectionRecord } from '../../../src-shared/contract/records/service.ts'
import type { ApiKeys } from '../auth/api-keys.ts'
import type { Caller } from '../auth/caller.ts'
import type { ServerLimits } from '../limits.ts'

/** A client of the streams, over any transport. */
export interface LiveConnection {
  /** The connection as it is listed. */
  describe(): ConnectionRecord
  /** Sends something that keeps the connection open. */
  ping(): void
  /** Ends a connection whose peer was silent for too long. */
  endIfSilent(): void
  endIfKeyIs(id: string): void
  shutDown(): void
}

/** Checks for silent peers per silence limit. */
export const CHECKS_PER_SILENCE = 9

/** The open connections to the streams, with their shared limit, pings and shutdown. */
export class Connections {
  readonly #limit: number
  readonly #keys: Pick<ApiKeys, 'isValid'>
  readonly #open = new Set<LiveConnection>()
  readonly #pings: NodeJS.Timeout
  readonly #silenceChecks: NodeJS.Timeout
  #isClosing = false

  constructor({ connections, heartbeatMs, silentPeerMs }: ServerLimits, keys: Pick<ApiKeys, 'onRevoked' | 'isValid'>) {
    this.#limit = connections
    this.#keys = keys
    this.#pings = setInterval(() => this.#open.forEach((connection) => connection.ping()), heartbeatMs)
    this.#silenceChecks = setInterval(() => this.#open.forEach((connection) => connection.endIfSilent()), silentPeerMs / CHECKS_PER_SILENCE)
    keys.onRevoked((id) => this.#open.forEach((connection) => connection.endIfKeyIs(id)))
  }

  get count(): number {
    return this.#open.size
  }

  get isFull(): boolean {
    return this.#open.size >= this.#limit
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Whether a client whose key was checked before something was awaited may connect. A key that is revoked later ends its connections. */
  mayConnect({ id }: Pick<Caller, 'id'>): boolean {
    return this.#keys.isValid(id)
  }

  /** Adds a connection until the returned function is called. */
  add(connection: LiveConnection): () => void {
    this.#open.add(connection)
    return () => void this.#open.delete(connection)
  }

  /** The newest connections, newest first. */
  list(): ConnectionRecord[] {
    return [...this.#open]
      .slice(-CONNECTIONS_LISTED)
      .reverse()
      .map((connection) => connection.describe())
  }

  close(): void {
    this.#isClosing = true
    clearInterval(this.#pings)
    clearInterval(this.#silenceChecks)
    for (const connection of this.#open) connection.shutDown()
  }
}
