import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { Reads, StoredSnapshot } from '../store/interface.ts'
import { BoundedMap } from './bounded-map.ts'

/** Bytes of snapshots kept at hand, so that their compressed forms are kept too. */
const SHELF_BYTES = 64 * 1024 * 1024
/** A snapshot never changes, but its token may be deleted; that shows after this time at the latest. */
const FRESH_MS = 5_000

const keyOf = ({ network, address }: TokenKey, timestamp: number): string => `${network} ${address} ${timestamp}`

/** Reads snapshots from the store, and those asked for lately from memory. */
export class SnapshotShelf {
  readonly #read: Pick<Reads, 'snapshot' | 'snapshotTimestamps'>
  readonly #kept = new BoundedMap<string, { readonly snapshot: StoredSnapshot; readonly until: number }>(SHELF_BYTES)

  constructor(read: Pick<Reads, 'snapshot' | 'snapshotTimestamps'>) {
    this.#read = read
  }

  /** What is at hand and still fresh. */
  kept(token: TokenKey, timestamp: number): StoredSnapshot | null {
    const kept = this.#kept.get(keyOf(token, timestamp))
    return kept !== undefined && kept.until > performance.now() ? kept.snapshot : null
  }

  async at(token: TokenKey, timestamp: number): Promise<StoredSnapshot | null> {
    const fresh = this.kept(token, timestamp)
    if (fresh !== null) return fresh
    const key = keyOf(token, timestamp)
    const kept = this.#kept.get(key)
    const stored = await this.#read.snapshot({ token, timestamp })
    if (stored === null) {
      this.#kept.delete(key)
      return null
    }
    // The old object is kept where it says the same: its compressed forms hang on it.
    const snapshot = kept?.snapshot.sha256 === stored.sha256 ? kept.snapshot : stored
    this.#kept.set(key, { snapshot, until: performance.now() + FRESH_MS }, snapshot.json.byteLength)
    return snapshot
  }

  /** The newest, whichever that is now. */
  async latest(token: TokenKey): Promise<StoredSnapshot | null> {
    const newest = (await this.#read.snapshotTimestamps(token)).at(-1)
    return newest === undefined ? null : this.at(token, newest)
  }
}
