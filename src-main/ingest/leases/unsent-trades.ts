import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Bus } from '../../bus/interface.ts'
import { eventsOf, inOrder } from '../../bus/page-events.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Store } from '../../store/interface.ts'

const TRADES_PER_PAGE = 200
/** How far back to look if the bus has no trade of the token. A lease moves in less time. */
const TAKEN_OVER_SECONDS = 120

export interface UnsentDeps {
  readonly store: Pick<Store, 'read'>
  readonly bus: Pick<Bus, 'lastRow' | 'publish'>
  readonly clock: Clock
}

/** Publishes trades and retractions that are stored but were not published: the former holder of the lease ended, or the store's answer was lost. */
export async function publishUnsent({ store, bus, clock }: UnsentDeps, token: TokenKey): Promise<void> {
  const last = await bus.lastRow(token)
  const from = last === null ? { from: unixSeconds(clock) - TAKEN_OVER_SECONDS } : {}
  const subject = { by: 'any' as const, address: token.address }
  for (let after = last ?? 0, isLast = false; !isLast;) {
    const page = await store.read.tradesAfter({ network: token.network, subject, after, limit: TRADES_PER_PAGE, ...from })
    for (const event of eventsOf(inOrder(page))) bus.publish('trades', token, event)
    after = page.upTo
    isLast = page.upTo >= page.newest
  }
}
