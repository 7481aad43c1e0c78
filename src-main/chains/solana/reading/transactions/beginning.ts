import type { RpcClient } from '../../../rpc/request.ts'
import { listMentions, MENTIONS_PER_PAGE, oldestSlot, type History, type Mention } from './history.ts'
import { roundestBetween, type SlotListing } from './slot-listing.ts'

/** Pages that a search may list: 30 halvings of all slots of the chain, each with a page that may be the last one. */
const MAX_LISTS = 64

export interface BeginningQuery {
  readonly address: string
  /** No transaction is expected before this slot. Unless it is zero, the first one is expected soon after it. */
  readonly notBefore: number
  /** The newest transactions that mention the address, newest first and without a gap; at least one. */
  readonly newest: readonly Mention[]
}

/** About two hours. Most pools are opened within this time after the creation of their token. */
const SOON = 16_384

/**
 * The oldest transactions that mention an address, found by bisection over the slots instead of paging from the newest. `mentions` begins
 * with the oldest one and has no gap, but ends early. Null if the endpoint cannot list from any slot, or the search did not finish.
 *
 * Old slots that the endpoint does not serve count as empty. Whether the account begins at the end of the list must be proved separately
 * (account-history.ts).
 */
export async function findBeginning(
  endpoint: RpcClient,
  listing: SlotListing,
  { address, notBefore, newest }: BeginningQuery,
  signal: AbortSignal,
): Promise<Pick<History, 'mentions' | 'oldest'> | null> {
  if (!(await listing.isSupported(address, newest, signal))) return null
  /** The oldest transactions found so far, contiguous and newest first. */
  let run = newest
  let emptyBelow = notBefore
  /** A page that is not full may be the last one. */
  let mayBeLast = false
  for (let lists = 0; lists < MAX_LISTS; lists++) {
    const last = run.at(-1)
    if (last === undefined) return null
    if (mayBeLast || last.slot - emptyBelow <= 1) {
      const older = await listMentions(endpoint, address, { limit: MENTIONS_PER_PAGE, before: last.signature }, signal)
      if (older.length === 0) return ended(run)
      run = [...run, ...older]
      mayBeLast = false
      if ((older.at(-1)?.slot ?? 0) < emptyBelow) emptyBelow = 0
    } else {
      const isFirst = run === newest && emptyBelow === notBefore && notBefore > 0 && notBefore + SOON < last.slot
      const slot = isFirst ? notBefore + SOON : roundestBetween(emptyBelow, last.slot)
      const page = await listing.listBelow(address, slot, last.slot, signal)
      if (page === null || page.rows.length === 0) emptyBelow = page?.slot ?? slot
      else {
        run = page.rows
        mayBeLast = run.length < MENTIONS_PER_PAGE
      }
    }
  }
  return null
}

function ended(run: readonly Mention[]): Pick<History, 'mentions' | 'oldest'> | null {
  const oldest = oldestSlot(run)
  return oldest.length === 0 ? null : { mentions: run.toReversed(), oldest: oldest.toReversed() }
}
