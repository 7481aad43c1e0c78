import { LRUCache } from 'lru-cache'
import type { TokenKey } from '../../../../src-shared/domain/address.ts'
import type { Reads, StoredSnapshot } from '../../../store/interface.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** A snapshot never changes, but its token may be deleted. The cache serves a deleted one for at most this time. */
const TTL_MS = 5_000

/** Snapshots as the store has them. */
export class SnapshotCache {
  readonly #read: Pick<Reads, 'snapshot' | 'snapshotTimestamps'>
  readonly #snapshots = new LRUCache<string, StoredSnapshot>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }) => Math.max(1, json.byteLength),
    ttl: TTL_MS,
  })

  constructor(read: Pick<Reads, 'snapshot' | 'snapshotTimestamps'>) {
    this.#read = read
  }

  async at(token: TokenKey, timestamp: number): Promise<StoredSnapshot | null> {
    const key = `${token.network} ${token.address} ${timestamp}`
    const cached = this.#snapshots.get(key)
    if (cached !== undefined) return cached
    const stored = await this.#read.snapshot({ token, timestamp })
    if (stored !== null) this.#snapshots.set(key, stored)
    return stored
  }

  async latest(token: TokenKey): Promise<StoredSnapshot | null> {
    const newest = (await this.#read.snapshotTimestamps(token)).at(-1)
    return newest === undefined ? null : this.at(token, newest)
  }
}
