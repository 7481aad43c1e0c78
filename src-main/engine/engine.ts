import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import type { TokenKey } from '../../src-shared/domain/address.ts'
import type { RuleChanges } from '../detectors/rule-changes.ts'
import { AppError } from '../lib/app-error.ts'
import type { Origin } from '../../src-shared/domain/token.ts'
import { ruleListRecord } from '../records/rules.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Store, StoredToken } from '../store/interface.ts'
import { LABELS_REVISION } from '../store/subjects/labels.ts'
import type { DataSource, Engine, RecordAnswer, RecordName, StreamedRecords, TokenRecords } from './interface.ts'
import { lazyRecords, type LazyRecords } from './lazy-records.ts'
import { Lru } from './lru.ts'
import { STREAMED_NAMES } from './messages.ts'
import type { Question, QuestionName, Questions } from './questions.ts'
import { openRuleBook } from './rule-book.ts'
import { versionOf } from './studied.ts'
import { createEngineThread } from './thread.ts'

export interface EngineOptions {
  readonly store: Store
  readonly clock: Clock
  readonly logger: Logger
  /** Folder with `rules/`. */
  readonly resourcesDir: string
  /** Settings that differ from the shipped rule set, by dotted name. */
  readonly ruleChanges?: RuleChanges
}

/** Tokens whose records are kept; a token with ten thousand holders takes about 5 MB. */
const KEPT_TOKENS = 64
/** For this long a kept record is answered without asking the store whether facts changed; `factsChanged` ends it at once. */
const TRUST_MS = 50
/** So much longer it is answered while the store is asked: whoever asks often waits for nobody. */
const STALE_MS = 500
/** A change after a rest is counted at once; those that come sooner after it than this are counted together. */
const TOGETHER_MS = 100

interface Entry {
  readonly lazy: LazyRecords
  readonly token: StoredToken
  checkedAt: number
  /** Records that were asked for and are not made yet. */
  readonly coming: Map<RecordName, Promise<Entry | null>>
}

/** After a recount of one token. */
interface Pause {
  readonly timer: NodeJS.Timeout
  /** Whether facts changed meanwhile. */
  changed: boolean
}

