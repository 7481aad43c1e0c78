import { LRUCache } from 'lru-cache'
import { formatTokenKey, trustedAddress, type TokenKey } from '../../src-shared/domain/address.ts'
import { SERVICE } from '../bus/events.ts'
import type { Bus } from '../bus/interface.ts'
import { createLocalBus } from '../bus/local-bus.ts'
import type { RuleChanges } from '../detectors/rules/changes.ts'
import { AppError } from '../lib/app-error.ts'
import { unixSeconds, type Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import { ruleListRecord } from '../records/rules.ts'
import type { Store } from '../store/interface.ts'
import type { AcrossQuestionName, AcrossQuestion, AcrossTokens } from './across-question.ts'
import type { CountedUnder, Engine, RecordsListener } from './interface.ts'
import type { Queries, Query, QueryName } from './queries.ts'
import { PUBLIC_CASE, publicRules, withClaims } from './public-rules.ts'
import { rulesKey } from './indexed-facts.ts'
import { isQueryReady } from './readiness.ts'
import { RecomputeScheduler } from './recompute-scheduler.ts'
import { RecordCache } from './record-cache.ts'
import { openRuleSetStore } from './rule-set-store.ts'
import { createEngineThread, type EngineThread } from './thread.ts'
import { unknownQueryFields } from './unknown-fields.ts'

export interface EngineOptions {
  readonly store: Store
  /** Announces changed facts to the engine of every process. Defaults to a bus of this process only. */
  readonly bus?: Bus
  readonly clock: Clock
  readonly logger: Logger
  /** Folder with `rules/`. */
  readonly resourcesDir: string
  /** Settings that differ from the shipped rule set, by dotted name. */
  readonly ruleChanges?: RuleChanges
}

/** Tokens whose last emitted fingerprint is remembered. */
const MAX_EMITTED = 64

/** Serves records from one computation per version of the facts. A worker computes them. */
export async function createEngine({ store, bus = createLocalBus(), clock, logger, resourcesDir, ruleChanges = {} }: EngineOptions): Promise<Engine> {
  const rules = await openRuleSetStore(store, resourcesDir, ruleChanges, logger)
  const thread = createEngineThread({ location: store.location }, logger)
  const cache = new RecordCache({ store, thread, rules, logger })
  const scheduler = new RecomputeScheduler({ recompute, logger })
  const listeners = new Set<RecordsListener>()
  /** Fingerprints of the records last sent to listeners, by token. */
  const emitted = new LRUCache<string, string>({ max: MAX_EMITTED })

  async function recompute(token: TokenKey): Promise<void> {
    if (listeners.size === 0) return
    const key = formatTokenKey(token)
    const records = await cache.current(token)
    if (records === null || emitted.get(key) === records.fingerprint) return
    emitted.set(key, records.fingerprint)
    for (const listener of listeners) listener(token, records.streams)
  }

  function invalidate(token: TokenKey): void {
    cache.invalidate(token)
    if (listeners.size > 0) scheduler.request(token)
  }

  const changes = bus.subscribe('facts', ({ network, address }) => {
    const token = { network, address: trustedAddress(address) }
    cache.countChange(token)
    invalidate(token)
  })

  /** This engine recomputes at once, the engines of other processes when the event reaches them. */
  function rulesChanged(): void {
    for (const token of cache.tokens()) invalidate(token)
    if (bus.isShared) bus.publish('settings', SERVICE, { changed: 'rules' })
  }

  const settings = bus.subscribe('settings', (_service, { changed }) => {
    if (changed !== 'rules') return
    rules.reload().then(
      () => cache.tokens().forEach(invalidate),
      (error: unknown) => logger.error({ err: error }, 'the rules could not be read again'),
    )
  })

  /** The snapshot of the stored state, whose roles are stored; null for an unknown token. */
  async function computeSnapshot(token: TokenKey): ReturnType<EngineThread['snapshot']> {
    const computed = await thread.snapshot(token, await publicRules(store, rules, token.network))
    if (computed !== null) await store.write.saveTokenRoles({ token, roles: computed.roles })
    return computed
  }

  return {
    record: (token, name) => cache.record(token, name),

    streamPayloads: async (token) => (await cache.streamed(token))?.streams ?? null,

    async takeSnapshot(token) {
      for (;;) {
        const computed = await computeSnapshot(token)
        if (computed === null) throw new AppError('token_not_found')
        const { timestamp, wallets, links, json, block, hash, repeats } = computed
        if (repeats !== null) return { timestamp: repeats, wallets, links, isNew: false }
        const saved = await store.write.saveSnapshot({ token, json, takenAt: unixSeconds(clock), block, hash })
        // Otherwise the chain has reverted the state meanwhile.
        if (saved !== null) return { timestamp, wallets, links, isNew: true }
      }
    },

    async countRoles(token) {
      await computeSnapshot(token)
    },

    async query<N extends QueryName>(token: TokenKey, name: N, params: Queries[N]['params'], { trial, caseId }: CountedUnder = {}) {
      const stored = await store.read.token(token)
      if (stored === null || !isQueryReady(stored, name)) return null
      const base = trial === undefined ? rules.active : rules.preview(trial)
      const active =
        caseId !== undefined ? await withClaims(store, base, caseId, token.network) : { ...(await publicRules(store, rules, token.network)), ...base }
      const result = await thread.query(token, active, { name, params } as Query)
      if (result === null) return null
      const { body, asOf, origin, completeness } = result
      const json = Buffer.from(body.json.buffer)
      return {
        get value() {
          return JSON.parse(json.toString('utf8')) as Queries[N]['answer']
        },
        json,
        etag: body.etag,
        asOf: asOf * 1000,
        source: cache.source(token, origin),
        unknown: unknownQueryFields(name, completeness.unknown),
        coverage: completeness.coverage,
      }
    },

    async across<N extends AcrossQuestionName>(name: N, params: AcrossTokens[N]['params']) {
      const { network } = params
      for (const address of 'tokens' in params ? params.tokens : [])
        if ((await store.read.token({ network, address })) === null)
          throw new AppError('token_not_found', { message: `The token ${address} is not stored.` })
      return thread.across({ name, params, rules: rulesKey(await publicRules(store, rules, network)) } as AcrossQuestion)
    },

    snapshotClusters: async (token, timestamp) => (await thread.snapshotClusters(token, timestamp))?.json ?? null,

    traceFlow: (input) => thread.traceFlow(input),

    activeRules: () => rules.active,
    rules: () => ruleListRecord(rules.shipped, rules.active),

    async setRules(changes) {
      await rules.save(changes)
      rulesChanged()
    },

    publicCase: async () => (await store.read.setting(PUBLIC_CASE)) || null,

    async setPublicCase(id) {
      await store.write.saveSetting({ name: PUBLIC_CASE, value: id ?? '' })
      rulesChanged()
    },

    async claimsChanged(id) {
      if ((await store.read.setting(PUBLIC_CASE)) === id) rulesChanged()
    },

    factsChanged: (token) => bus.publish('facts', token, null),

    onRecords(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async close() {
      changes.stop()
      settings.stop()
      await scheduler.close()
      await thread.close()
    },
  }
}
