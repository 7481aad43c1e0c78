import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { PERMISSIONS, type KeyQuotas, type KeyRecord, type Permission } from '../../../src-shared/contract/records/service.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { GuessLimit } from './guess-limit.ts'
import type { Store, StoredKey } from '../../store/interface.ts'

/** Keys (docs/api/rest.md#keys): 256 random bits, shown once, kept as SHA-256, compared in constant time. */

const KEY_BYTES = 32
const KEY_MARK = 'hs_'
/** Long enough to distinguish keys in a list, far too short to guess one. */
const PREFIX_LENGTH = KEY_MARK.length + 6
/** Throttle for writing the times of use, which are written together. */
const TOUCH_EVERY_MS = 10_000

export interface NewKey {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** Null for a key of the service itself, which is the default. */
  readonly owner?: string | null | undefined
  readonly quotas?: { readonly [name in keyof KeyQuotas]?: number | null | undefined } | undefined
}

export interface CreatedKey extends KeyRecord {
  /** The key itself, which cannot be read again. */
  readonly key: string
}

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Creates and stores a key. Used on the first start, by the command line and by the keys route. */
export async function createKey(store: Store, clock: Clock, { name, permissions, owner = null, quotas = {} }: NewKey): Promise<CreatedKey> {
  const key = KEY_MARK + randomBytes(KEY_BYTES).toString('base64url')
  const { requests_per_minute = null, requests_per_day = null, subscriptions = null } = quotas
  const limits: KeyQuotas = { requests_per_minute, requests_per_day, subscriptions }
  const row: KeyRecord = {
    id: randomUUID(),
    name,
    owner,
    quotas: Object.values(limits).every((limit) => limit === null) ? null : limits,
    permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
    prefix: key.slice(0, PREFIX_LENGTH),
    created_at: unixSeconds(clock),
    last_used_at: null,
    revoked_at: null,
  }
  await store.write.saveKey({ ...row, hash: hashKey(key).toString('hex') })
  return { ...row, key }
}

/** A stored key as it may be shown. */
export function keyRecord({ hash: _hash, ...record }: StoredKey): KeyRecord {
  return record
}

interface KeyEntry {
  readonly digest: Buffer
  readonly row: StoredKey
}

/** The stored keys in memory, so a call costs one hash and no read of the store. */
export class ApiKeys {
  readonly #store: Store
  readonly #clock: Clock
  readonly #logger: Logger
  #entries: readonly KeyEntry[] = []
  readonly #used = new Set<string>()
  /** The last verified key of a connection. Loading the keys clears it. */
  #proven = new WeakMap<object, { readonly key: string; readonly row: StoredKey }>()
  #timer: NodeJS.Timeout | null = null
  readonly #guesses: GuessLimit
  readonly #revokeListeners = new Set<(id: string) => void>()

  /** @param guessPauseMs delay per unknown key, after the first ones from an address */
  constructor(store: Store, clock: Clock, logger: Logger, guessPauseMs: number) {
    this.#store = store
    this.#clock = clock
    this.#logger = logger
    this.#guesses = new GuessLimit(guessPauseMs)
  }

  /** Reads the keys again. Call at startup and after every change. */
  async load(): Promise<void> {
    const rows = await this.#store.read.keys()
    this.#proven = new WeakMap()
    this.#entries = rows.filter((row) => row.revoked_at === null).map((row) => ({ digest: Buffer.from(row.hash, 'hex'), row }))
  }

  /** The row of a key among those loaded. Every entry is compared, so the duration reveals nothing. */
  find(key: string): StoredKey | null {
    const digest = hashKey(key)
    let found: StoredKey | null = null
    for (const entry of this.#entries) {
      if (entry.digest.length === digest.length && timingSafeEqual(entry.digest, digest)) found = entry.row
    }
    if (found !== null) this.#touch(found.id)
    return found
  }

  /**
   * Like `find`, for one of many calls on a connection. A key that was already valid there is compared only with itself, which reveals nothing
   * that the client did not send.
   */
  findOn(connection: object, key: string): StoredKey | null {
    const proven = this.#proven.get(connection)
    if (proven?.key === key) {
      this.#touch(proven.row.id)
      return proven.row
    }
    const row = this.find(key)
    if (row !== null) this.#proven.set(connection, { key, row })
    return row
  }

  /**
   * Like `find`, with a second try after reading the store, because another part of the app may just have created the key.
   *
   * @param address of the client; each further unknown key from it is looked up later
   * @throws AppError rate_limited after too many unknown keys
   */
  async findFresh(key: string, address: string): Promise<StoredKey | null> {
    const known = this.find(key)
    if (known !== null) return known
    await this.#guesses.pass(address)
    await this.load()
    const found = this.find(key)
    if (found !== null) this.#guesses.forget(address)
    return found
  }

  /** All keys, oldest first, revoked ones included, with their latest uses. */
  async list(): Promise<KeyRecord[]> {
    await this.flush()
    return (await this.#store.read.keys()).map(keyRecord)
  }

  /** @throws AppError not_found when the key does not exist, or may not be seen */
  async revoke(id: string, isSeen: (key: KeyRecord) => boolean): Promise<KeyRecord> {
    await this.flush()
    const known = (await this.#store.read.keys()).find((key) => key.id === id)
    const row = known === undefined || !isSeen(known) ? null : await this.#store.write.revokeKey({ id, at: unixSeconds(this.#clock) })
    if (row === null) throw new AppError('not_found', { message: 'There is no key with this id.' })
    await this.load()
    for (const listener of this.#revokeListeners) listener(id)
    return keyRecord(row)
  }

  /** Reloads after another process may have created or revoked keys. */
  async reload(): Promise<void> {
    const before = this.#entries.map(({ row }) => row.id)
    await this.load()
    const left = new Set(this.#entries.map(({ row }) => row.id))
    for (const id of before) if (!left.has(id)) for (const listener of this.#revokeListeners) listener(id)
  }

  /** Whether a key that was found is still valid. */
  isValid(id: string): boolean {
    return this.#entries.some(({ row }) => row.id === id)
  }

  /** Calls the listener with the id of each key revoked from now on, after it has become invalid. */
  onRevoked(listener: (id: string) => void): void {
    this.#revokeListeners.add(listener)
  }

  /** Writes the recorded uses. Never rejects, so that a full disk does not prevent the service from stopping. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const ids = [...this.#used]
    this.#used.clear()
    if (ids.length === 0) return
    await this.#store.write
      .touchKeys({ ids, at: unixSeconds(this.#clock) })
      .catch((error: unknown) => this.#logger.warn({ err: error }, 'the time of a key use was not stored'))
  }

  #touch(id: string): void {
    this.#used.add(id)
    this.#timer ??= setTimeout(() => void this.flush(), TOUCH_EVERY_MS).unref()
  }
}
