import type { NatsConnection } from '@nats-io/transport-node'

/** Whether the server can be reached, as its client reports it. */
export class Reachability {
  #since: number | null = -Infinity

  constructor(nc: Pick<NatsConnection, 'status'>) {
    void this.#watch(nc)
  }

  /** Milliseconds of `performance.now()` since which the server can be reached again: -Infinity before the first loss, null during one. */
  get since(): number | null {
    return this.#since
  }

  async #watch(nc: Pick<NatsConnection, 'status'>): Promise<void> {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect') this.#since = null
      if (type === 'reconnect') this.#since = performance.now()
    }
  }
}
