import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { WatchAlert } from '../../../src-shared/contract/records/watch.ts'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { RECORD_STREAMS, isRecordStream, type Engine, type StreamPayload, type StreamPayloads } from '../../engine/interface.ts'
import type { Follow, TradesCovered } from '../../ingest/follow/interface.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import { Feeds } from './feeds.ts'
import { valuePayload } from './value-payload.ts'
import { eventTail } from './frames.ts'
import { streamCursor } from './stream-cursor.ts'
import { EventBatch, TopicEvent } from './topic-event.ts'
import { TradeEvents } from './trade-events.ts'
import { TradeWatches } from './trade-watches.ts'
import type { Traffic } from './traffic.ts'
import { Topics, type Subscriber, type Topic, type TopicKey } from './topics.ts'

export interface HubDeps {
  readonly bus: Pick<Bus, 'subscribe' | 'isShared'>
  readonly store: Pick<Store, 'read'>
  readonly engine: Pick<Engine, 'onRecords'>
  readonly follow: Pick<Follow, 'watch' | 'watchTrades'>
  readonly clock: Clock
  readonly logger: Logger
  readonly traffic: Traffic
}

/** Sends events of the app to their subscribers. */
export class Hub {
  readonly #deps: HubDeps
  readonly watches: TradeWatches
  readonly trades: TradeEvents
  readonly #topics = new Topics()
  readonly #feeds: Feeds
  readonly #unwatch = new Map<Topic, () => void>()
  #recordSubscriptions = 0
  #stopRecords: (() => void) | null = null

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.watches = new TradeWatches(deps.follow)
    this.trades = new TradeEvents({ ...deps, topics: this.#topics, watches: this.watches, send: (topic, events) => this.#send(topic, events) })
    this.#feeds = new Feeds(deps.bus, this, deps.store, deps.logger)
  }

  get subscriptions(): number {
    return this.#topics.subscriptions
  }

  find(key: TopicKey): Topic | null {
    return this.#topics.find(key)
  }

  subscribe(key: TopicKey, subscriber: Subscriber): Topic {
    // The engine recomputes only while it has listeners, so the hub listens only while records are subscribed to.
    if (isRecordStream(key.stream)) {
      this.#recordSubscriptions += 1
      this.#stopRecords ??= this.#deps.engine.onRecords((token, payloads) => this.publishRecords(token, payloads))
    }
    const topic = this.#topics.add(key, subscriber)
    if (topic.subscribers.size === 1) {
      this.#feeds.add(topic)
      this.#watch(topic)
    }
    return topic
  }

  /** Resolves once every event that is published from then on will reach the topic. */
  arrive(topic: TopicKey): Promise<void> {
    return this.#feeds.arrive(topic)
  }

  /** Follows a token while it has subscribers. For trades, `tradesCovered` starts this. */
  #watch(topic: Topic): void {
    const { stream, network, address } = topic
    if (stream === 'dex_trades' || stream.startsWith('local.')) return
    this.#unwatch.set(topic, this.#deps.follow.watch({ network, address: trustedAddress(address) }))
  }

  /** What a topic of the trade stream covers, once it is covered. @throws AppError if its trades cannot be followed */
  tradesCovered(topic: Topic): Promise<TradesCovered> {
    return this.watches.covered(topic, this.arrive(topic))
  }

  unsubscribe(topic: Topic, subscriber: Subscriber): void {
    if (!topic.subscribers.has(subscriber)) return
    this.#topics.remove(topic, subscriber)
    if (topic.subscribers.size === 0) {
      this.#feeds.remove(topic)
      this.#unwatch.get(topic)?.()
      this.#unwatch.delete(topic)
      this.watches.stop(topic)
    }
    if (!isRecordStream(topic.stream)) return
    this.#recordSubscriptions -= 1
    if (this.#recordSubscriptions > 0) return
    this.#stopRecords?.()
    this.#stopRecords = null
  }

  publishRecords(token: TokenKey, payloads: StreamPayloads): void {
    for (const stream of RECORD_STREAMS) {
      const payload = payloads[stream]
      if (payload !== null) this.#publishState({ stream, ...token }, payload)
    }
  }

  /** Sends the clusters of a stored snapshot. A replay sends them even if they equal those of the previous snapshot. */
  publishClusters(token: TokenKey, json: Uint8Array): void {
    this.#publish({ stream: 'clusters', ...token }, [json])
  }

  /** Sends every new scan, even if its result is unchanged. */
  publishScan(token: TokenKey, report: ScanReport, id: number): void {
    const topic = this.#topics.find({ stream: 'scanner', ...token })
    if (topic !== null) this.#send(topic, [this.scanEvent(topic, JSON.stringify(report), id)])
  }

  /** @param json the report, as text or as bytes */
  scanEvent(topic: Topic, json: string | Uint8Array, id: number): TopicEvent {
    const tail = eventTail('scanner', this.#now(), typeof json === 'string' ? json : [json])
    return new TopicEvent(topic, tail, { row: id, cursor: streamCursor('scanner', id) })
  }

  publishJob(job: JobRecord): void {
    this.#publishState({ stream: 'local.jobs', network: job.network, address: job.token_address }, valuePayload(job))
  }

  /** @param address a token, or `ALL` for its whole network */
  publishFollow({ network, address }: { readonly network: NetworkId; readonly address: string }, state: FollowRecord): void {
    this.#publishState({ stream: 'local.follow', network, address }, valuePayload(state))
  }

  /** @param address the token of the alert, or `ALL` */
  publishAlert(address: string, alert: WatchAlert): void {
    this.#publish({ stream: 'local.alerts', network: alert.network, address }, JSON.stringify(alert))
  }

  /** A topic's current state, for a new subscriber. */
  stateEvent(topic: Topic, { json, notes, fingerprint }: StreamPayload): TopicEvent {
    topic.lastFingerprint ??= fingerprint
    return new TopicEvent(topic, eventTail(topic.stream, this.#now(), json, notes))
  }

  #publishState(key: TopicKey, { json, notes, fingerprint }: StreamPayload): void {
    const topic = this.#topics.find(key)
    if (topic === null || topic.lastFingerprint === fingerprint) return
    topic.lastFingerprint = fingerprint
    this.#send(topic, [new TopicEvent(topic, eventTail(topic.stream, this.#now(), json, notes))])
  }

  /** Sends a value, as JSON, even if it equals the one sent last. */
  #publish(key: TopicKey, json: string | readonly Uint8Array[]): void {
    const topic = this.#topics.find(key)
    if (topic !== null) this.#send(topic, [new TopicEvent(topic, eventTail(topic.stream, this.#now(), json))])
  }

  #send(topic: Topic, events: readonly TopicEvent[]): void {
    this.#deps.traffic.sent(topic.stream, topic.subscribers.size * events.length)
    const [only] = events
    const batch = events.length === 1 && only !== undefined ? only.alone : new EventBatch(events)
    for (const subscriber of topic.subscribers) subscriber.deliver(topic, batch)
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString()
  }
}
