import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { z } from 'zod'
import { CLOSE_CODES } from '../../../src-shared/contract/errors.ts'
import type { ConnectionRecord } from '../../../src-shared/contract/records/service.ts'
import { clientFrame, type serverFrames } from '../../../src-shared/contract/streams.ts'
import { assertNever } from '../../lib/assert-never.ts'
import type { Caller } from '../auth/caller.ts'
import { CHECKS_PER_SILENCE, type LiveConnection } from './connections.ts'
import { FloodLimit } from './flood.ts'
import { webSocketFrame } from './frames.ts'
import { Outbox } from './outbox.ts'
import { Peer, shown, type FrameId, type PeerDeps } from './peer.ts'
import { namedSubscription, readSubscription, type NamedSubscription } from './requests.ts'

type ClientFrame = z.infer<typeof clientFrame>
type Result = z.infer<typeof serverFrames.subscribed>['results'][number]

/** A client on a WebSocket: its requests and its subscriptions. */
export class Connection implements LiveConnection {
  readonly #ws: WebSocket
  readonly #deps: PeerDeps
  readonly #caller: Caller
  readonly #outbox: Outbox
  readonly #peer: Peer
  readonly #flood: FloodLimit
  /** Checks for silence since the peer was heard. They are counted, because a peer cannot be heard while the process is stalled or suspended. */
  #silentChecks = 0
  #closing = false

