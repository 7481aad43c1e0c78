import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { z } from 'zod'
import { CLOSE_CODES, STREAM_ERRORS, type StreamErrorCode } from '../../../src-shared/contract/errors.ts'
import { TOPICS_LISTED, type ConnectionRecord } from '../../../src-shared/contract/records/service.ts'
import { STREAMS, clientFrame, type ServerFrame, type serverFrames } from '../../../src-shared/contract/streams.ts'
import { AppError } from '../../lib/app-error.ts'
import { assertNever } from '../../lib/assert-never.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Caller } from '../auth/caller.ts'
import type { ServerLimits } from '../limits.ts'
import { currentState, type StateSources } from './current-state.ts'
import { FloodLimit } from './flood.ts'
import { controlFrame } from './frames.ts'
import type { Hub } from './hub.ts'
import { Outbox } from './outbox.ts'
import { namedSubscription, readSubscription, type NamedSubscription } from './requests.ts'
import type { Traffic } from './traffic.ts'
import type { Subscriber, Topic, TopicKey } from './topics.ts'

type ClientFrame = z.infer<typeof clientFrame>
type Result = z.infer<typeof serverFrames.subscribed>['results'][number]
type FrameId = ClientFrame['id'] | null

export interface ConnectionDeps extends StateSources {
  readonly hub: Hub
  readonly traffic: Traffic
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: ServerLimits
}

/** A client: its requests, its subscriptions and its queued frames. */
export class Connection implements Subscriber {
  readonly #id = randomUUID()
  readonly #ws: WebSocket
  readonly #deps: ConnectionDeps
  readonly #caller: Caller
  readonly #outbox: Outbox
  readonly #flood: FloodLimit
  /** Each subscription, and whether an event of it was sent already. */
  readonly #subscriptions = new Map<Topic, { sent: boolean }>()
  readonly #since: number
  #heardAt = performance.now()
  #closing = false

