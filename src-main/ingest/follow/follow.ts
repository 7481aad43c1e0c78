import { setTimeout as wait } from 'node:timers/promises'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { createNativeNow } from '../prices/native-price.ts'
import { createPricer, type NativeNow } from '../../prices/pricer.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../sources/adapters.ts'
import type { Jobs } from '../jobs/interface.ts'
import { isActive } from '../jobs/plan.ts'
import { keepFollowed, keptFollowed } from './followed-tokens.ts'
import type { Follow } from './interface.ts'
import { runSession } from './session.ts'

export interface FollowOptions {
  readonly store: Store
  readonly engine: Engine
  readonly jobs: Jobs
  readonly adapters: Adapters
  readonly clock: Clock
  readonly logger: Logger
  /** Holders looked at closely when a token must be read before it can be followed. */
  readonly depth: number
  /** What the native coins cost, kept for all who ask; kept apart unless given. */
  readonly nativeNow?: NativeNow
}

const OFF: FollowRecord = { following: false, kept: false, state: 'off', behind: null, message: null, last_block: null, since: null, withdrawn: null }
const FROM_FILE = 'What is stored of this token came from a file: read it from a node, or follow it, to be told its new trades.'
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

interface Followed {
  readonly token: TokenKey
  record: FollowRecord
  watchers: number
  /** Whether a token that was not read from a node yet is read for this. */
  mayRead: boolean
  readonly abort: AbortController
  /** Ends the session under way, and only that: the next begins when its reason is over. */
  pause: AbortController
  ended: Promise<void>
}

