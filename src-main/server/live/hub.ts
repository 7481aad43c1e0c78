import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { WatchAlert } from '../../../src-shared/contract/records/watch.ts'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import { FIREHOSE, type StreamData } from '../../../src-shared/contract/streams.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { PlacedTrade } from '../../../src-shared/domain/trade-place.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { RECORD_STREAMS, isRecordStream, type Engine, type StreamPayload, type StreamPayloads } from '../../engine/interface.ts'
import type { Follow, ReadBlocks, Since, TradesCovered, TradesWatch } from '../../ingest/follow/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { tradeToRecord } from '../../records/trade.ts'
import { Feeds } from './feeds.ts'
import { valuePayload } from './value-payload.ts'
import { eventTail } from './frames.ts'
import { placeCursor, streamCursor, type StoredStream } from './stream-cursor.ts'
import { TopicEvent } from './topic-event.ts'
import type { Traffic } from './traffic.ts'
import { Topics, type Subscriber, type Topic, type TopicKey } from './topics.ts'

export interface HubDeps {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly engine: Pick<Engine, 'onRecords'>
  readonly follow: Pick<Follow, 'watch' | 'watchTrades'>
  readonly clock: Clock
  readonly logger: Logger
  readonly traffic: Traffic
}

/** Sends events of the app to their subscribers. */
export class Hub {
  readonly #deps: HubDeps
  readonly #topics = new Topics()
  readonly #feeds: Feeds
  readonly #unwatch = new Map<Topic, () => void>()
  readonly #tradesWatches = new Map<Topic, TradesWatch>()
  #recordSubscriptions = 0
  #stopRecords: (() => void) | null = null

  constructor(deps: HubDeps) {
    this.#deps = deps
    this.#feeds = new Feeds(deps.bus, this)
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

  /** Follows a token while it has subscribers. Subscribers of trades start that by `tradesCovered`. */
  #watch(topic: Topic): void {
    const { stream, network, address } = topic
    if (stream === 'dex_trades' || stream.startsWith('local.')) return
    this.#unwatch.set(topic, this.#deps.follow.watch({ network, address: trustedAddress(address) }))
  }

