import pLimit from 'p-limit'
import { backoffMs, type BackoffSchedule } from '../../../src-shared/backoff.ts'
import type { Bus } from '../../bus/interface.ts'
import { WEBHOOKS } from '../../bus/events.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import { postWebhook } from './webhook-post.ts'

/** Calls webhooks until they answer. Pending calls are in the store, so a call interrupted by a crash is repeated with the same id. */
export interface Webhooks {
  /** Call after queueing calls. */
  wake(): void
  close(): Promise<void>
}

export interface WebhooksOptions {
  readonly store: Pick<Store, 'read' | 'write'>
  /** One process at a time calls webhooks. */
  readonly bus: Pick<Bus, 'tryLease'>
  readonly clock: Clock
  readonly logger: Logger
  readonly retry?: BackoffSchedule
}

/** Its first wait also passes before the next attempt when another process calls, or when the store does not answer. */
const RETRY: BackoffSchedule = { firstMs: 5_000, longestMs: 3_600_000, random: Math.random }
const BATCH = 20
const AT_ONCE = 4
/** Node fires longer timers immediately. */
const MAX_WAIT_MS = 3_600_000

export function createWebhooks({ store, bus, clock, logger, retry = RETRY }: WebhooksOptions): Webhooks {
  const stopping = new AbortController()
  const limit = pLimit(AT_ONCE)
  let running: Promise<void> | null = null
  let again = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined

  async function callDue(): Promise<void> {
    again = false
    const lease = await bus.tryLease(WEBHOOKS)
    if (lease === null) return wakeIn(retry.firstMs)
    try {
      await callWhile(() => lease.isHeld())
      const next = await store.read.nextCallAt()
      if (next !== null) wakeIn(next - clock.now())
      isFailing = false
    } finally {
      await lease.release()
    }
  }

  async function callWhile(isHeld: () => boolean): Promise<void> {
    for (let left = true; left && isHeld() && !stopping.signal.aborted;) {
      again = false
      const due = await store.read.dueCalls({ now: clock.now(), limit: BATCH })
      const calls = due.map((call) =>
        limit(async () => {
          const error = await postWebhook(call, Math.floor(clock.now() / 1000), stopping.signal)
          const now = clock.now()
          await store.write.settleCall({ id: call.id, error, retryAt: now + Math.round(backoffMs(call.attempts + 1, retry)), now })
        }),
      )
      // The other calls still need the lease and the store when one fails.
      await Promise.allSettled(calls)
      await Promise.all(calls)
      left = again || due.length > 0
    }
  }

  function wakeIn(ms: number): void {
    if (stopping.signal.aborted) return
    timer = setTimeout(wake, Math.min(MAX_WAIT_MS, Math.max(0, ms))).unref()
  }

  function wake(): void {
    if (stopping.signal.aborted) return
    again = true
    clearTimeout(timer)
    running ??= callDue()
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        if (!isFailing) logger.error({ err: error }, 'calls of webhooks failed, and are tried again')
        isFailing = true
        again = false
        wakeIn(retry.firstMs)
      })
      .finally(() => {
        running = null
        if (again) wake()
      })
  }

  return {
    wake,
    async close() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
