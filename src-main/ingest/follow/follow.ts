import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import type { Bus, BusSubscription } from '../../bus/interface.ts'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { formatTokenKey, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Engine } from '../../engine/interface.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { createPricer, type NativeNow } from '../../prices/pricer.ts'
import type { Store } from '../../store/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import { isActive } from '../jobs/plan.ts'
import { createNativeNow } from '../prices/native-price.ts'
import type { Adapters } from '../adapters.ts'
import { runFollowLoop, type FollowLoop } from './follow-loop.ts'
import { abortFollowing, isReported, newFollowedToken, NOT_FOLLOWED, starting, type FollowedToken } from './followed-token.ts'
import { readFollowedTokens, saveFollowedToken } from './followed-tokens.ts'
import type { Follow, TradesWatch } from './interface.ts'
import { StoredBlocks } from './stored-blocks.ts'
import { openPoolCache } from './pool-cache.ts'
import { watchTrades } from './trades-watch.ts'
import { WholeNetworks } from './whole-network.ts'

export interface FollowOptions {
  readonly store: Store
  readonly bus: Bus
  readonly engine: Engine
  readonly jobs: Jobs
  readonly adapters: Adapters
  readonly clock: Clock
  readonly logger: Logger
  /** Holders read in detail when a token must be read before it can be followed. */
  readonly depth: number
  /** Prices of the native coins, shared by all callers. Defaults to a separate reader. */
  readonly nativeNow?: NativeNow
  /** Backoff after faults. */
  readonly retry?: BackoffSchedule
}

const RETRY: BackoffSchedule = { firstMs: 1_000, longestMs: 60_000 }

export const createFollow = (options: FollowOptions): Follow => new Follower(options)

/** How often an unchanged state is published again, because messages are kept for an hour (docs/team.md#events). */
const REPUBLISH_MS = 20 * 60_000

/** The tokens being followed, and their listeners. The loop of each token runs in follow-loop.ts. */
class Follower implements Follow {
  readonly #store: Store
  readonly #bus: Bus
  readonly #adapters: Adapters
  readonly #clock: Clock
  readonly #loop: FollowLoop
  readonly #followed = new Map<string, FollowedToken>()
  /** The loops of all tokens, also of those that are no longer followed, until they have ended. */
  readonly #loops = new Set<Promise<void>>()
  readonly #networks: WholeNetworks
  readonly #storedBlocks: StoredBlocks
  readonly #progress: BusSubscription
  #republishing: NodeJS.Timeout | undefined
  #closed = false

