import type { Follow, ReadBlocks, Since, TradesCovered, TradesWatch } from '../../ingest/follow/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Topic } from './topics.ts'

/** The tokens and networks followed for topics of the trade stream. */
export class TradeWatches {
  readonly #follow: Pick<Follow, 'watchTrades'>
  readonly #watches = new Map<Topic, TradesWatch>()
  /** Failed watches. They wait for a source, and are stopped when another watch starts. */
  readonly #failed = new Map<Topic, TradesWatch>()

  constructor(follow: Pick<Follow, 'watchTrades'>) {
    this.#follow = follow
  }

  /** Null before a subscriber has requested the coverage of the topic, and after a failure. */
  get(topic: Topic): TradesWatch | null {
    return this.#watches.get(topic) ?? null
  }

  /**
   * What a topic covers, once it is covered. After a failure, the next subscriber tries again.
   *
   * @param arrived resolves once every event published from then on will reach the topic
   * @throws AppError if its trades cannot be followed
   */
  async covered(topic: Topic, arrived: Promise<void>): Promise<TradesCovered> {
    const watch = this.#start(topic)
    try {
      // A failure is reported even while the bus cannot be reached, and nothing arrives.
      await Promise.race([arrived, watch.covered().then(() => arrived)])
      return await watch.covered()
    } catch (error) {
      this.#fail(topic, watch)
      throw error
    }
  }

  /**
   * The trades of a whole network that a topic missed. Null if the topic does not follow the network. After a failure, the next call tries again.
   *
   * @throws AppError `validation_error` for a cursor that no longer exists, any other code if what the topic follows cannot be determined
   */
  async missedWhole(topic: Topic, since: Since): Promise<ReadBlocks | null> {
    const watch = this.#start(topic)
    try {
      return await watch.missed(since)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'validation_error') this.#fail(topic, watch)
      throw error
    }
  }

  stop(topic: Topic): void {
    for (const watches of [this.#watches, this.#failed]) {
      watches.get(topic)?.stop()
      watches.delete(topic)
    }
  }

  #fail(topic: Topic, watch: TradesWatch): void {
    if (this.#watches.get(topic) !== watch) return
    this.#watches.delete(topic)
    this.#failed.set(topic, watch)
  }

  #start(topic: Topic): TradesWatch {
    const started = this.#watches.get(topic)
    if (started !== undefined) return started
    // The last subscriber may leave while something else is awaited. Nothing would stop a watch that starts after that.
    if (topic.subscribers.size === 0) throw new AppError('conflict', { message: 'The subscription has ended.' })
    this.stop(topic)
    const watch = this.#follow.watchTrades(topic.network, topic.address)
    this.#watches.set(topic, watch)
    return watch
  }
}
