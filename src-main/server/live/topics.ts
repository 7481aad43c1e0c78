import type { StreamName } from '../../../src-shared/contract/streams.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { eventHead } from './frames.ts'
import type { EventBatch } from './topic-event.ts'

/** Receives the events of a topic. */
export interface Subscriber {
  deliver(topic: Topic, batch: EventBatch): void
  /** Called when the chain reverts all blocks from `from` on, for a topic that receives the trades of a whole network. */
  withdraw(topic: Topic, from: number): void
}

export interface TopicKey {
  readonly stream: StreamName
  readonly network: NetworkId
  /** In its normal form, or `ALL`. */
  readonly address: string
}

/** One subscribed address of one stream, with its subscribers. */
export interface Topic extends TopicKey {
  readonly head: Buffer
  readonly subscribers: Set<Subscriber>
  /** Fingerprint of the state sent last: a full-state stream sends no state twice in a row. */
  lastFingerprint: string | null
}

/** Subscriptions by address, so the cost of an event does not grow with their total number. */
export class Topics {
  readonly #maps = new Map<string, Map<string, Topic>>()
  #subscriptions = 0

  /** All topics of a stream on a network by address; null when there are none. */
  of(stream: StreamName, network: NetworkId): ReadonlyMap<string, Topic> | null {
    const map = this.#maps.get(`${stream} ${network}`)
    return map === undefined || map.size === 0 ? null : map
  }

  find({ stream, network, address }: TopicKey): Topic | null {
    return this.of(stream, network)?.get(address) ?? null
  }

  add(key: TopicKey, subscriber: Subscriber): Topic {
    const mapKey = `${key.stream} ${key.network}`
    const map = this.#maps.get(mapKey) ?? new Map<string, Topic>()
    this.#maps.set(mapKey, map)
    const topic = map.get(key.address) ?? { ...key, head: eventHead(key.network, key.address), subscribers: new Set(), lastFingerprint: null }
    map.set(key.address, topic)
    topic.subscribers.add(subscriber)
    this.#subscriptions += 1
    return topic
  }

  remove(topic: Topic, subscriber: Subscriber): void {
    if (!topic.subscribers.delete(subscriber)) return
    this.#subscriptions -= 1
    if (topic.subscribers.size === 0) this.#maps.get(`${topic.stream} ${topic.network}`)?.delete(topic.address)
  }

  get subscriptions(): number {
    return this.#subscriptions
  }
}
