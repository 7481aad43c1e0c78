import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { ScanReport } from '../../../src-shared/contract/records/scan.ts'
import type { WatchAlert } from '../../../src-shared/contract/records/watch.ts'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { BusSubject, RevertedTrades, StoredTrades } from '../../bus/events.ts'
import type { Bus, BusSubscription } from '../../bus/interface.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import { StoredOrder } from './stored-order.ts'
import type { TopicKey } from './topics.ts'
import type { TradeEvents } from './trade-events.ts'

/** The hub's methods for events. */
interface FeedTarget {
  readonly trades: Pick<TradeEvents, 'publishStored' | 'retractStored' | 'publishWhole' | 'retractWhole'>
  publishScan(token: TokenKey, report: ScanReport, id: number): void
  publishJob(job: JobRecord): void
  publishAlert(address: string, alert: WatchAlert): void
  publishFollow(subject: BusSubject, state: FollowRecord): void
}

interface Feed {
  readonly subscriptions: readonly BusSubscription[]
  readonly ready: Promise<unknown>
  topics: number
}

const NOTHING = Promise.resolve()

/** Subscribes to the bus events that the topics of clients need, and to nothing else. Records come from the engine. */
export class Feeds {
  readonly #bus: Pick<Bus, 'subscribe' | 'isShared'>
  readonly #hub: FeedTarget
  readonly #store: Pick<Store, 'read'>
  readonly #logger: Logger
  readonly #feeds = new Map<string, Feed>()

  constructor(bus: Pick<Bus, 'subscribe' | 'isShared'>, hub: FeedTarget, store: Pick<Store, 'read'>, logger: Logger) {
    this.#bus = bus
    this.#hub = hub
    this.#store = store
    this.#logger = logger
  }

  add(topic: TopicKey): void {
    const key = keyOf(topic)
    const feed = this.#feeds.get(key) ?? this.#open(topic)
    feed.topics += 1
    this.#feeds.set(key, feed)
  }

  remove(topic: TopicKey): void {
    const feed = this.#feeds.get(keyOf(topic))
    if (feed === undefined || --feed.topics > 0) return
    this.#feeds.delete(keyOf(topic))
    for (const { stop } of feed.subscriptions) stop()
  }

  /** Resolves once every event that is published from then on will reach the topic. */
  async arrive(topic: TopicKey): Promise<void> {
    await (this.#feeds.get(keyOf(topic))?.ready ?? NOTHING)
  }

  #open(topic: TopicKey): Feed {
    const subscriptions = this.#subscribe(topic)
    return { subscriptions, ready: Promise.all(subscriptions.map(({ ready }) => ready)), topics: 0 }
  }

  #subscribe({ stream, network, address }: TopicKey): BusSubscription[] {
    const hub = this.#hub
    const one = { network, address }
    if (stream === 'dex_trades') return this.#subscribeToTrades(network)
    if (stream === 'scanner') {
      const token = { network, address: trustedAddress(address) }
      return [this.#bus.subscribe('scans', (_token, { report, id }) => hub.publishScan(token, report, id), one)]
    }
    if (stream === 'local.jobs') return [this.#bus.subscribe('jobs', (_token, job) => hub.publishJob(job), one)]
    if (stream === 'local.alerts') {
      return [this.#bus.subscribe('alerts', (_token, alert) => hub.publishAlert(address, alert), address === FIREHOSE ? { network } : one)]
    }
    if (stream === 'local.follow') return [this.#bus.subscribe('follow', (subject, state) => hub.publishFollow(subject, state), one)]
    return []
  }

  /**
   * Subscribes to the whole network. A trade is stored once and may name two followed tokens, so it may concern a topic other than the token it is
   * published with.
   */
  #subscribeToTrades(network: NetworkId): BusSubscription[] {
    const { trades } = this.#hub
    const send = (event: StoredTrades | RevertedTrades): void =>
      event.kind === 'stored' ? trades.publishStored(network, event) : trades.retractStored(network, event)
    const order = this.#bus.isShared ? new StoredOrder(this.#store, network, send, this.#logger) : null
    const stored = this.#bus.subscribe('trades', (_token, event) => (order === null ? send(event) : void order.add(event)), { network })
    return [
      {
        ready: stored.ready.then(() => order?.begin()),
        stop() {
          stored.stop()
          order?.stop()
        },
      },
      this.#bus.subscribe(
        'whole',
        (_network, event) => (event.kind === 'emitted' ? trades.publishWhole(network, event.trades) : trades.retractWhole(network, event)),
        { network, address: FIREHOSE },
      ),
    ]
  }
}

const keyOf = ({ stream, network, address }: TopicKey): string =>
  stream === 'dex_trades' ? `${stream} ${network}` : `${stream} ${network} ${address}`