/** Follows tokens: see interface.ts. */
export function createFollow(options: FollowOptions): Follow {
  const { store, engine, jobs, adapters, clock, logger } = options
  const price = createPricer(store, options.nativeNow ?? createNativeNow({ adapters, clock }))
  const followed = new Map<string, Followed>()
  const stateListeners = new Set<(token: TokenKey, state: FollowRecord) => void>()
  const tradeListeners = new Set<(network: NetworkId, trades: readonly Trade[]) => void>()
  let closed = false

  const keyOf = ({ network, address }: TokenKey): string => `${network}:${address}`

  const starting = (since: number | null = null): Partial<FollowRecord> => ({
    following: true,
    state: 'starting',
    since: since ?? unixSeconds(clock),
  })

  const stateOf = (token: TokenKey): FollowRecord => followed.get(keyOf(token))?.record ?? OFF

  function tell(entry: Followed, change: Partial<FollowRecord>): void {
    const record = { ...entry.record, ...change }
    if (JSON.stringify(record) === JSON.stringify(entry.record)) return
    entry.record = record
    for (const listener of stateListeners) listener(entry.token, record)
  }

  function begin(token: TokenKey, mayRead: boolean, kept = false): Followed {
    const key = keyOf(token)
    const present = followed.get(key)
    if (present !== undefined) {
      present.mayRead ||= mayRead
      if (kept) {
        const waits = present.record.state === 'off'
        tell(present, waits ? { kept, ...starting(), message: null } : { kept })
        if (waits) present.pause.abort()
      }
      return present
    }
    const entry: Followed = {
      token: { network: token.network, address: token.address },
      record: OFF,
      watchers: 0,
      mayRead,
      abort: new AbortController(),
      pause: new AbortController(),
      ended: Promise.resolve(),
    }
    followed.set(key, entry)
    tell(entry, { kept, ...starting() })
    entry.ended = goOn(entry)
    return entry
  }

  /** Ends when neither the owner nor a watcher wants it. */
  async function endUnwanted(entry: Followed): Promise<void> {
    if (entry.watchers > 0 || entry.record.kept || entry.abort.signal.aborted) return
    // Out of the list first: who asks for it again meanwhile begins anew.
    followed.delete(keyOf(entry.token))
    entry.abort.abort()
    entry.pause.abort()
    await entry.ended
    tell(entry, OFF)
  }

  /** Sessions one after the other, with longer waits after each fault, until nobody wants them. */
  async function goOn(entry: Followed): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    while (!entry.abort.signal.aborted) {
      entry.pause = new AbortController()
      try {
        await readFirst(entry)
        await session(entry, () => {
          retryMs = FIRST_RETRY_MS
        })
      } catch (error) {
        if (entry.abort.signal.aborted) return
        if (isHopeless(error)) {
          giveUp(entry, error.say)
          return
        }
        if (!entry.pause.signal.aborted) tell(entry, { state: 'reconnecting', message: sentenceOf(error, entry) })
      }
      // A pause is over when the read that caused it is: the next round waits for that.
      if (entry.pause.signal.aborted) continue
      await wait(retryMs, undefined, { signal: entry.abort.signal }).catch(() => undefined)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
  }

  function sentenceOf(error: unknown, entry: Followed): string {
    if (error instanceof AppError) return error.say
    logger.error({ err: error, token: keyOf(entry.token) }, 'following met a defect')
    return 'A defect interrupted following; the log has the details.'
  }

  function giveUp(entry: Followed, message: string): void {
    followed.delete(keyOf(entry.token))
    entry.abort.abort()
    tell(entry, { ...OFF, message })
  }

  /**
   * A token has a state to go on from only after it was read; reads and following never write at the same time. Watching reads what
   * nobody has, as the first GET does (contract.md §2); what a file brought is there to be looked at, and waits for the owner's word.
   */
  async function readFirst(entry: Followed): Promise<void> {
    const { token } = entry
    const newest = (await jobs.list()).find((job) => concerns(job, token))
    if (newest !== undefined && isActive(newest)) await unlessAborted(entry.abort.signal, jobs.ended(newest.id))
    const stored = await store.read.token(token)
    if (stored?.origin === 'node' && stored.asOfBlock !== null) return
    if (stored?.origin === 'import' && !entry.record.kept) {
      tell(entry, { ...OFF, message: FROM_FILE })
      await aborted(entry.pause.signal)
      entry.pause.signal.throwIfAborted()
    }
    // Asked only now: a second watcher may have come meanwhile, with more of a claim.
    if (!entry.mayRead) throw new AppError('token_not_found', { say: 'This address is no token that was read from a node.' })
    const again = newest?.state === 'failed' || newest?.state === 'interrupted'
    const job = again ? await jobs.resume(newest.id) : await jobs.start(token, { depth: options.depth, sinceBlock: null })
    const last = await unlessAborted(entry.abort.signal, jobs.ended(job.id))
    if (last.state === 'cancelled') throw new AppError('token_not_found', { say: 'Reading the token was cancelled.' })
    if (last.state !== 'done') throw new AppError(last.error_code ?? 'source_unavailable', { say: last.error ?? 'The token could not be read.' })
  }

  async function session(entry: Followed, worked: () => void): Promise<void> {
    const { token } = entry
    const signal = AbortSignal.any([entry.abort.signal, entry.pause.signal])
    await runSession({
      store,
      adapter: adapters.get(token.network),
      token,
      signal,
      price: (trades) => price(token.network, trades),
      stored: ({ to, trades }) => {
        worked()
        tell(entry, { last_block: to })
        engine.factsChanged(token)
        if (trades.length > 0) for (const listener of tradeListeners) listener(token.network, trades)
      },
      withdrawn: (from) => {
        tell(entry, { last_block: from - 1, withdrawn: { from, at: unixSeconds(clock) } })
        engine.factsChanged(token)
      },
      standing: ({ state, behind, message }) => {
        if (state === 'live') worked()
        tell(entry, { state, behind, message })
      },
    })
  }

  const stopProgress = jobs.onProgress((job) => {
    const entry = followed.get(keyOf({ network: job.network, address: trustedAddress(job.token_address) }))
    if (entry === undefined || !isActive(job)) return
    tell(entry, { ...starting(entry.record.since), behind: null, message: 'The token is being read.' })
    entry.pause.abort()
  })

  async function resume(): Promise<void> {
    for (const token of await keptFollowed(store)) if (adapters.canRead(token.network)) begin(token, true, true)
  }

  return {
    state: stateOf,
    async set(token, on) {
      if (on) {
        adapters.get(token.network)
        const entry = begin(token, true, true)
        await keepFollowed(store, token, true)
        return entry.record
      }
      const entry = followed.get(keyOf(token))
      await keepFollowed(store, token, false)
      if (entry !== undefined) {
        tell(entry, { kept: false })
        await endUnwanted(entry)
      }
      return stateOf(token)
    },
    watch(token, mayRead) {
      if (closed || !adapters.canRead(token.network)) return () => undefined
      const entry = begin(token, mayRead)
      entry.watchers += 1
      let watching = true
      return () => {
        if (!watching) return
        watching = false
        entry.watchers = Math.max(0, entry.watchers - 1)
        void endUnwanted(entry)
      }
    },
    live: () => [...followed.values()].filter(({ record }) => record.state === 'live').map(({ token }) => token),
    onState(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    onTrades(listener) {
      tradeListeners.add(listener)
      return () => void tradeListeners.delete(listener)
    },
    async sourceChanged(network) {
      for (const entry of followed.values()) if (entry.token.network === network) entry.pause.abort()
      await resume()
    },
    resume,
    async close() {
      closed = true
      stopProgress()
      for (const entry of followed.values()) {
        entry.abort.abort()
        entry.pause.abort()
      }
      await Promise.all([...followed.values()].map((entry) => entry.ended))
    },
  }
}

/** Faults that no waiting mends: there is no such token, or it must not be read for this. */
const isHopeless = (error: unknown): error is AppError => error instanceof AppError && error.code === 'token_not_found'

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** What `work` brings; where the signal comes first, its reason is thrown and the work goes on without us. */
const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_resolve, reject) => void aborted(signal).then(() => reject(signal.reason as Error)))])

const concerns = (job: JobRecord, token: TokenKey): boolean => job.network === token.network && job.token_address === token.address
