import { randomUUID } from 'node:crypto'
import { API_ERRORS, STREAM_ERRORS, type StreamErrorCode } from '../../../src-shared/contract/errors.ts'
import { TOPICS_LISTED, type ConnectionRecord } from '../../../src-shared/contract/records/service.ts'
import type { ServerFrame } from '../../../src-shared/contract/streams.ts'
import { isRecordStream } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Caller } from '../auth/caller.ts'
import { subscriptionsUsed, type Quotas } from '../auth/quotas.ts'
import type { ServerLimits } from '../limits.ts'
import { currentState, hasSourceFor, requireToken, scanFirst, type StateSources } from './current-state.ts'
import { readMissed } from './missed.ts'
import { retryUnavailable } from './retry-unavailable.ts'
import type { Outbox } from './outbox.ts'
import type { WantedSubscription } from './requests.ts'
import { Subscription } from './subscription.ts'
import type { EventBatch, Framing } from './topic-event.ts'
import type { Subscriber, Topic, TopicKey } from './topics.ts'
import type { Traffic } from './traffic.ts'

export interface PeerDeps extends StateSources {
  readonly traffic: Traffic
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: ServerLimits
  readonly quotas: Pick<Quotas, 'maySubscribe' | 'subscribed'>
}

export type FrameId = string | number | undefined

/** The subscriptions of one client, over any transport. */
export class Peer implements Subscriber {
  readonly id = randomUUID()
  readonly #since: number
  readonly #deps: PeerDeps
  readonly #outbox: Outbox
  readonly #framing: Framing
  readonly #caller: Caller
  readonly #subscriptions = new Map<Topic, Subscription>()

  constructor(outbox: Outbox, framing: Framing, caller: Caller, deps: PeerDeps) {
    this.#caller = caller
    this.#outbox = outbox
    this.#framing = framing
    this.#deps = deps
    this.#since = unixSeconds(deps.clock)
  }

  /** The client as it is listed. */
  describe(): ConnectionRecord {
    const { topics } = this
    return {
      id: this.id,
      key: this.#caller.name,
      since: this.#since,
      subscriptions: topics.length,
      topics: topics.slice(0, TOPICS_LISTED).map(shown),
    }
  }