  /**
   * What a topic of the trade stream covers, once it does. After a failure the next subscriber tries again.
   *
   * @throws AppError if its trades cannot be followed
   */
  async tradesCovered(topic: Topic): Promise<TradesCovered> {
    const watch = this.#tradesWatches.get(topic) ?? this.#watchTrades(topic)
    try {
      await this.arrive(topic)
      return await watch.covered()
    } catch (error) {
      if (this.#tradesWatches.get(topic) === watch) this.#tradesWatches.delete(topic)
      throw error
    }
  }

  /** What a topic missed of a whole network; null if the network is not followed for it. @throws AppError `validation_error` for a cursor that no longer exists */
  async missedWhole(topic: Topic, since: Since): Promise<ReadBlocks | null> {
    try {
      return await (this.#tradesWatches.get(topic) ?? this.#watchTrades(topic)).missed(since)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'validation_error') return null
      throw error
    }
  }

  #watchTrades(topic: Topic): TradesWatch {
    this.#unwatch.get(topic)?.()
    const watch = this.#deps.follow.watchTrades(topic.network, topic.address)
    this.#tradesWatches.set(topic, watch)
    this.#unwatch.set(topic, watch.stop)
    return watch
  }

  unsubscribe(topic: Topic, subscriber: Subscriber): void {
    if (!topic.subscribers.has(subscriber)) return
    this.#topics.remove(topic, subscriber)
    if (topic.subscribers.size === 0) {
      this.#feeds.remove(topic)
      this.#unwatch.get(topic)?.()
      this.#unwatch.delete(topic)
      this.#tradesWatches.delete(topic)
    }
    if (!isRecordStream(topic.stream)) return
    this.#recordSubscriptions -= 1
    if (this.#recordSubscriptions > 0) return
    this.#stopRecords?.()
    this.#stopRecords = null
  }

  /**
   * Trades in chain order: each to the addresses it names, and to the firehose.
   *
   * @param rows the row of each trade; null if they are not new in the store
   */
  publishTrades(network: NetworkId, trades: readonly Trade[], rows: readonly number[] | null): void {
    const topics = this.#topics.of('dex_trades', network)
    if (topics === null) return
    for (const [n, trade] of trades.entries()) {
      const matched = matchTrade(topics, trade).filter((topic) => rows === null || this.#takesStored(topic, trade))
      const tail = matched.length === 0 ? null : this.#tradeTail(trade, 'data')
      if (tail !== null) for (const topic of matched) this.#send(topic, storedEvent(topic, 'dex_trades', tail, rows?.[n] ?? null))
    }
  }

  /** Trades of followed tokens are left out where the whole network is followed, which has them too. */
  #takesStored(topic: Topic, { position }: Trade): boolean {
    const watch = this.#tradesWatches.get(topic)
    if (watch === undefined) return true
    const isWhole = watch.isWhole()
    if (isWhole === null) watch.sent(position.block)
    return isWhole !== true
  }

  /** Trades of a network that is followed whole, in chain order: to the topics for which it is. */
  publishWhole(network: NetworkId, trades: readonly PlacedTrade[]): void {
    const topics = this.#topics.of('dex_trades', network)
    if (topics === null) return
    for (const { trade, place } of trades) {
      const matched = matchTrade(topics, trade).filter((topic) => (this.#tradesWatches.get(topic)?.wholeFrom() ?? Infinity) <= place.block)
      const tail = matched.length === 0 ? null : this.#tradeTail(trade, 'data')
      if (tail !== null) for (const topic of matched) this.#send(topic, wholeEventOf(topic, tail, place))
    }
  }

  /** The chain reverted everything from a block on of a network that is followed whole. */
  retractWhole(network: NetworkId, from: number, trades: readonly Trade[]): void {
    const topics = this.#topics.of('dex_trades', network)
    if (topics === null) return
    const isWhole = (topic: Topic): boolean => this.#tradesWatches.get(topic)?.isWhole() === true
    for (const topic of topics.values()) {
      if (isWhole(topic)) for (const subscriber of topic.subscribers) subscriber.withdraw(topic, from)
    }
    for (const trade of trades) {
      const matched = matchTrade(topics, trade).filter(isWhole)
      const tail = matched.length === 0 ? null : this.#tradeTail(trade, 'retracted')
      if (tail !== null) for (const topic of matched) this.#send(topic, new TopicEvent(topic, tail, { retracts: trade.position.block }))
    }
  }

  /** That the chain reverted a trade of a whole network, as an event of a topic. Null where it has no record. */
  retractionOf(topic: Topic, trade: Trade): TopicEvent | null {
    const tail = this.#tradeTail(trade, 'retracted')
    return tail === null ? null : new TopicEvent(topic, tail, { retracts: trade.position.block })
  }

  /** Trades that the chain reverted, for the subscribers that got them. */
  retractTrades(network: NetworkId, trades: readonly Trade[], rows: readonly number[] | null): void {
    const topics = this.#topics.of('dex_trades', network)
    if (topics === null) return
    for (const [n, trade] of trades.entries()) {
      const matched = matchTrade(topics, trade).filter((topic) => this.#tradesWatches.get(topic)?.isWhole() !== true)
      const tail = matched.length === 0 ? null : this.#tradeTail(trade, 'retracted')
      if (tail !== null) for (const topic of matched) this.#send(topic, new TopicEvent(topic, tail, { retracts: rows?.[n] ?? 0 }))
    }
  }

  /** A stored trade as an event of a topic. Null if it has no record. */
  tradeEvent(topic: Topic, trade: Trade, row: number): TopicEvent | null {
    const tail = this.#tradeTail(trade, 'data')
    return tail === null ? null : storedEvent(topic, 'dex_trades', tail, row)
  }

  /** A trade of a whole network as an event of a topic. Null if it has no record. */
  wholeEvent(topic: Topic, { trade, place }: PlacedTrade): TopicEvent | null {
    const tail = this.#tradeTail(trade, 'data')
    return tail === null ? null : wholeEventOf(topic, tail, place)
  }

  #tradeTail(trade: Trade, member: 'data' | 'retracted'): Buffer | null {
    const record = tradeToRecord(trade)
    if (record !== null) return eventTail('dex_trades', this.#now(), JSON.stringify(record), '', member)
    this.#deps.logger.debug({ network: trade.network, tx: trade.tx }, 'a trade has no record and was not streamed')
    return null
  }

  publishRecords(token: TokenKey, payloads: StreamPayloads): void {
    for (const stream of RECORD_STREAMS) {
      const [topic, payload] = [this.#topics.find({ stream, ...token }), payloads[stream]]
      if (topic !== null && payload !== null) this.#publishState(topic, payload)
    }
  }

  /** Clusters of a stored snapshot. A replay sends them even if they equal those of the previous snapshot. */
  publishClusters(token: TokenKey, clusters: StreamData<'clusters'>): void {
    const topic = this.#topics.find({ stream: 'clusters', ...token })
    if (topic !== null) this.#send(topic, new TopicEvent(topic, eventTail('clusters', this.#now(), JSON.stringify(clusters))))
  }

  /** Every new scan is sent, even one with the same result. */
  publishScan(token: TokenKey, report: ScanReport, id: number): void {
    const topic = this.#topics.find({ stream: 'scanner', ...token })
    if (topic !== null) this.#send(topic, this.scanEvent(topic, JSON.stringify(report), id))
  }

  /** @param json the report, as text or as bytes */
  scanEvent(topic: Topic, json: string | Uint8Array, id: number): TopicEvent {
    return storedEvent(topic, 'scanner', eventTail('scanner', this.#now(), typeof json === 'string' ? json : [json]), id)
  }

  publishJob(job: JobRecord): void {
    const topic = this.#topics.find({ stream: 'local.jobs', network: job.network, address: job.token_address })
    if (topic !== null) this.#publishState(topic, valuePayload(job))
  }

  /** @param address a token, or `ALL` for its whole network */
  publishFollow({ network, address }: { readonly network: NetworkId; readonly address: string }, state: FollowRecord): void {
    const topic = this.#topics.find({ stream: 'local.follow', network, address })
    if (topic !== null) this.#publishState(topic, valuePayload(state))
  }

  /** @param address the token of the alert, or `ALL` */
  publishAlert(address: string, alert: WatchAlert): void {
    const topic = this.#topics.find({ stream: 'local.alerts', network: alert.network, address })
    if (topic !== null) this.#send(topic, new TopicEvent(topic, eventTail('local.alerts', this.#now(), JSON.stringify(alert))))
  }

  /** A topic's current state, for a new subscriber. */
  stateEvent(topic: Topic, { json, notes, fingerprint }: StreamPayload): TopicEvent {
    topic.lastFingerprint ??= fingerprint
    return new TopicEvent(topic, eventTail(topic.stream, this.#now(), json, notes))
  }

  #publishState(topic: Topic, { json, notes, fingerprint }: StreamPayload): void {
    if (topic.lastFingerprint === fingerprint) return
    topic.lastFingerprint = fingerprint
    this.#send(topic, new TopicEvent(topic, eventTail(topic.stream, this.#now(), json, notes)))
  }

  #send(topic: Topic, event: TopicEvent): void {
    this.#deps.traffic.sent(topic.stream, topic.subscribers.size)
    for (const subscriber of topic.subscribers) subscriber.deliver(topic, event)
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString()
  }
}

const storedEvent = (topic: Topic, stream: StoredStream, tail: Buffer, row: number | null): TopicEvent =>
  new TopicEvent(topic, tail, row === null ? {} : { row, cursor: streamCursor(stream, row) })

/** Its row is its block, because a block is emitted as a whole. */
const wholeEventOf = (topic: Topic, tail: Buffer, place: PlacedTrade['place']): TopicEvent =>
  new TopicEvent(topic, tail, { row: place.block, cursor: placeCursor(place) })

/** The addresses that a trade names, by any of which it is subscribed to. */
export const namedBy = ({ pool, tokenIn, tokenOut, signer, receiver }: Trade): (string | null)[] => [
  pool,
  tokenIn.token,
  tokenOut.token,
  signer,
  receiver,
]

/** The topics of a trade, each once, even where several of its fields name the address. */
function matchTrade(topics: ReadonlyMap<string, Topic>, trade: Trade): Topic[] {
  const matched: Topic[] = []
  for (const address of [FIREHOSE, ...namedBy(trade)]) {
    const topic = address === null ? undefined : topics.get(address)
    if (topic !== undefined && !matched.includes(topic)) matched.push(topic)
  }
  return matched
}
