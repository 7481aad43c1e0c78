import type { ChainEvent } from '../../../../../src-shared/domain/events.ts'
import { NOTHING_ARCHIVED } from '../archive/archived-transactions.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Page } from '../../../adapter.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { paymentsIn } from '../payments/read-payments.ts'
import { MentionCursor } from './mention-cursor.ts'
import { chunksOfSlots, mergeMentions, TRANSACTIONS_PER_PAGE } from './pages.ts'
import type { Transactions } from './transactions.ts'

export interface NewestFirstQuery<T> {
  readonly addresses: readonly string[]
  readonly from: number
  readonly to: number
  /** False skips the archive of the network. */
  readonly archived: boolean
  readonly pick: (event: ChainEvent) => T | null
  /** Notes about missing rows. @param cut number of addresses whose history the endpoint cuts */
  readonly notes: (cut: number) => readonly string[]
}

const CONCURRENT_LISTS = 4

/**
 * Rows of all transactions that mention any of the addresses, in pages of whole slots, newest first, as nodes list them. Buffers one page of
 * signatures per address. Ends above `from` if a history is cut. The last page then covers no slots and carries the note.
 */
export async function* readNewestFirst<T>(
  node: SolanaNode,
  transactions: Transactions,
  { addresses, from, to, archived, pick, notes }: NewestFirstQuery<T>,
  signal: AbortSignal,
): AsyncGenerator<Page<T>> {
  const cursors = addresses.map((address) => new MentionCursor(node, transactions, { address, from, to }))
  const archive = archived ? transactions.archive('history', addresses) : null
  let high = to
  while (high >= from) {
    const low = Math.max(from, ...cursors.map(({ completeFrom }) => completeFrom))
    const mentions = mergeMentions(cursors.flatMap((cursor) => cursor.take(low)))
    const bulk = (await archive?.load(mentions, signal)) ?? NOTHING_ARCHIVED
    for (const slots of chunksOfSlots(mentions.toReversed(), TRANSACTIONS_PER_PAGE)) {
      const first = slots.at(-1)?.slot ?? low
      const read = await transactions.read(slots, signal, bulk.transactions)
      yield {
        ...bulk.origin,
        from: first,
        to: high,
        rows: read.flatMap(({ events }) => events.flatMap((event) => pick(event) ?? [])),
        payments: read.flatMap(paymentsIn),
      }
      high = first - 1
    }
    if (low <= high) yield { from: low, to: high, rows: [], payments: [] }
    high = Math.min(high, low - 1)
    const behind = cursors.filter(({ completeFrom }) => completeFrom > high)
    const open = behind.filter(({ isDone }) => !isDone)
    // Below the end of a cut history, no page can be complete.
    if (high >= from && open.length < behind.length) break
    await mapLimited(open, CONCURRENT_LISTS, (cursor) => cursor.advance(signal))
  }
  const cut = cursors.filter(({ isCut }) => isCut).length
  const remarks = archive?.summary() ?? []
  if (cut + remarks.length > 0) yield { from: high + 1, to: high, rows: [], notes: cut > 0 ? notes(cut) : [], remarks, payments: [] }
}
