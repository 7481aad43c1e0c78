import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { PositionedTrade, TradePosition } from '../../../src-shared/domain/trade-position.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { RevertedTrades, StoredTrades, WholeReverted } from '../../bus/events.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { tradeToRecord } from '../../records/trade.ts'
import { eventTail } from './frames.ts'
import { positionCursor, streamCursor } from './stream-cursor.ts'
import { TopicEvent, type EventCursor } from './topic-event.ts'
import type { Topic, Topics } from './topics.ts'
import type { TradeWatches } from './trade-watches.ts'

export interface TradeEventsDeps {
  readonly topics: Topics
  readonly watches: Pick<TradeWatches, 'get'>
  readonly clock: Clock
  readonly logger: Logger
  send(topic: Topic, events: readonly TopicEvent[]): void
}

type Member = 'data' | 'retracted'
type TopicsOf = ReadonlyMap<string, Topic>

/** Trades and their retractions as events of the topics they concern: those of the addresses they name, and of `ALL`. */
export class TradeEvents {
  readonly #deps: TradeEventsDeps

  constructor(deps: TradeEventsDeps) {
    this.#deps = deps
  }

  /** Publishes trades in chain order. Topics that follow the whole network skip them, because they receive the same trades from the network. */
  publishStored(network: NetworkId, { trades, rows }: Pick<StoredTrades, 'trades' | 'rows'>): void {
    this.#publish(network, 'data', trades, (topic, trade, n) => {
      const row = rows?.[n] ?? null
      if (row === null) return {}
      return this.#takesStored(topic, trade) ? { row, cursor: streamCursor('dex_trades', row) } : null
    })
  }

  #takesStored(topic: Topic, { position }: Trade): boolean {
    const watch = this.#deps.watches.get(topic)
    const isWhole = watch?.isWhole() ?? null
    if (isWhole === null) watch?.sent(position.block)
    return isWhole !== true
  }

  /** Publishes trades of a whole network in chain order, to the topics that follow the whole network. */
  publishWhole(network: NetworkId, positioned: readonly PositionedTrade[]): void {
    const trades = positioned.map(({ trade }) => trade)
    const cursors = positioned.map(({ position }) => wholeCursor(position))
    this.#publish(network, 'data', trades, (topic, { position }, n) => {
      const from = this.#deps.watches.get(topic)?.wholeFrom() ?? Infinity
      return from <= position.block ? (cursors[n] ?? null) : null
    })
  }

  /** Retracts reverted trades of followed tokens, for the subscribers that received them. */
  retractStored(network: NetworkId, { trades, rows, retractions }: RevertedTrades): void {
    this.#publish(network, 'retracted', trades, (topic, _trade, n) =>
      this.#isWhole(topic) ? null : { retracts: rows[n] ?? 0, row: retractions[n] ?? null, cursor: streamCursor('dex_trades', retractions[n] ?? 0) },
    )
  }

  /** Called when the chain reverts all blocks from `from` on, for a network that is followed as a whole. */
  retractWhole(network: NetworkId, { from, trades, keeps }: WholeReverted): void {
    const topics = this.#deps.topics.of('dex_trades', network)
    if (topics === null) return
    for (const topic of topics.values()) {
      if (!this.#isWhole(topic)) continue
      for (const subscriber of topic.subscribers) subscriber.withdraw(topic, from)
    }
    const reverted = trades.flatMap((positioned) =>
      matchTrade(topics, positioned.trade).flatMap((topic) => (this.#isWhole(topic) ? [{ topic, positioned }] : [])),
    )
    for (const [topic, own] of Map.groupBy(reverted, (one) => one.topic)) {
      const ofTopic = own.map(({ positioned }) => positioned)
      this.#deps.send(topic, this.retractions(topic, ofTopic, keeps))
    }
  }

  #isWhole(topic: Topic): boolean {
    return this.#deps.watches.get(topic)?.isWhole() === true
  }

  /**
   * Events of trades: each trade's record is made once for all topics, and the events of a topic leave together.
   *
   * @param cursorOf null if a topic that the trade names does not get the event
   */
  #publish(
    network: NetworkId,
    member: Member,
    trades: readonly Trade[],
    cursorOf: (topic: Topic, trade: Trade, n: number) => EventCursor | null,
  ): void {
    const topics = this.#deps.topics.of('dex_trades', network)
    if (topics === null) return
    const timestamp = this.#now()
    const byTopic = new Map<Topic, TopicEvent[]>()
    for (const [n, trade] of trades.entries()) {
      let tail: Buffer | null = null
      for (const topic of matchTrade(topics, trade)) {
        const cursor = cursorOf(topic, trade, n)
        if (cursor === null) continue
        tail ??= this.#tail(trade, member, timestamp)
        if (tail === null) break
        const event = new TopicEvent(topic, tail, cursor)
        const events = byTopic.get(topic)
        if (events === undefined) byTopic.set(topic, [event])
        else events.push(event)
      }
    }
    for (const [topic, events] of byTopic) this.#deps.send(topic, events)
  }

  /** A stored trade as an event of a topic. Null if it has no record. */
  stored(topic: Topic, trade: Trade, row: number): TopicEvent | null {
    return this.#event(topic, trade, 'data', { row, cursor: streamCursor('dex_trades', row) })
  }

  /** A trade of a whole network as an event of a topic. Null if it has no record. */
  whole(topic: Topic, { trade, position }: PositionedTrade): TopicEvent | null {
    return this.#event(topic, trade, 'data', wholeCursor(position))
  }

  /** The retraction of a stored trade as an event of a topic. Null if the trade has no record. */
  retraction(topic: Topic, trade: Trade, row: number, retraction: number): TopicEvent | null {
    return this.#event(topic, trade, 'retracted', { retracts: row, row: retraction, cursor: streamCursor('dex_trades', retraction) })
  }

  /**
   * Retractions of trades of a whole network, last trade first. The cursor of each is the position of the preceding trade, up to which the client then
   * has everything.
   *
   * @param trades of the topic, in chain order
   * @param keeps the position before all of them
   */
  retractions(topic: Topic, trades: readonly PositionedTrade[], keeps: TradePosition): TopicEvent[] {
    return trades
      .flatMap(({ trade, position }, n) => {
        const before = trades[n - 1]?.position ?? keeps
        return this.#event(topic, trade, 'retracted', { retracts: position.block, cursor: positionCursor(before) }) ?? []
      })
      .reverse()
  }

  #event(topic: Topic, trade: Trade, member: Member, cursor: EventCursor): TopicEvent | null {
    const tail = this.#tail(trade, member, this.#now())
    return tail === null ? null : new TopicEvent(topic, tail, cursor)
  }

  #now(): string {
    return new Date(this.#deps.clock.now()).toISOString()
  }

  #tail(trade: Trade, member: Member, timestamp: string): Buffer | null {
    const record = tradeToRecord(trade)
    if (record !== null) return eventTail('dex_trades', timestamp, JSON.stringify(record), '', member)
    this.#deps.logger.debug({ network: trade.network, tx: trade.tx }, 'a trade has no record and was not streamed')
    return null
  }
}

/** Its row is its block, because a block is emitted as a whole. */
const wholeCursor = (position: TradePosition): EventCursor => ({ row: position.block, cursor: positionCursor(position) })

/** The addresses that a trade names. A subscription to any of them receives the trade. */
export const namedBy = ({ pool, tokenIn, tokenOut, signer, receiver }: Trade): (string | null)[] => [
  pool,
  tokenIn.token,
  tokenOut.token,
  signer,
  receiver,
]

/** The topics of a trade without duplicates, even if several of its fields name the same address. */
function matchTrade(topics: TopicsOf, trade: Trade): Topic[] {
  const matched: Topic[] = []
  for (const address of [FIREHOSE, ...namedBy(trade)]) {
    const topic = address === null ? undefined : topics.get(address)
    if (topic !== undefined && !matched.includes(topic)) matched.push(topic)
  }
  return matched
}
