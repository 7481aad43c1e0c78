import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { WatchRule, WatchRuleBody, WatchTrial } from '../../../src-shared/contract/records/watch.ts'
import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { formatTokenKey, trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { holdsOn } from '../../../src-shared/domain/cases/claims.ts'
import type { WatchMatch, WatchMoment } from '../../../src-shared/domain/watch-moment.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Engine } from '../../engine/interface.ts'
import { RecomputeScheduler } from '../../engine/recompute-scheduler.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { endingLocks, evaluateScans } from '../../scan/watch-scans.ts'
import type { Store } from '../../store/interface.ts'
import type { Follow } from '../follow/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import { retryWhileStoreUnavailable } from '../jobs/store-waits.ts'
import { activeRules, concerns, isOfScans } from './active-rules.ts'
import { watchedScan } from './stored-scan.ts'
import { madeText, testRule } from './test-rule.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

/** Evaluates the watch rules on stored facts, stores alerts, then publishes them (docs/watch.md). */
export interface Watch {
  /** Starts evaluation. Before that, rules are only stored. */
  start(): Promise<void>
  /** Call after rules were created, changed or deleted. */
  rulesChanged(): Promise<void>
  /** The alerts that a rule would have reported in the last 30 days. */
  test(rule: WatchRuleBody): Promise<WatchTrial>
  close(): Promise<void>
}

export interface WatchOptions {
  readonly store: Store
  readonly engine: Pick<Engine, 'query' | 'takeSnapshot'>
  readonly bus: Bus
  readonly follow: Pick<Follow, 'watch' | 'state'>
  readonly jobs: Pick<Jobs, 'ended'>
  readonly clock: Clock
  readonly logger: Logger
}

/** Debounce: changes in quick succession are evaluated together. */
const DEBOUNCE_MS = 1_000
/** How often to check whether a lock ends soon, and whether a watched token is followed. */
const CHECK_EVERY_MS = 15 * 60_000

export const createWatch = (options: WatchOptions): Watch => new Watcher(options)

class Watcher implements Watch {
  readonly #options: WatchOptions
  readonly #scheduler: RecomputeScheduler
  readonly #webhooks: Webhooks
  /** The tokens that are followed because rules are about them. */
  readonly #watched = new Map<string, { readonly token: TokenKey; readonly stop: () => void }>()
  /** The last block of each token that is followed. */
  readonly #blocks = new Map<string, number>()
  #rules: readonly WatchRule[] = []
  #stop: (() => void)[] = []
  readonly #stopping = new AbortController()
  #pending: Promise<void> = Promise.resolve()

  constructor(options: WatchOptions) {
    this.#options = options
    const { logger } = options
    this.#scheduler = new RecomputeScheduler({ recompute: (token) => this.#evaluate(token), logger, debounceMs: DEBOUNCE_MS })
    this.#webhooks = createWebhooks(options)
  }

  async start(): Promise<void> {
    const { bus, jobs } = this.#options
    const timer = setInterval(() => this.#queue(() => this.#check()), CHECK_EVERY_MS)
    timer.unref()
    this.#stop = [
      () => clearInterval(timer),
      bus.subscribe('follow', ({ network, address }, record) => {
        if (address !== FIREHOSE) this.#followed({ network, address: trustedAddress(address) }, record)
      }).stop,
      bus.subscribe('jobs', (_token, { id, state, network, token_address }) => {
        const token = { network, address: trustedAddress(token_address) }
        if (state !== 'done') return
        // The read may have rolled back blocks.
        this.#webhooks.wake()
        // The figures of the token may be shown only after the job has ended.
        void jobs
          .ended(id)
          .catch((error: unknown) => this.#options.logger.warn({ err: error, job: id }, 'the end of a read was not seen'))
          .then(() => this.#request(token))
        this.#queue(() => this.#checkCreator(token))
      }).stop,
      bus.subscribe('scans', ({ network, address }) => this.#queue(() => this.#evaluateScan({ network, address: trustedAddress(address) }))).stop,
    ]
    await this.rulesChanged()
    this.#webhooks.wake()
  }

  async rulesChanged(): Promise<void> {
    if (this.#stop.length === 0) return
    this.#rules = await this.#options.store.read.watchRules()
    this.#followSubjects()
    // This evaluation is the baseline that a new rule compares with.
    const tokens = await this.#options.store.read.tokens({ q: null, limit: Number.MAX_SAFE_INTEGER })
    for (const token of tokens) if (this.#watched.has(formatTokenKey(token)) || this.#options.follow.state(token).following) this.#request(token)
    this.#queue(() => this.#check())
  }

  test(rule: WatchRuleBody): Promise<WatchTrial> {
    return testRule(this.#options, rule, unixSeconds(this.#options.clock))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    for (const stop of this.#stop.splice(0)) stop()
    for (const { stop } of this.#watched.values()) stop()
    await this.#scheduler.close()
    await this.#pending
    await this.#webhooks.close()
  }

  /** Follows the tokens that rules concern while the rules are enabled. */
  #followSubjects(): void {
    const wanted = new Map<string, TokenKey>()
    for (const { enabled, subject } of this.#rules) {
      if (!enabled || (subject.kind !== 'token' && subject.kind !== 'cluster')) continue
      const token = { network: subject.network, address: trustedAddress(subject.token_address) }
      wanted.set(formatTokenKey(token), token)
    }
    const { follow } = this.#options
    for (const [key, { token, stop }] of this.#watched) {
      // The token's network may have had no source, and have one now.
      if (wanted.has(key) && follow.state(token).following) continue
      stop()
      this.#watched.delete(key)
    }
    for (const [key, token] of wanted) if (!this.#watched.has(key)) this.#watched.set(key, { token, stop: follow.watch(token) })
  }

  #followed(token: TokenKey, { state, last_block, withdrawn }: FollowRecord): void {
    const key = formatTokenKey(token)
    const before = this.#blocks.get(key)
    if (state === 'off') this.#blocks.delete(key)
    else if (last_block !== null) this.#blocks.set(key, last_block)
    // Alerts of reverted blocks were withdrawn. Webhooks report that.
    if (withdrawn !== null && last_block !== null && last_block < (before ?? Infinity)) this.#webhooks.wake()
    // A token whose first read ended is live before it has a new block.
    if (last_block === null ? state === 'live' : last_block !== before) this.#request(token)
  }

  #request(token: TokenKey): void {
    if (this.#concerning(token).length > 0) this.#scheduler.request({ network: token.network, address: token.address })
  }

  #concerning(token: TokenKey): WatchRule[] {
    const { kept } = this.#options.follow.state(token)
    return this.#rules.filter((rule) => concerns(rule, token, kept))
  }

  #queue(work: () => Promise<void>): void {
    const { logger } = this.#options
    const { signal } = this.#stopping
    const onWait = (message: string | null): void => {
      if (message !== null) logger.warn('watch rules wait for the store')
    }
    this.#pending = this.#pending
      .then(() => retryWhileStoreUnavailable(work, { signal, onWait }))
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error }, 'a watch rule could not be checked')
      })
  }

  async #evaluate(token: TokenKey): Promise<void> {
    const { store, engine } = this.#options
    const rules = this.#concerning(token)
    if (rules.length === 0) return
    const answer = await engine.query(token, 'watch', { rules: await activeRules(store, rules, token.network) })
    if (answer === null || answer.value.moment === null) return
    const { moment, hash, matches } = answer.value
    await this.#record(token, matches, moment, hash)
  }

  async #evaluateScan(token: TokenKey): Promise<void> {
    const { store } = this.#options
    const rules = this.#concerning(token).filter(isOfScans)
    if (rules.length === 0) return
    const [newest, before, stored] = await Promise.all([
      store.read.scan({ token, back: 0 }),
      store.read.scan({ token, back: 1 }),
      store.read.token(token),
    ])
    if (newest === null) return
    const matches = evaluateScans(
      await activeRules(store, rules, token.network),
      before === null ? null : watchedScan(before, null),
      watchedScan(newest, stored?.asOfBlock ?? null),
    )
    await this.#record(token, matches, null)
  }

  /** Checked on a timer, because locks end without any change. */
  async #check(): Promise<void> {
    const { store, clock } = this.#options
    this.#followSubjects()
    if (!this.#rules.some(({ enabled, condition }) => enabled && condition.kind === 'lock_ends')) return
    for (const token of await store.read.tokens({ q: null, limit: Number.MAX_SAFE_INTEGER })) {
      const rules = this.#concerning(token).flatMap(({ id, condition }) =>
        condition.kind === 'lock_ends' ? [{ id, days: condition.within_days }] : [],
      )
      const scan = rules.length === 0 ? null : await store.read.scan({ token, back: 0 })
      if (scan === null) continue
      const { report } = watchedScan(scan, null)
      const matches = rules.flatMap(({ id, days }) => endingLocks(report, unixSeconds(clock), days).map((found) => ({ rule: id, ...found })))
      await this.#record(token, matches, null)
    }
  }

  /** A token that was read for the first time may come from a watched creator. */
  async #checkCreator(token: TokenKey): Promise<void> {
    const stored = await this.#options.store.read.token(token)
    if (stored === null || stored.creator === null || stored.createdAt === null) return
    const { creator, createdAt, createdBlock } = stored
    const evidence = stored.createdTx === null ? [] : [stored.createdTx]
    const matches = this.#rules.flatMap(({ id, enabled, subject, created_at }) => {
      if (!enabled || subject.kind !== 'creator' || subject.address !== creator || !holdsOn(subject, token.network)) return []
      if (createdAt < created_at) return []
      const reason = madeText(creator, stored)
      return [{ rule: id, key: 'created', reason, at: createdAt, block: createdBlock, wallets: [creator], evidence }]
    })
    await this.#record(token, matches, null)
  }

  async #record(token: TokenKey, matches: readonly WatchMatch[], moment: WatchMoment | null, hash: string | null = null): Promise<void> {
    const { store, clock, bus } = this.#options
    if (matches.length === 0 && moment === null) return
    const rules = new Map(this.#rules.map((rule) => [rule.id, rule]))
    const known = matches.flatMap(({ rule: id, ...match }) => {
      const rule = rules.get(id)
      return rule === undefined ? [] : [{ ...match, rule }]
    })
    const stored = await store.read.token(token)
    const alerts = await store.write
      .recordWatch({
        token: { network: token.network, address: token.address },
        tokenName: stored?.symbol ?? stored?.name ?? null,
        ...{ moment, hash },
        matches: known,
        snapshot: await this.#fixMoment(token, known),
        now: clock.now(),
      })
      .catch((error: unknown) => {
        // The alerts may be stored although the database did not answer, and are no longer new to the next attempt.
        this.#webhooks.wake()
        throw error
      })
    if (alerts.length > 0) this.#webhooks.wake()
    for (const alert of alerts) bus.publish('alerts', { network: token.network, address: token.address }, alert)
  }

  /** The snapshot that new alerts link to. Null if there will be no alerts, or if no snapshot could be taken. */
  async #fixMoment(token: TokenKey, matches: readonly { readonly rule: WatchRule; readonly at: number }[]): Promise<number | null> {
    const { store, engine, logger } = this.#options
    const [first] = matches
    if (first === undefined) return null
    const rules = [...new Set(matches.map(({ rule }) => rule))]
    const quiet = await store.read.quietRules({ token, rules, at: Math.max(...matches.map(({ at }) => at)) })
    if (quiet.length === rules.length) return null
    try {
      return (await engine.takeSnapshot(token)).timestamp
    } catch (error) {
      logger.warn({ err: error, token: formatTokenKey(token) }, 'no snapshot could be taken for an alert')
      return null
    }
  }
}
