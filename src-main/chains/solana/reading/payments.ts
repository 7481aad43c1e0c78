import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { Activity } from '../../../../src-shared/domain/token.ts'
import type { BlockRef, NativePayments, PaymentsQuery } from '../../adapter.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { readHistory } from './history.ts'
import type { ReadTransaction } from './read-transaction.ts'
import type { Transactions } from './transactions.ts'

/** Pages of 1,000 transactions that an address's payments are looked for in, from the newest back: as for its first coin. */
const PAGES = 3

/** Lamports that an address paid or received: its transactions are listed by the node, and those of the stretch read whole. */
export async function readPayments(
  node: SolanaNode,
  transactions: Transactions,
  { wallet, side, since, until, least, most, also }: PaymentsQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<NativePayments> {
  const { mentions, completeFrom } = await readHistory(node, { address: wallet, from: 0, to: at.number, pages: PAGES }, signal)
  const reaches = completeFrom === 0 || mentions.some(({ time }) => time !== null && time < since)
  const within = mentions.filter(({ failed, time }) => !failed && time !== null && time >= since && time <= until)
  const looked = within.length < least ? [] : within.slice(0, most)
  const read = await transactions.read(looked, signal)
  const others = also === undefined ? [] : read.flatMap(transfersIn).filter((row) => also.coins.has(row.token) && row.to === also.payee)
  return {
    rows: [...read.flatMap(paymentsIn), ...others].filter(({ from, to }) => (side === 'paid' ? from : to) === wallet),
    complete: reaches && within.length <= most,
    looked: looked.length,
    means: 'account history',
  }
}

/** Lamports that went from one address to another outside of swaps; tips and rent of others' accounts are among them. */
export function paymentsIn({ events }: Pick<ReadTransaction, 'events'>): Transfer[] {
  return transfersIn({ events }).filter(({ token }) => token === NATIVE)
}

function transfersIn({ events }: Pick<ReadTransaction, 'events'>): Transfer[] {
  return events.filter((event): event is Transfer => event.kind === 'transfer' && event.from !== event.to)
}

/** How many transactions name an address, of the newest thousand, and how long they took. */
export async function readActivity(node: SolanaNode, address: Address, at: BlockRef, signal: AbortSignal): Promise<Activity> {
  const { mentions, completeFrom } = await readHistory(node, { address, from: 0, to: at.number, pages: 1 }, signal)
  const times = mentions.flatMap(({ time }) => time ?? [])
  const [first, last] = [times[0], times.at(-1)]
  return {
    address,
    transactions: mentions.length,
    atLeast: completeFrom > 0,
    seconds: first === undefined || last === undefined ? null : last - first,
  }
}
