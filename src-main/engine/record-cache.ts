import { LRUCache } from 'lru-cache'
import { formatTokenKey, type TokenKey } from '../../src-shared/domain/address.ts'
import type { Origin } from '../../src-shared/domain/token.ts'
import { andThen, type Awaitable } from '../lib/awaitable.ts'
import type { Logger } from '../lib/logger.ts'
import type { Store, StoredToken } from '../store/interface.ts'
import { LABELS_REVISION } from '../store/tables/wallets/labels.ts'
import type { DataSource, RecordAnswer, RecordName, TokenRecords } from './interface.ts'
import { STREAMED_NAMES } from './messages.ts'
import { publicRules } from './public-rules.ts'
import { isRecordReady } from './readiness.ts'
import { RecordSet } from './record-set.ts'
import type { RuleSetStore } from './rule-set-store.ts'
import { versionOf } from './indexed-facts.ts'
import type { EngineThread } from './thread.ts'

export interface RecordCacheDeps {
  readonly store: Pick<Store, 'read'>
  readonly thread: Pick<EngineThread, 'records'>
  readonly rules: RuleSetStore
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  readonly logger: Logger
}

/** A token with ten thousand holders takes about 5 MB. */
const MAX_TOKENS = 64
/** Age up to which an entry is served without checking the store for changed facts. `invalidate` ends it early. */
const FRESH_MS = 50
/**
 * While rows of a token are written, each check finds changed facts. An entry of the first read, or one that was slow to compute, is then served
 * unchecked for this multiple of its computation time, so polling keeps the thread busy for a fifth of the time at most.
 */
const FRESH_PER_COST = 4
const LONG_COST_MS = 1_000
/** Further age up to which an entry is served while the store is checked, so a polling client never waits. */
const STALE_MS = 500

interface Entry {
  readonly token: StoredToken
  readonly records: RecordSet
  /** When the entry was last known to be current, in milliseconds of the monotonic clock. */
  checkedAt: number
  /** Whether rows were written between the last two checks. Labels and rules do not count, since their changes must show soon. */
  isWritten: boolean
  /** Duration of its computation in milliseconds. */
  readonly costMs: number
  /** Requested records that are not computed yet. */
  readonly pending: Map<RecordName, Promise<Entry | null>>
}