  constructor({ store, bus, engine, jobs, adapters, clock, logger, depth, nativeNow, retry = RETRY }: FollowOptions) {
    this.#store = store
    this.#bus = bus
    this.#adapters = adapters
    this.#clock = clock
    const price = createPricer(store, nativeNow ?? createNativeNow({ adapters }))
    this.#storedBlocks = new StoredBlocks({ store, clock, logger })
    this.#networks = new WholeNetworks({
      ...{ bus, adapters, clock, logger, price, retry, storedBlocks: this.#storedBlocks, pools: openPoolCache({ store, logger }) },
    })
    this.#loop = {
      ...{ store, bus, engine, jobs, adapters, clock, logger, depth, retry, price },
      report: (entry, change) => this.#report(entry, change),
      giveUp: (entry, message) => this.#giveUp(entry, message),
      tradesStored: (token, trades, rows) => bus.publish('trades', token, { kind: 'stored', trades, rows }),
      tradesReverted: (token, reverted) => bus.publish('trades', token, { kind: 'reverted', ...reverted }),
    }
    this.#progress = bus.subscribe('jobs', (_token, job) => this.#pauseForRead(job))
    if (bus.isShared) this.#republishing = setInterval(() => this.#republish(), REPUBLISH_MS).unref()
  }

  #republish(): void {
    for (const { token, record, reportsProgress } of this.#followed.values()) if (reportsProgress === true) this.#bus.publish('follow', token, record)
  }

  state(token: TokenKey): FollowRecord {
    return this.#followed.get(formatTokenKey(token))?.record ?? NOT_FOLLOWED
  }

  async set(token: TokenKey, on: boolean): Promise<FollowRecord> {
    return on ? this.#keep(token) : this.#release(token)
  }

  watch(token: TokenKey): () => void {
    if (this.#closed || !this.#adapters.canRead(token.network)) return () => undefined
    const entry = this.#begin(token, false)
    entry.watchers += 1
    let watching = true
    return () => {
      if (!watching) return
      watching = false
      entry.watchers = Math.max(0, entry.watchers - 1)
      void this.#endUnlessNeeded(entry)
    }
  }

  watchTrades(network: NetworkId, address: string): TradesWatch {
    return watchTrades({ store: this.#store, bus: this.#bus, adapters: this.#adapters, follow: this, networks: this.#networks }, network, address)
  }

  keepFor(hours: number): Promise<void> {
    return this.#storedBlocks.keepFor(hours)
  }

  live(): TokenKey[] {
    return [...this.#followed.values()].filter(({ record }) => record.state === 'live').map(({ token }) => token)
  }

  wholeState(network: NetworkId): FollowRecord {
    return this.#networks.state(network)
  }

  async sourceChanged(network: NetworkId): Promise<void> {
    for (const entry of this.#followed.values()) {
      if (entry.token.network !== network) continue
      // The blocks since the old session ended are missing until the new session has read them.
      if (entry.record.state === 'live') this.#report(entry, { state: 'reconnecting', behind: null, message: null })
      entry.pause.abort()
    }
    this.#networks.reconnect(network)
    await this.resume()
  }

  sourceRecovered(network: NetworkId): void {
    for (const { token, record, pause } of this.#followed.values()) {
      if (token.network === network && record.state === 'reconnecting') pause.abort()
    }
    if (this.wholeState(network).state === 'reconnecting') this.#networks.reconnect(network)
  }

  async resume(): Promise<void> {
    const kept = await readFollowedTokens(this.#store)
    for (const token of kept) if (this.#adapters.canRead(token.network) && !this.#closed) this.#begin(token, true)
    // Another process may have turned it off.
    const keys = new Set(kept.map(formatTokenKey))
    for (const entry of this.#followed.values()) {
      if (entry.record.kept && this.#bus.isShared && !keys.has(formatTokenKey(entry.token))) await this.#letGo(entry)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#republishing)
    this.#progress.stop()
    for (const entry of this.#followed.values()) abortFollowing(entry)
    await Promise.all([...this.#loops, this.#networks.close()])
  }

  async #keep(token: TokenKey): Promise<FollowRecord> {
    this.#adapters.get(token.network)
    await saveFollowedToken(this.#store, token, true)
    return this.#begin(token, true).record
  }

  async #release(token: TokenKey): Promise<FollowRecord> {
    const entry = this.#followed.get(formatTokenKey(token))
    await saveFollowedToken(this.#store, token, false)
    if (entry !== undefined) await this.#letGo(entry)
    return this.state(token)
  }

  async #letGo(entry: FollowedToken): Promise<void> {
    this.#report(entry, { kept: false })
    await this.#endUnlessNeeded(entry)
  }

  #begin(token: TokenKey, kept: boolean): FollowedToken {
    const key = formatTokenKey(token)
    const followed = this.#followed.get(key)
    if (followed !== undefined) {
      if (kept) this.#join(followed)
      return followed
    }
    const entry = newFollowedToken(token)
    this.#followed.set(key, entry)
    this.#report(entry, { kept, ...starting(unixSeconds(this.#clock)) })
    const loop: Promise<void> = runFollowLoop(entry, this.#loop).finally(() => this.#loops.delete(loop))
    entry.ended = loop
    this.#loops.add(loop)
    return entry
  }

  /** The owner follows a token that is watched already. */
  #join(entry: FollowedToken): void {
    // An imported token waits in the state "off" until its owner follows it.
    const waits = entry.record.state === 'off'
    this.#report(entry, waits ? { kept: true, ...starting(unixSeconds(this.#clock)), message: null } : { kept: true })
    if (waits) entry.pause.abort()
  }

  /** Ends following when neither the owner nor a watcher needs it. */
  async #endUnlessNeeded(entry: FollowedToken): Promise<void> {
    if (entry.watchers > 0 || entry.record.kept || entry.abort.signal.aborted) return
    // Removed first, so a request for the same token starts a new entry.
    this.#followed.delete(formatTokenKey(entry.token))
    abortFollowing(entry)
    await entry.ended
    // Another entry may follow the token by now.
    if (!this.#followed.has(formatTokenKey(entry.token))) this.#report(entry, NOT_FOLLOWED)
  }

  #giveUp(entry: FollowedToken, message: string): void {
    this.#followed.delete(formatTokenKey(entry.token))
    entry.abort.abort()
    this.#report(entry, { ...NOT_FOLLOWED, message })
  }

  /** A read of a followed token pauses its session: both would write the same rows. */
  #pauseForRead(job: JobRecord): void {
    const entry = this.#followed.get(formatTokenKey({ network: job.network, address: job.token_address }))
    if (entry === undefined || !isActive(job)) return
    const since = entry.record.since ?? unixSeconds(this.#clock)
    this.#report(entry, { ...starting(since), behind: null, message: 'The token is being read.' })
    entry.pause.abort()
  }

  #report(entry: FollowedToken, change: Partial<FollowRecord>): void {
    const record = { ...entry.record, ...change }
    if (JSON.stringify(record) === JSON.stringify(entry.record)) return
    entry.record = record
    if (!this.#bus.isShared || isReported(entry)) this.#bus.publish('follow', entry.token, record)
  }
}