  get topics(): Topic[] {
    return [...this.#subscriptions.keys()]
  }

  /** Why no further subscription is allowed. Null if one is. */
  get fullReason(): string | null {
    if (this.#subscriptions.size >= this.#deps.limits.subscriptions) return STREAM_ERRORS.SUB_LIMIT
    return this.#deps.quotas.maySubscribe(this.#caller) ? null : subscriptionsUsed(this.#caller)
  }

  deliver(topic: Topic, batch: EventBatch): void {
    this.#subscriptions.get(topic)?.receive(batch)
  }

  withdraw(topic: Topic, from: number): void {
    this.#subscriptions.get(topic)?.withdraw(from)
  }

  find(key: TopicKey): Topic | null {
    const topic = this.#deps.hub.find(key)
    return topic !== null && this.#subscriptions.has(topic) ? topic : null
  }

  /** Subscribes. The returned function sends the first frames: the coverage, and the current state or the missed events. */
  subscribe({ key, since, retractions }: WantedSubscription, id: FrameId): () => void {
    const topic = this.#deps.hub.subscribe(key, this)
    const subscription = new Subscription(topic, this.#outbox, this.#framing, retractions)
    this.#subscriptions.set(topic, subscription)
    this.#deps.quotas.subscribed(this.#caller, 1)
    const patiently = this.#retried(subscription, id)
    const read = since === null ? null : readMissed(this.#deps, topic, since)
    const missed = read === null ? null : subscription.catchUp((after) => patiently(() => read(after)))
    return () => {
      if (topic.stream === 'dex_trades') void this.#promise(subscription, id, () => patiently(() => this.#acknowledge(subscription, id)))
      if (topic.stream === 'scanner') void this.#promise(subscription, id, () => patiently(() => scanFirst(this.#deps, topic)))
      if (isRecordStream(topic.stream)) void this.#promise(subscription, id, () => patiently(() => requireToken(this.#deps, topic)))
      if (missed === null) void this.#promise(subscription, id, () => patiently(() => this.#sendState(subscription)))
      else missed.catch((error: unknown) => this.#fail(subscription, id, error))
    }
  }

  drop(topic: Topic): void {
    this.#subscriptions.get(topic)?.end()
    if (this.#subscriptions.delete(topic)) this.#deps.quotas.subscribed(this.#caller, -1)
    this.#deps.hub.unsubscribe(topic, this)
  }

  dropAll(): void {
    for (const topic of this.topics) this.drop(topic)
  }

  send(frame: Exclude<ServerFrame, { op: 'event' }>): void {
    const json = Buffer.from(JSON.stringify(frame))
    const { before, after } = this.#framing
    const bytes = Buffer.concat([Buffer.from(before(json.length, null), 'latin1'), json, Buffer.from(after, 'latin1')])
    this.#outbox.send({ length: bytes.length, bytes: () => bytes, keep: () => undefined })
  }

  sendError(id: FrameId, code: StreamErrorCode, message: string = STREAM_ERRORS[code], topic?: Topic): void {
    this.send({ op: 'error', id: id ?? null, code, message, ...(topic === undefined ? {} : { subscription: shown(topic) }) })
  }

  /** Runs what a subscription needs, and again while a part of the service or the source does not answer. The client gets one error frame about it. */
  #retried(subscription: Subscription, id: FrameId): <T>(work: () => Promise<T>) => Promise<T> {
    let isReported = false
    const onWait = (error: AppError): void => {
      this.#deps.logger.warn({ err: error.cause ?? error }, 'what a subscription needs does not answer')
      if (!isReported) this.sendError(id, 'INTERNAL', `${error.message} The subscription waits for it.`, subscription.topic)
      isReported = true
    }
    const hasSource = (): boolean => hasSourceFor(this.#deps, subscription.topic)
    return (work) => retryUnavailable(work, { signal: subscription.ended, hasSource, onWait })
  }

  /** Reports the coverage of a subscription to trades once it is covered. */
  async #acknowledge({ topic, ended }: Subscription, id: FrameId): Promise<void> {
    const { token, fromBlock } = await this.#deps.hub.tradesCovered(topic)
    if (ended.aborted) return
    this.send({ op: 'ack', ...(id === undefined ? {} : { id }), subscription: shown(topic), token_address: token, from_block: fromBlock })
  }

  /** Starts what a subscription needs, or reports why it cannot start. */
  async #promise({ topic, ended }: Subscription, id: FrameId, start: () => Promise<void>): Promise<void> {
    try {
      await start()
    } catch (error) {
      if (ended.aborted) return
      if (error instanceof AppError && error.code !== 'internal') return this.sendError(id, 'UNSUPPORTED_NETWORK', error.message, topic)
      this.#deps.logger.error({ err: error }, 'what a subscription needs could not be started')
      this.sendError(id, 'INTERNAL', publicReason(error), topic)
    }
  }

  /** Sends the current state of a new subscription, unless an event was sent first, which is newer. */
  async #sendState(subscription: Subscription): Promise<void> {
    const event = await currentState(this.#deps, subscription.topic)
    if (event !== null && !subscription.hasSent && !subscription.ended.aborted) subscription.receive(event.alone)
  }

  /** Ends a subscription whose missed events could not be read. Later events would follow a gap. */
  #fail({ topic, ended }: Subscription, id: FrameId, error: unknown): void {
    if (ended.aborted) return
    this.drop(topic)
    if (error instanceof AppError && error.code === 'validation_error') return this.sendError(id, 'BAD_FIELD', error.message, topic)
    this.#deps.logger.error({ err: error }, 'missed events could not be sent')
    this.sendError(id, 'INTERNAL', publicReason(error), topic)
  }
}

/** The sentence of a failure that has one, such as a database that is away. Undefined for any other. */
const publicReason = (error: unknown): string | undefined =>
  error instanceof AppError && error.message !== API_ERRORS.internal.message ? error.message : undefined

export const shown = ({ network, address, stream }: TopicKey): TopicKey => ({ network, address, stream })
