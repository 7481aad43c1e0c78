import type { NatsConnection } from '@nats-io/transport-node'
import { ABSENT, type Presence } from '../interface.ts'
import type { Reachability } from './reachability.ts'

/** Not a subject of the stream: an announcement is worthless some seconds later. */
const SUBJECT = 'hs-present'
const ANNOUNCE_MS = 1_000
const SILENT_MS = 5_000

/** The announcements of the processes of the service, sent once a second by each. */
export class Presences {
  readonly #nc: NatsConnection
  readonly #name: string
  readonly #reachability: Pick<Reachability, 'since'>
  readonly #received = new Map<string, { readonly presence: Presence; readonly at: number }>()
  #own: Presence | null = null
  readonly #timer: NodeJS.Timeout

  /** @param name of this process */
  constructor(nc: NatsConnection, name: string, reachability: Pick<Reachability, 'since'>) {
    this.#nc = nc
    this.#reachability = reachability
    this.#name = name
    nc.subscribe(SUBJECT, {
      callback: (error, message) => {
        if (error !== null) return
        const { from, presence } = message.json<{ from: string; presence: Presence }>()
        this.#received.set(from, { presence, at: performance.now() })
      },
    })
    this.#timer = setInterval(() => this.#announce(), ANNOUNCE_MS).unref()
  }

  announce(presence: Partial<Presence>): void {
    this.#own = { ...(this.#own ?? ABSENT), ...presence }
    this.#announce()
  }

  present(): Presence[] {
    const now = performance.now()
    // While no announcement can arrive, silence says nothing about a process.
    const since = this.#reachability.since ?? now
    for (const [name, { at }] of this.#received) if (now - Math.max(at, since) > SILENT_MS) this.#received.delete(name)
    return [...this.#received.values()].map(({ presence }) => presence)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #announce(): void {
    if (this.#own === null) return
    this.#received.set(this.#name, { presence: this.#own, at: performance.now() })
    if (!this.#nc.isClosed()) this.#nc.publish(SUBJECT, JSON.stringify({ from: this.#name, presence: this.#own }))
  }
}