/** Records by token, computed once per version of the facts. At most one computation of a token runs at a time. */
export class RecordCache {
  readonly #deps: RecordCacheDeps
  readonly #now: () => number
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_TOKENS })
  readonly #refreshing = new Map<string, Promise<Entry | null>>()
  /** Tokens whose last check failed. During an outage, every request makes another check. */
  readonly #failing = new Set<string>()
  /** How often facts of a token changed while this process ran. */
  readonly #changes = new Map<string, number>()

  constructor(deps: RecordCacheDeps) {
    this.#deps = deps
    this.#now = deps.now ?? (() => performance.now())
  }

  /** Null if the token is not stored or facts that the record needs are missing. */
  record<N extends RecordName>(token: TokenKey, name: N): Awaitable<RecordAnswer<TokenRecords[N]> | null> {
    const key = formatTokenKey(token)
    return andThen(this.#usable(token, key, name) ?? this.#entryWith(token, name), (entry) =>
      entry === null || !isRecordReady(entry.token, name) ? null : entry.records.answer(name, this.#source(key, entry.records.origin)),
    )
  }

  /** The records that streams send. Null as for `record`. */
  async streamed(token: TokenKey): Promise<RecordSet | null> {
    return (this.#usable(token, formatTokenKey(token), 'clusters') ?? (await this.#current(token)))?.records ?? null
  }

  /** The records of the facts as they are stored now. Null as for `record`. */
  async current(token: TokenKey): Promise<RecordSet | null> {
    return (await this.#current(token))?.records ?? null
  }

  /** Where the data of a token comes from. */
  source(token: TokenKey, origin: Origin): DataSource {
    return this.#source(formatTokenKey(token), origin)
  }

  countChange(token: TokenKey): void {
    const key = formatTokenKey(token)
    this.#changes.set(key, (this.#changes.get(key) ?? 0) + 1)
  }

  /** Marks the cached records of a token as stale. */
  invalidate(token: TokenKey): void {
    const key = formatTokenKey(token)
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.checkedAt = Number.NEGATIVE_INFINITY
    // A running computation may have started before this change, so the next request starts another.
    this.#refreshing.delete(key)
  }

  tokens(): TokenKey[] {
    return [...this.#entries.values()].map(({ token }) => token)
  }

  #source(key: string, origin: Origin): DataSource {
    if (origin === 'import') return 'import'
    return this.#changes.has(key) ? 'live' : 'snapshot'
  }

  #usable(token: TokenKey, key: string, name: RecordName): Entry | null {
    const entry = this.#entries.get(key)
    if (entry === undefined || !entry.records.has(name)) return null
    const age = this.#now() - entry.checkedAt
    const isCostly = entry.token.firstRead?.ended === false || (entry.isWritten && entry.costMs >= LONG_COST_MS)
    const freshMs = isCostly ? Math.max(FRESH_MS, entry.costMs * FRESH_PER_COST) : FRESH_MS
    if (age >= freshMs + STALE_MS) return null
    if (age >= freshMs) {
      this.#current(token).then(
        () => {
          if (this.#failing.delete(key)) this.#deps.logger.info({ token: key }, 'the check for changed facts works again')
        },
        (error: unknown) => {
          if (!this.#failing.has(key)) this.#deps.logger.error({ err: error, token: key }, 'the check for changed facts failed')
          this.#failing.add(key)
        },
      )
    }
    return entry
  }

  #current(token: TokenKey): Promise<Entry | null> {
    const key = formatTokenKey(token)
    const running = this.#refreshing.get(key)
    if (running !== undefined) return running
    const refresh = this.#refresh(token, key).finally(() => {
      if (this.#refreshing.get(key) === refresh) this.#refreshing.delete(key)
    })
    this.#refreshing.set(key, refresh)
    return refresh
  }

  async #refresh(token: TokenKey, key: string): Promise<Entry | null> {
    const { store, thread, rules } = this.#deps
    const before = this.#changes.get(key)
    const checkedAt = (): number => (this.#changes.get(key) === before ? this.#now() : Number.NEGATIVE_INFINITY)
    const [stored, labelsRevision, active] = await Promise.all([
      store.read.token(token),
      store.read.setting(LABELS_REVISION),
      publicRules(store, rules, token.network),
    ])
    if (stored === null) {
      this.#entries.delete(key)
      return null
    }
    const cached = this.#entries.get(key)
    if (cached?.records.version === versionOf(stored, labelsRevision, active)) {
      cached.checkedAt = checkedAt()
      cached.isWritten = false
      return cached
    }
    const began = this.#now()
    const computed = await thread.records(token, active, STREAMED_NAMES)
    if (computed === null) return null
    const costMs = this.#now() - began
    const isWritten = cached !== undefined && cached.token.revision !== stored.revision
    const entry = { token: stored, records: new RecordSet(computed, stored.firstRead), checkedAt: checkedAt(), isWritten, costMs, pending: new Map() }
    this.#entries.set(key, entry)
    return entry
  }

  /** The current entry, or a newer one if facts changed before the record was computed. */
  async #entryWith(token: TokenKey, name: RecordName): Promise<Entry | null> {
    const entry = await this.#current(token)
    if (entry === null || entry.records.has(name)) return entry
    const pending = entry.pending.get(name) ?? this.#complete(entry, name).finally(() => entry.pending.delete(name))
    entry.pending.set(name, pending)
    return pending
  }

  async #complete(entry: Entry, name: RecordName): Promise<Entry | null> {
    const { store, thread, rules } = this.#deps
    const active = await publicRules(store, rules, entry.token.network)
    const missing = await thread.records(entry.token, active, [name])
    if (missing?.version === entry.records.version) {
      entry.records.add(missing)
      return entry
    }
    const later = missing === null ? null : await thread.records(entry.token, active, [...STREAMED_NAMES, name])
    return later === null ? null : { ...entry, records: new RecordSet(later, entry.token.firstRead) }
  }
}
