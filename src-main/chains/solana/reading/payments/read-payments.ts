import type { Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../../src-shared/domain/events.ts'
import type { Activity } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef, NativePayments, PaymentsQuery } from '../../../adapter.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { readAccountHistory, type AccountHistory } from '../transactions/account-history.ts'
import type { Mention } from '../transactions/history.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'
import type { Transactions } from '../transactions/transactions.ts'

/** Pages of 1,000 transactions to search, newest first, as for the first funder. */
const MAX_PAGES = 3

type Period = Pick<PaymentsQuery, 'wallet' | 'since' | 'until'>

/** The list of an address's transactions: `within` are the successful ones of the period, and `reaches` states whether the list reaches its start. */
export async function readPeriod(
  node: SolanaNode,
  transactions: Transactions,
  { wallet, since, until }: Period,
  at: BlockRef,
  signal: AbortSignal,
): Promise<AccountHistory & { readonly within: readonly Mention[]; readonly reaches: boolean }> {
  const query = { address: wallet, from: 0, to: at.number, pages: MAX_PAGES }
  const history = await readAccountHistory(node, transactions, query, signal, transactions.lists.of(at))
  return {
    ...history,
    within: history.mentions.filter(({ failed, time }) => !failed && time !== null && time >= since && time <= until),
    reaches: history.completeFrom === 0 || history.mentions.some(({ time }) => time !== null && time < since),
  }
}

/** SOL that an address paid or received in a time range, from its transaction history. */
export async function readPayments(
  node: SolanaNode,
  transactions: Transactions,
  { wallet, side, since, until, least, most, also }: PaymentsQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<NativePayments> {
  const { within, reaches } = await readPeriod(node, transactions, { wallet, since, until }, at, signal)
  const inspected = within.length < least ? [] : within.slice(0, most)
  const read = await transactions.read(inspected, signal)
  const others = also === undefined ? [] : read.flatMap(transfersIn).filter((row) => also.coins.has(row.token) && row.to === also.payee)
  return {
    rows: [...read.flatMap(paymentsIn), ...others].filter(({ from, to }) => (side === 'paid' ? from : to) === wallet),
    complete: reaches && within.length <= most,
    inspected: inspected.length,
    means: 'account history',
  }
}

/** SOL transferred between addresses outside swaps, including tips and rent for others' accounts. */
export function paymentsIn({ events }: Pick<ReadTransaction, 'events'>): Transfer[] {
  return transfersIn({ events }).filter(({ token }) => token === NATIVE)
}

export function transfersIn({ events }: Pick<ReadTransaction, 'events'>): Transfer[] {
  return events.filter((event): event is Transfer => event.kind === 'transfer' && event.from !== event.to)
}

/** The number of transactions that mention an address, up to 1,000, and the seconds between the first and the last. */
export async function readActivity(
  node: SolanaNode,
  transactions: Transactions,
  address: Address,
  at: BlockRef,
  signal: AbortSignal,
): Promise<Activity> {
  const { mentions, completeFrom } = await readAccountHistory(
    node,
    transactions,
    { address, from: 0, to: at.number, pages: 1 },
    signal,
    transactions.lists.of(at),
  )
  const times = mentions.flatMap(({ time }) => time ?? [])
  const [first, last] = [times[0], times.at(-1)]
  return {
    address,
    transactions: mentions.length,
    atLeast: completeFrom > 0,
    seconds: first === undefined || last === undefined ? null : last - first,
  }
}
