import { PassThrough, type Readable } from 'node:stream'
import type { ConnectionRecord } from '../../../src-shared/contract/records/service.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Caller } from '../auth/caller.ts'
import { subscriptionsUsed } from '../auth/quotas.ts'
import type { Connections, LiveConnection } from './connections.ts'
import { readStored } from './missed.ts'
import { Outbox } from './outbox.ts'
import { Peer, shown, type PeerDeps } from './peer.ts'
import type { WantedSubscription } from './requests.ts'
import type { Framing } from './topic-event.ts'

/** Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html): one subscription for each request. */

/** How long browsers wait before reconnecting. */
const RETRY_MS = 2_000

const eventFrame: Framing = {
  before: (_length, cursor) => (cursor === null ? 'data: ' : `id: ${cursor}\ndata: `),
  after: '\n\n',
}

/** @throws AppError if there are too many connections, or for the cursor of another data folder */
export async function openEventStream(
  wanted: WantedSubscription,
  { caller, left, connections, deps }: { caller: Caller; left: AbortSignal; connections: Connections; deps: PeerDeps },
): Promise<Readable> {
  // Checked now, because the status cannot change once the stream has begun.
  if (wanted.since !== null && 'row' in wanted.since) {
    const { key, since } = wanted
    await readStored(deps, { ...key, head: Buffer.alloc(0), subscribers: new Set(), lastFingerprint: null }, since)(wanted.since.row)
  }
  if (!connections.mayConnect(caller)) throw new AppError('unauthorized')
  if (connections.isFull || connections.isClosing) throw new AppError('rate_limited')
  if (!deps.quotas.maySubscribe(caller))
    throw new AppError('rate_limited', { message: subscriptionsUsed(caller), retryAfterSeconds: RETRY_MS / 1_000 })
  return new EventStream(wanted, caller, left, connections, deps).readable
}

class EventStream implements LiveConnection {
  readonly readable = new PassThrough()
  readonly #caller: Caller
  readonly #deps: PeerDeps
  readonly #outbox: Outbox
  readonly #peer: Peer
  readonly #leaveList: () => void

  constructor(wanted: WantedSubscription, caller: Caller, left: AbortSignal, connections: Connections, deps: PeerDeps) {
    this.#caller = caller
    this.#deps = deps
    this.#outbox = new Outbox(this.readable, deps.limits, () => this.#endSlowReader())
    this.#peer = new Peer(this.#outbox, eventFrame, caller, deps)
    this.#leaveList = connections.add(this)
    left.addEventListener('abort', () => this.#end(), { once: true })
    this.readable.write(`retry: ${RETRY_MS}\n\n`)
    const start = this.#peer.subscribe(wanted, undefined)
    this.#peer.send({ op: 'subscribed', results: [{ ...shown(wanted.key), status: 'ok' }], active: 1 })
    start()
    if (left.aborted) this.#end()
  }

  describe(): ConnectionRecord {
    return this.#peer.describe()
  }

  /** A comment, which clients ignore. */
  ping(): void {
    this.readable.write(':\n\n')
  }

  endIfSilent(): void {
    // A reader sends nothing. If it is gone, the connection fails. If it does not read, it is too slow.
  }

  endIfKeyIs(id: string): void {
    if (this.#caller.id === id) this.#end()
  }

  shutDown(): void {
    this.#end()
  }

  #endSlowReader(): void {
    this.#deps.traffic.slowConsumers += 1
    this.#peer.sendError(undefined, 'SLOW_CONSUMER')
    this.#end()
  }

  #end(): void {
    this.#leaveList()
    this.#peer.dropAll()
    this.#outbox.finish()
    this.readable.end()
  }
}
