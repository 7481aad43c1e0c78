import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { formatTokenKey, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { Backoff } from '../../lib/backoff.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { isStoreUnavailable } from '../../lib/store-faults.ts'
import type { PriceTrades } from '../../prices/pricer.ts'
import type { RevertedTrades, Store } from '../../store/interface.ts'
import type { Jobs } from '../jobs/interface.ts'
import type { Adapters } from '../adapters.ts'
import { NewWallets } from './new-wallets.ts'
import { rolledBack, starting, type FollowedToken } from './followed-token.ts'
import { underLease, type Held } from '../leases/under-lease.ts'
import { publishUnsent } from '../leases/unsent-trades.ts'
import { readFirst } from './read-first.ts'
import { runSession } from './session.ts'

export interface FollowLoop {
  readonly store: Store
  readonly bus: Bus
  readonly engine: Engine
  readonly jobs: Jobs
  readonly adapters: Adapters
  readonly clock: Clock
  readonly logger: Logger
  /** Holders read in detail. */
  readonly depth: number
  readonly price: PriceTrades
  readonly retry: BackoffSchedule
  report(entry: FollowedToken, change: Partial<FollowRecord>): void
  /** Ends following because no retry would help. */
  giveUp(entry: FollowedToken, message: string): void
  tradesStored(token: TokenKey, trades: readonly Trade[], rows: readonly number[]): void
  tradesReverted(token: TokenKey, reverted: RevertedTrades): void
}

/** Runs the sessions of a token one after another, with exponential backoff after faults, until the entry is aborted or given up. */
export async function runFollowLoop(entry: FollowedToken, loop: FollowLoop): Promise<void> {
  const backoff = new Backoff(loop.retry)
  while (!entry.abort.signal.aborted) {
    entry.pause = new AbortController()
    try {
      await readFirst(entry, loop)
      const signal = AbortSignal.any([entry.abort.signal, entry.pause.signal])
      await underLease(loop, entry.token, signal, async (held) => {
        entry.reportsProgress = true
        try {
          await followSession(entry, loop, held, () => backoff.reset())
        } catch (error) {
          entry.hasUnanswered ||= isStoreUnavailable(error)
          throw error
        } finally {
          if (!held.isHeld()) onLeaseLost(entry, loop)
        }
      })
    } catch (error) {
      if (entry.abort.signal.aborted) return
      if (isFinal(error)) {
        loop.giveUp(entry, error.message)
        return
      }
      if (!entry.pause.signal.aborted) loop.report(entry, { state: 'reconnecting', message: messageOf(error, entry, loop.logger) })
    }
    // No wait after a pause: the next round waits for the read that caused it, or begins with the new connections.
    if (!entry.pause.signal.aborted) await backoff.pause(AbortSignal.any([entry.abort.signal, entry.pause.signal]))
    if (entry.pause.signal.aborted) backoff.reset()
  }
}

/** From now on, another process reports how far the token is followed. */
function onLeaseLost(entry: FollowedToken, loop: FollowLoop): void {
  entry.reportsProgress = false
  loop.report(entry, { ...starting(unixSeconds(loop.clock)), message: null })
}

/** @param worked called when the session makes progress, which resets the backoff */
async function followSession(entry: FollowedToken, loop: FollowLoop, { isShared, store, signal }: Held, worked: () => void): Promise<void> {
  const { engine, adapters, clock, depth, logger, price, report } = loop
  const { token } = entry
  if (isShared || entry.hasUnanswered) await publishUnsent({ ...loop, store }, token)
  if (entry.hasUnanswered) await reportUnanswered(entry, loop)
  const adapter = adapters.get(token.network)
  await runSession({
    store,
    adapter,
    token,
    signal,
    newWallets: new NewWallets({
      ...{ store, adapter, token, clock, options: { depth, sinceBlock: null } },
      onRead: () => engine.factsChanged(token),
      onFault: (error) => logger.warn({ err: error, token: formatTokenKey(token) }, 'new wallets of a followed token could not be read'),
    }),
    price: (trades) => price(token.network, trades),
    onStored: ({ to, trades, rows }) => {
      worked()
      report(entry, { last_block: to })
      engine.factsChanged(token)
      if (trades.length > 0) loop.tradesStored(token, trades, rows)
    },
    onRolledBack: ({ from, reverted }) => {
      report(entry, rolledBack(from, unixSeconds(clock)))
      if (reverted.rows.length > 0) loop.tradesReverted(token, reverted)
      engine.factsChanged(token)
    },
    onStatus: ({ state, behind, message }) => {
      if (state === 'live') worked()
      report(entry, { state, behind, message })
    },
  })
}

/** Reports what the store has done although its answer was lost. */
async function reportUnanswered(entry: FollowedToken, { store, engine, clock, report }: FollowLoop): Promise<void> {
  const { asOfBlock } = (await store.read.token(entry.token)) ?? { asOfBlock: null }
  const { last_block } = entry.record
  const isRolledBack = asOfBlock !== null && last_block !== null && asOfBlock < last_block
  report(entry, isRolledBack ? rolledBack(asOfBlock + 1, unixSeconds(clock)) : { last_block: asOfBlock })
  engine.factsChanged(entry.token)
  entry.hasUnanswered = false
}

/** Faults that no retry fixes: the token does not exist. */
const isFinal = (error: unknown): error is AppError => error instanceof AppError && error.code === 'token_not_found'

function messageOf(error: unknown, { token }: FollowedToken, logger: Logger): string {
  if (error instanceof AppError) return error.message
  logger.error({ err: error, token: formatTokenKey(token) }, 'following failed with an internal error')
  return 'An internal error interrupted following; see the log for details.'
}
