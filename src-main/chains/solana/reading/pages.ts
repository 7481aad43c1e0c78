import type { ChainEvent } from '../../../../src-shared/domain/events.ts'
import type { Page } from '../../adapter.ts'
import { mapConcurrent } from '../../rpc/request.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { readHistory, type Mention } from './history.ts'
import { paymentsIn } from './payments.ts'
import type { Transactions } from './transactions.ts'

export interface PagesQuestion<T> {
  readonly addresses: readonly string[]
  readonly from: number
  readonly to: number
  /** Pages of 1,000 mentions read of each address at most. */
  readonly pages: number
  /** Transactions read at most; later ones are left to another read. */
  readonly transactions: number
  /** Where an address has more history than that: nothing before what is known of all, or what there is. */
  readonly beyond: 'begin later' | 'read what there is'
  readonly pick: (event: ChainEvent) => T | null
  /** What the rows leave out, given how many addresses have more history than was paged. */
  readonly notes: (cut: number) => readonly string[]
}

const ADDRESSES_AT_ONCE = 4
const TRANSACTIONS_A_PAGE = 100

/** Rows of all transactions that name any of the addresses, in pages of whole slots. */
export async function* readPages<T>(
  node: SolanaNode,
  transactions: Transactions,
  question: PagesQuestion<T>,
  signal: AbortSignal,
): AsyncGenerator<Page<T>> {
  const { addresses, from, to, pages } = question
  const histories = await mapConcurrent(addresses, ADDRESSES_AT_ONCE, (address) => readHistory(node, { address, from, to, pages }, signal))
  const cut = histories.filter((history) => history.completeFrom > from).length
  const notes = question.notes(cut)
  const knownFrom = Math.max(from, ...histories.map((history) => history.completeFrom))
  const begin = question.beyond === 'begin later' ? knownFrom : from
  const mentions = mergeMentions(histories.flatMap((history) => history.mentions)).filter((mention) => mention.slot >= begin)
  const budget = mentions.slice(0, question.transactions)
  let next = begin
  for (const slots of chunksOfSlots(budget)) {
    const read = await transactions.read(slots, signal)
    const rows = read.flatMap(({ events }) => events.flatMap((event) => question.pick(event) ?? []))
    const last = slots.at(-1)?.slot ?? next
    yield { from: next, to: last, rows, notes, payments: read.flatMap(paymentsIn) }
    next = last + 1
  }
  if (budget.length === mentions.length && next <= to) yield { from: next, to, rows: [], notes, payments: [] }
}

/** Each transaction once, by slot; within a slot in the order that the node lists. */
export function mergeMentions(mentions: readonly Mention[]): Mention[] {
  const once = new Map(mentions.filter((mention) => !mention.failed).map((mention) => [mention.signature, mention]))
  return [...once.values()].sort((a, b) => a.slot - b.slot)
}

/** Transactions in parts of about a page, no slot split: a page covers whole slots. */
export function* chunksOfSlots(mentions: readonly Mention[]): Generator<Mention[]> {
  let chunk: Mention[] = []
  for (const mention of mentions) {
    const last = chunk.at(-1)
    if (last !== undefined && chunk.length >= TRANSACTIONS_A_PAGE && mention.slot !== last.slot) {
      yield chunk
      chunk = []
    }
    chunk.push(mention)
  }
  if (chunk.length > 0) yield chunk
}