/** Answers records from bytes made once per version of the facts. Computing happens on a thread of its own. */
export async function createEngine({ store, clock, logger, resourcesDir, ruleChanges = {} }: EngineOptions): Promise<Engine> {
  const book = await openRuleBook(store, resourcesDir, ruleChanges, logger)
  const thread = createEngineThread({ path: store.path }, logger)
  const cache = new Lru<Entry>(KEPT_TOKENS)
  const asking = new Map<string, Promise<Entry | null>>()
  /** How often facts of a token changed while this process ran. */
  const changes = new Map<string, number>()
  const listeners = new Set<(token: TokenKey, records: StreamedRecords) => void>()
  const told = new Lru<string>(KEPT_TOKENS)
  const pauses = new Map<string, Pause>()
  let recounts: Promise<void> = Promise.resolve()
  let closed = false

  const keys = new WeakMap<TokenKey, string>()

  /** The same string for the same object: who asks for a token over and over holds one, and a new string is hashed anew. */
  function keyOf(token: TokenKey): string {
    const known = keys.get(token)
    if (known !== undefined) return known
    const key = `${token.network}:${token.address}`
    keys.set(token, key)
    return key
  }

  /** One look at the store and at most one computation at a time per token. */
  function upToDate(token: TokenKey): Promise<Entry | null> {
    const key = keyOf(token)
    const running = asking.get(key)
    if (running !== undefined) return running
    const asked = refresh(token, key).finally(() => {
      if (asking.get(key) === asked) asking.delete(key)
    })
    asking.set(key, asked)
    return asked
  }

  async function refresh(token: TokenKey, key: string): Promise<Entry | null> {
    const before = changes.get(key)
    const checkedAt = (): number => (changes.get(key) === before ? clock.now() : Number.NEGATIVE_INFINITY)
    const [stored, labelsRevision] = await Promise.all([store.read.token(token), store.read.setting(LABELS_REVISION)])
    if (stored === null) {
      cache.delete(key)
      return null
    }
    const kept = cache.get(key)
    if (kept !== undefined && kept.lazy.version === versionOf(stored, labelsRevision, book.active)) {
      kept.checkedAt = checkedAt()
      return kept
    }
    const computed = await thread.records(token, book.active, STREAMED_NAMES)
    if (computed === null) return null
    const entry = { lazy: lazyRecords(computed), token: stored, checkedAt: checkedAt(), coming: new Map() }
    cache.set(key, entry)
    return entry
  }

  /** An entry that has the record: the one up to date, or a later one where facts changed before it was made. */
  async function entryWith(token: TokenKey, name: RecordName): Promise<Entry | null> {
    const entry = await upToDate(token)
    if (entry === null || entry.lazy.has(name)) return entry
    const coming = entry.coming.get(name) ?? completed(entry, name).finally(() => entry.coming.delete(name))
    entry.coming.set(name, coming)
    return coming
  }

  async function completed(entry: Entry, name: RecordName): Promise<Entry | null> {
    const missing = await thread.records(entry.token, book.active, [name])
    if (missing?.version === entry.lazy.version) {
      entry.lazy.add(missing)
      return entry
    }
    const later = missing === null ? null : await thread.records(entry.token, book.active, [...STREAMED_NAMES, name])
    return later === null ? null : { ...entry, lazy: lazyRecords(later) }
  }

  function sourceOf(origin: Origin, key: string): DataSource {
    if (origin === 'import') return 'import'
    return changes.has(key) ? 'live' : 'snapshot'
  }

  async function recount(token: TokenKey): Promise<void> {
    const key = keyOf(token)
    if (listeners.size === 0 || closed) return
    const entry = await upToDate(token)
    if (entry === null || told.get(key) === entry.lazy.fingerprint) return
    told.set(key, entry.lazy.fingerprint)
    for (const listener of listeners) listener(token, entry.lazy.streamed)
  }

  /** What is kept of a token no longer holds; it is counted again when somebody listens. */
  function outdate(token: TokenKey): void {
    const key = keyOf(token)
    const kept = cache.get(key)
    if (kept !== undefined) kept.checkedAt = Number.NEGATIVE_INFINITY
    // A computation under way may have begun before this change: the next ask looks again.
    asking.delete(key)
    if (listeners.size > 0 && !closed) recountSoon(token, key)
  }

  function recountSoon(token: TokenKey, key: string): void {
    const open = pauses.get(key)
    if (open !== undefined) {
      open.changed = true
      return
    }
    const end = (): void => {
      pauses.delete(key)
      if (pause.changed) recountSoon(token, key)
    }
    const pause: Pause = { changed: false, timer: setTimeout(end, TOGETHER_MS) }
    pauses.set(key, pause)
    recounts = recounts.then(() => recount(token)).catch((error: unknown) => logger.error({ err: error, token: key }, 'recount failed'))
  }

  function recordNow<N extends RecordName>(token: TokenKey, name: N): RecordAnswer<TokenRecords[N]> | null {
    const key = keyOf(token)
    const kept = cache.get(key)
    if (kept === undefined || !kept.lazy.has(name)) return null
    const age = clock.now() - kept.checkedAt
    if (age >= TRUST_MS + STALE_MS) return null
    if (age >= TRUST_MS) upToDate(token).catch((error: unknown) => logger.error({ err: error, token: key }, 'asking whether facts changed failed'))
    return kept.lazy.answer(name, sourceOf(kept.token.origin, key))
  }

  return {
    recordNow,

    async record(token, name) {
      const now = recordNow(token, name)
      if (now !== null) return now
      const entry = await entryWith(token, name)
      return entry === null ? null : entry.lazy.answer(name, sourceOf(entry.token.origin, keyOf(token)))
    },

    async takeSnapshot(token, timestamp) {
      const json = await thread.snapshot(token, book.active, timestamp)
      if (json === null) throw new AppError('token_not_found')
      const snapshot = JSON.parse(Buffer.from(json).toString('utf8')) as SnapshotRecord
      await store.write.saveSnapshot({ token, snapshot })
      return snapshot
    },

    async ask<N extends QuestionName>(token: TokenKey, name: N, particulars: Questions[N]['with'], trial?: RuleChanges) {
      const active = trial === undefined ? book.active : book.tried(trial)
      const answered = await thread.question(token, active, { name, with: particulars } as Question)
      if (answered === null) return null
      const { body, asOf, origin } = answered
      const json = Buffer.from(body.json.buffer)
      return {
        get value() {
          return JSON.parse(json.toString('utf8')) as Questions[N]['answer']
        },
        json,
        etag: body.etag,
        asOf: asOf * 1000,
        source: sourceOf(origin, keyOf(token)),
      }
    },

    rules: () => ruleListRecord(book.shipped, book.active),

    async setRules(ruleSettings) {
      await book.change(ruleSettings)
      for (const { token } of [...cache.values()]) outdate(token)
    },

    factsChanged(token) {
      const key = keyOf(token)
      changes.set(key, (changes.get(key) ?? 0) + 1)
      outdate(token)
    },

    onRecords(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async close() {
      closed = true
      for (const { timer } of pauses.values()) clearTimeout(timer)
      pauses.clear()
      await recounts
      await thread.close()
    },
  }
}