  constructor(ws: WebSocket, socket: Duplex, caller: Caller, deps: ConnectionDeps) {
    this.#ws = ws
    this.#deps = deps
    this.#caller = caller
    this.#since = unixSeconds(deps.clock)
    this.#outbox = new Outbox(socket, deps.limits, () => this.#disconnectSlowReader())
    this.#flood = new FloodLimit(deps.limits.floodBurst, deps.limits.floodPerSecond, this.#heardAt)
    ws.on('message', (data) => this.#receive(data))
    ws.on('pong', () => this.#heard())
    ws.on('ping', () => this.#heard())
    ws.on('error', (error) => deps.logger.debug({ connection: this.#id, err: error }, 'socket error'))
    ws.on('close', () => this.#leave())
    this.#send({
      op: 'ready',
      connection_id: this.#id,
      server_time: this.#now(),
      heartbeat_ms: deps.limits.heartbeatMs,
      max_subscriptions: deps.limits.subscriptions,
    })
  }

  deliver(topic: Topic, frame: Buffer): void {
    const subscription = this.#subscriptions.get(topic)
    if (subscription === undefined) return
    subscription.sent = true
    if (STREAMS[topic.stream].delivery === 'every-event') this.#outbox.send(frame)
    else this.#outbox.sendNewest(topic, frame)
  }

  /** The connection as it is listed. */
  describe(): ConnectionRecord {
    const topics = [...this.#subscriptions.keys()]
    return {
      id: this.#id,
      key: this.#caller.name,
      since: this.#since,
      subscriptions: topics.length,
      topics: topics.slice(0, TOPICS_LISTED).map(shown),
    }
  }

  /** Sends a protocol ping. */
  ping(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping()
  }

  /** Ends a connection that was silent for too long. Such a peer would not answer a close frame either. */
  endIfSilent(): void {
    if (performance.now() - this.#heardAt >= this.#deps.limits.silentPeerMs) this.#ws.terminate()
  }

  /** Closes the connection when its key is revoked. */
  endIfKeyIs(id: string): void {
    if (this.#caller.id === id) this.#close(CLOSE_CODES.unauthorized, 'the key was revoked')
  }

  /** Refuses a connection beyond the limit. */
  refuse(): void {
    this.#sendError(null, 'CONN_LIMIT')
    this.#close(CLOSE_CODES.tryLater, 'connection limit')
  }

  shutDown(): void {
    this.#close(CLOSE_CODES.shutdown, 'shutdown')
  }

  /** A binary frame is read like text, since some clients send JSON in no other way. */
  #receive(data: RawData): void {
    this.#heard()
    if (this.#closing) return
    if (!this.#flood.pass(this.#heardAt)) return this.#close(CLOSE_CODES.policy, 'too many frames')
    let value: unknown
    try {
      value = JSON.parse(data.toString('utf8'))
    } catch {
      return this.#sendError(null, 'BAD_JSON')
    }
    const parsed = clientFrame.safeParse(value)
    if (!parsed.success) return this.#refuseFrame(value, parsed.error)
    this.#act(parsed.data)
  }

  /** The op is checked first, since the other fields depend on it. */
  #refuseFrame(value: unknown, error: z.ZodError): void {
    const field = error.issues.some((issue) => issue.path.length === 0 || issue.path[0] === 'op') ? null : error.issues[0]?.path[0]
    const id = clientFrame.shape.id.safeParse((value as { id?: unknown } | null)?.id)
    if (field === null || field === undefined) this.#sendError(id.data, 'BAD_OP')
    else this.#sendError(id.data, 'BAD_FIELD', `The field "${String(field)}" is invalid.`)
  }

  #act(frame: ClientFrame): void {
    const id = frame.id === undefined ? {} : { id: frame.id }
    switch (frame.op) {
      case 'subscribe':
        return this.#subscribeAll(frame)
      case 'unsubscribe': {
        const results = subscriptionsOf(frame).map((named) => this.#unsubscribe(named))
        return this.#send({ op: 'unsubscribed', ...id, results, active: this.#subscriptions.size })
      }
      case 'unsubscribe_all': {
        const results = [...this.#subscriptions.keys()].map((topic): Result => ({ ...shown(topic), status: 'ok' }))
        this.#dropAll()
        return this.#send({ op: 'unsubscribed', ...id, results, active: 0 })
      }
      case 'list':
        return this.#send({ op: 'subscriptions', ...id, subs: [...this.#subscriptions.keys()].map(shown) })
      case 'ping':
        return this.#send({ op: 'pong', ...id, server_time: this.#now() })
      default:
        assertNever(frame.op)
    }
  }

  #subscribeAll(frame: ClientFrame): void {
    const added: Topic[] = []
    const results = subscriptionsOf(frame).map((named) => this.#subscribe(named, added))
    this.#send({ op: 'subscribed', ...(frame.id === undefined ? {} : { id: frame.id }), results, active: this.#subscriptions.size })
    for (const topic of added) if (topic.stream === 'dex_trades') void this.#acknowledge(topic, frame.id)
    this.#sendStates(added).catch((error: unknown) => {
      this.#deps.logger.error({ connection: this.#id, err: error }, 'the current state could not be sent')
      this.#sendError(frame.id, 'INTERNAL')
    })
  }

  #subscribe(named: NamedSubscription, added: Topic[]): Result {
    const read = readSubscription(named, this.#caller)
    if (!read.ok) return { ...named, status: 'error', code: read.code, message: read.message }
    if (this.#find(read.key) !== null) return { ...read.key, status: 'already_subscribed' }
    if (this.#subscriptions.size >= this.#deps.limits.subscriptions)
      return { ...read.key, status: 'error', code: 'SUB_LIMIT', message: STREAM_ERRORS.SUB_LIMIT }
    const topic = this.#deps.hub.subscribe(read.key, this)
    this.#subscriptions.set(topic, { sent: false })
    added.push(topic)
    return { ...shown(topic), status: 'ok' }
  }

  /** Reports what a subscription to trades covers as soon as it does, or why it does not. */
  async #acknowledge(topic: Topic, id: ClientFrame['id']): Promise<void> {
    try {
      const { token, fromBlock } = await this.#deps.hub.tradesCovered(topic)
      if (!this.#subscriptions.has(topic)) return
      this.#send({ op: 'ack', ...(id === undefined ? {} : { id }), subscription: shown(topic), token_address: token, from_block: fromBlock })
    } catch (error) {
      if (!this.#subscriptions.has(topic)) return
      if (error instanceof AppError) return this.#sendError(id, 'UNSUPPORTED_NETWORK', error.say, topic)
      this.#deps.logger.error({ connection: this.#id, err: error }, 'the trades of a subscription could not be followed')
      this.#sendError(id, 'INTERNAL', undefined, topic)
    }
  }

  #unsubscribe(named: NamedSubscription): Result {
    // Unsubscribing is always allowed, even when the key has lost the firehose.
    const read = readSubscription(named, { ...this.#caller, permissions: ['firehose'] })
    if (!read.ok) return { ...named, status: 'error', code: read.code, message: read.message }
    const topic = this.#find(read.key)
    if (topic === null) return { ...read.key, status: 'not_subscribed' }
    this.#drop(topic)
    return { ...shown(topic), status: 'ok' }
  }

  #find(key: TopicKey): Topic | null {
    const topic = this.#deps.hub.find(key)
    return topic !== null && this.#subscriptions.has(topic) ? topic : null
  }

  /** Sends the current state of new subscriptions. An event that was sent first is newer and replaces it. */
  async #sendStates(topics: readonly Topic[]): Promise<void> {
    for (const topic of topics) {
      const data = await currentState(this.#deps, topic)
      const subscription = this.#subscriptions.get(topic)
      if (data !== null && subscription?.sent === false) this.deliver(topic, this.#deps.hub.stateFrame(topic, data))
    }
  }

  #disconnectSlowReader(): void {
    this.#deps.traffic.slowConsumers += 1
    this.#sendError(null, 'SLOW_CONSUMER')
    this.#close(CLOSE_CODES.policy, 'slow consumer')
  }

  #send(frame: Exclude<ServerFrame, { op: 'event' }>): void {
    this.#outbox.send(controlFrame(frame))
  }

  #sendError(id: FrameId, code: StreamErrorCode, message: string = STREAM_ERRORS[code], topic?: Topic): void {
    this.#send({ op: 'error', id: id ?? null, code, message, ...(topic === undefined ? {} : { subscription: shown(topic) }) })
  }

  #close(code: number, reason: string): void {
    if (this.#closing) return
    this.#closing = true
    this.#dropAll()
    this.#outbox.finish()
    this.#ws.close(code, reason)
  }

  #leave(): void {
    this.#closing = true
    this.#dropAll()
    this.#outbox.finish()
  }

  #drop(topic: Topic): void {
    this.#subscriptions.delete(topic)
    this.#outbox.drop(topic)
    this.#deps.hub.unsubscribe(topic, this)
  }

  #dropAll(): void {
    for (const topic of [...this.#subscriptions.keys()]) this.#drop(topic)
  }

  #heard(): void {
    this.#heardAt = performance.now()
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString()
  }
}

const shown = ({ network, address, stream }: TopicKey): TopicKey => ({ network, address, stream })

/** Both forms: one subscription in the frame itself, or many in `subs`. */
function subscriptionsOf(frame: ClientFrame): NamedSubscription[] {
  return frame.subs === undefined ? [namedSubscription(frame)] : frame.subs.map(namedSubscription)
}
