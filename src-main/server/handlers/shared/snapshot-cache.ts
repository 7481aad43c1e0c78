import { LRUCache } from 'lru-cache'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Awaitable } from '../../../lib/awaitable.ts'
import type { Reads } from '../../../store/interface.ts'
import { storedAnswer, type RecordBody } from '../../http/answer.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** A snapshot never changes, but its token may be deleted. The cache serves a deleted one for at most this time. */
const TTL_MS = 5_000

/** Answers with snapshots in the bytes of the store. */
export class SnapshotCache {
  readonly #read: Pick<Reads, 'snapshot' | 'snapshotTimestamps'>
  readonly #answers = new LRUCache<string, RecordBody>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }) => Math.max(1, json.byteLength),
    ttl: TTL_MS,
  })

  constructor(read: Pick<Reads, 'snapshot' | 'snapshotTimestamps'>) {
    this.#read = read
  }

  /** Synchronous if it is cached. */
  at(token: TokenKey, timestamp: number): Awaitable<RecordBody | null> {
    const key = `${token.network} ${token.address} ${timestamp}`
    return this.#answers.get(key) ?? this.#load(key, token, timestamp)
  }

  async #load(key: string, token: TokenKey, timestamp: number): Promise<RecordBody | null> {
    const stored = await this.#read.snapshot({ token, timestamp })
    if (stored === null) return null
    const answer = storedAnswer(stored.json, stored.sha256, { asOf: stored.timestamp * 1000, source: 'snapshot' })
    this.#answers.set(key, answer)
    return answer
  }

  async latest(token: TokenKey): Promise<RecordBody | null> {
    const newest = (await this.#read.snapshotTimestamps(token)).at(-1)
    return newest === undefined ? null : this.at(token, newest)
  }
}
