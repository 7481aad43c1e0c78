import type { ChainEvent } from '../../../../../src-shared/domain/events.ts'
import type { Page } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { NOTHING_ARCHIVED } from '../archive/archived-transactions.ts'
import type { UnreadSwaps } from '../../decode/swaps/unread-swaps.ts'
import { readAccountHistory } from './account-history.ts'
import type { Mention } from './history.ts'
import { paymentsIn } from '../payments/read-payments.ts'
import type { Transactions } from './transactions.ts'

export interface PagesQuery<T> {
  readonly addresses: readonly string[]
  readonly from: number
  readonly to: number
  /** Maximum number of pages of 1,000 mentions per address. */
  readonly pages: number
  /** Maximum number of transactions. Another read continues after them. */
  readonly transactions: number
  /** False skips the archive of the network. */
  readonly archived: boolean
  readonly pick: (event: ChainEvent) => T | null
  /** Notes about missing rows. @param counts of addresses whose history is too long to read, or cut by the endpoint */
  readonly notes: (counts: { readonly long: number; readonly cut: number }) => readonly string[]
  readonly unreadSwaps: UnreadSwaps
}

const CONCURRENT_HISTORIES = 4
export const TRANSACTIONS_PER_PAGE = 100
/** Transactions per request to an archive. */
const ARCHIVED_TOGETHER = 1_000

/** Rows of all transactions that mention any of the addresses, in pages of whole slots. Longer histories give only their newest rows. */
export async function* readPages<T>(
  node: SolanaNode,
  transactions: Transactions,
  query: PagesQuery<T>,
  signal: AbortSignal,
): AsyncGenerator<Page<T>> {
  const { addresses, from, to, pages } = query
  const histories = await mapLimited(addresses, CONCURRENT_HISTORIES, (address) =>
    readAccountHistory(node, transactions, { address, from, to, pages }, signal),
  )
  const incomplete = histories.filter((history) => history.completeFrom > from)
  const cut = incomplete.filter(({ end }) => end !== null).length
  const notes = query.notes({ long: incomplete.length - cut, cut })
  const mentions = mergeMentions(histories.flatMap((history) => history.mentions))
  const budget = mentions.slice(0, query.transactions)
  // A token's accounts reveal its holders, so the archive use is 'wallets'.
  const archive = query.archived ? transactions.archive('wallets', addresses) : null
  let next = from
  for (const group of chunksOfSlots(budget, ARCHIVED_TOGETHER)) {
    const bulk = (await archive?.load(group, signal)) ?? NOTHING_ARCHIVED
    for (const slots of chunksOfSlots(group, TRANSACTIONS_PER_PAGE)) {
      const read = await transactions.read(slots, signal, bulk.transactions)
      for (const { events } of read) query.unreadSwaps.add(events)
      const rows = read.flatMap(({ events }) => events.flatMap((event) => query.pick(event) ?? []))
      const last = slots.at(-1)?.slot ?? next
      yield { ...bulk.origin, from: next, to: last, rows, notes, payments: read.flatMap(paymentsIn) }
      next = last + 1
    }
  }
  const remarks = [...(archive?.summary() ?? []), ...query.unreadSwaps.summary()]
  const end = budget.length === mentions.length && next <= to ? to : next - 1
  if (end >= next || remarks.length > 0) yield { from: next, to: end, rows: [], notes, remarks, payments: [] }
}

/** Deduplicates by signature and sorts by slot, stable within a slot. */
export function mergeMentions(mentions: readonly Mention[]): Mention[] {
  const once = new Map(mentions.filter((mention) => !mention.failed).map((mention) => [mention.signature, mention]))
  return [...once.values()].sort((a, b) => a.slot - b.slot)
}

/** Chunks of roughly `size` that never split a slot. */
export function* chunksOfSlots(mentions: readonly Mention[], size: number): Generator<Mention[]> {
  let chunk: Mention[] = []
  for (const mention of mentions) {
    const last = chunk.at(-1)
    if (last !== undefined && chunk.length >= size && mention.slot !== last.slot) {
      yield chunk
      chunk = []
    }
    chunk.push(mention)
  }
  if (chunk.length > 0) yield chunk
}