  constructor(ws: WebSocket, socket: Duplex, caller: Caller, deps: PeerDeps) {
    this.#ws = ws
    this.#deps = deps
    this.#caller = caller
    this.#outbox = new Outbox(socket, deps.limits, () => this.#disconnectSlowReader())
    this.#peer = new Peer(this.#outbox, webSocketFrame, caller, deps)
    this.#flood = new FloodLimit(deps.limits.floodBurst, deps.limits.floodPerSecond, performance.now())
    ws.on('message', (data) => this.#receive(data))
    ws.on('pong', () => this.#heard())
    ws.on('ping', () => this.#heard())
    ws.on('error', (error) => deps.logger.debug({ connection: this.#peer.id, err: error }, 'socket error'))
    ws.on('close', () => this.#leave())
    this.#peer.send({
      op: 'ready',
      connection_id: this.#peer.id,
      server_time: this.#now(),
      heartbeat_ms: deps.limits.heartbeatMs,
      max_subscriptions: deps.limits.subscriptions,
    })
  }

  /** The connection as it is listed. */
  describe(): ConnectionRecord {
    return this.#peer.describe()
  }

  ping(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping()
  }

  /** Ends a connection that was silent for too long. Its peer would not answer a close frame either. */
  endIfSilent(): void {
    this.#silentChecks += 1
    if (this.#silentChecks > CHECKS_PER_SILENCE) this.#ws.terminate()
  }

  /** Closes the connection when its key is revoked. */
  endIfKeyIs(id: string): void {
    if (this.#caller.id === id) this.#close(CLOSE_CODES.unauthorized, 'the key was revoked')
  }

  /** Refuses a connection beyond the limit. */
  refuse(): void {
    this.#peer.sendError(undefined, 'CONN_LIMIT')
    this.#close(CLOSE_CODES.tryLater, 'connection limit')
  }

  shutDown(): void {
    this.#close(CLOSE_CODES.shutdown, 'shutdown')
  }

  /** Binary frames are read like text, because some clients can only send JSON in binary frames. */
  #receive(data: RawData): void {
    this.#heard()
    if (this.#closing) return
    const now = performance.now()
    if (!this.#flood.pass(now)) return this.#close(CLOSE_CODES.policy, 'too many frames')
    let value: unknown
    try {
      value = JSON.parse(data.toString('utf8'))
    } catch {
      return this.#peer.sendError(undefined, 'BAD_JSON')
    }
    const parsed = clientFrame.safeParse(value)
    if (!parsed.success) return this.#refuseFrame(value, parsed.error)
    // An entry of `subs` costs as much as a frame of its own.
    const further = (parsed.data.subs?.length ?? 1) - 1
    if (further > 0 && !this.#flood.pass(now, further)) return this.#close(CLOSE_CODES.policy, 'too many frames')
    this.#act(parsed.data)
  }

  /** The op is checked first, since the other fields depend on it. */
  #refuseFrame(value: unknown, error: z.ZodError): void {
    const field = error.issues.some((issue) => issue.path.length === 0 || issue.path[0] === 'op') ? null : error.issues[0]?.path[0]
    const id = clientFrame.shape.id.safeParse((value as { id?: unknown } | null)?.id)
    if (field === null || field === undefined) this.#peer.sendError(id.data, 'BAD_OP')
    else this.#peer.sendError(id.data, 'BAD_FIELD', `The field "${String(field)}" is invalid.`)
  }

  #act(frame: ClientFrame): void {
    const id = frame.id === undefined ? {} : { id: frame.id }
    switch (frame.op) {
      case 'subscribe':
        return this.#subscribeAll(frame)
      case 'unsubscribe': {
        const results = subscriptionsOf(frame).map((named) => this.#unsubscribe(named))
        return this.#peer.send({ op: 'unsubscribed', ...id, results, active: this.#peer.topics.length })
      }
      case 'unsubscribe_all': {
        const results = this.#peer.topics.map((topic): Result => ({ ...shown(topic), status: 'ok' }))
        this.#peer.dropAll()
        return this.#peer.send({ op: 'unsubscribed', ...id, results, active: 0 })
      }
      case 'list':
        return this.#peer.send({ op: 'subscriptions', ...id, subs: this.#peer.topics.map(shown) })
      case 'ping':
        return this.#peer.send({ op: 'pong', ...id, server_time: this.#now() })
      default:
        assertNever(frame.op)
    }
  }

  #subscribeAll(frame: ClientFrame): void {
    const starts: (() => void)[] = []
    const id = frame.id === undefined ? {} : { id: frame.id }
    const results = subscriptionsOf(frame).map((named) => this.#subscribe(named, frame.id, starts))
    this.#peer.send({ op: 'subscribed', ...id, results, active: this.#peer.topics.length })
    for (const start of starts) start()
  }

  #subscribe(named: NamedSubscription, id: FrameId, starts: (() => void)[]): Result {
    const { network, address, stream } = named
    const read = readSubscription(named, this.#caller)
    if (!read.ok) return { network, address, stream, status: 'error', code: read.code, message: read.message }
    if (this.#peer.find(read.key) !== null) return { ...read.key, status: 'already_subscribed' }
    const full = this.#peer.fullReason
    if (full !== null) return { ...read.key, status: 'error', code: 'SUB_LIMIT', message: full }
    starts.push(this.#peer.subscribe(read, id))
    return { ...read.key, status: 'ok' }
  }

  #unsubscribe(named: NamedSubscription): Result {
    const { network, address, stream } = named
    // Unsubscribing is always allowed, even when the key has lost the firehose.
    const read = readSubscription({ ...named, since: undefined, retractions: undefined }, { ...this.#caller, permissions: ['firehose'] })
    if (!read.ok) return { network, address, stream, status: 'error', code: read.code, message: read.message }
    const topic = this.#peer.find(read.key)
    if (topic === null) return { ...read.key, status: 'not_subscribed' }
    this.#peer.drop(topic)
    return { ...shown(topic), status: 'ok' }
  }

  #disconnectSlowReader(): void {
    this.#deps.traffic.slowConsumers += 1
    this.#peer.sendError(undefined, 'SLOW_CONSUMER')
    this.#close(CLOSE_CODES.policy, 'slow consumer')
  }

  #close(code: number, reason: string): void {
    if (this.#closing) return
    this.#closing = true
    this.#peer.dropAll()
    this.#outbox.finish()
    this.#ws.close(code, reason)
  }

  #leave(): void {
    this.#closing = true
    this.#peer.dropAll()
    this.#outbox.finish()
  }

  #heard(): void {
    this.#silentChecks = 0
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString()
  }
}

/** Both forms: one subscription in the frame itself, or many in `subs`, which inherit the options of the frame unless they set their own. */
function subscriptionsOf(frame: ClientFrame): NamedSubscription[] {
  return frame.subs === undefined ? [namedSubscription(frame)] : frame.subs.map((entry) => namedSubscription(entry, frame))
}
