import type { Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../../src-shared/domain/events.ts'
import { timeText } from '../../../../../src-shared/domain/shown.ts'
import { partsOf } from '../../../../lib/parts-of.ts'
import type { BlockRef, CoinPayments, CoinPaymentsQuery } from '../../../adapter.ts'
import { collectPayments, type PaymentPart } from '../../../payments/collect-payments.ts'
import type { SolanaNode } from '../../rpc/node.ts'
import { readPeriod, transfersIn } from './read-payments.ts'
import { tokenAccountOwners, solPayments } from './sol-payments.ts'
import type { Mention } from '../transactions/history.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'
import type { Transactions } from '../transactions/transactions.ts'

const TRANSACTIONS_PER_PART = 100

const TOKENS_UNLISTED = 'Solana lists tokens that arrive under the token account and not under the wallet, so what others sent it may be missing.'
const WRAPPED_UNLISTED = 'Wrapped SOL came to or left its token account in transactions that Solana does not list under the wallet.'
const UNCLEAR = 'In a transaction in which several paid and several were paid, it is not known who paid whom, so its payments are left out.'

/** Payments of an address in one coin, from its transaction history. */
export async function readCoinPayments(
  node: SolanaNode,
  transactions: Transactions,
  { wallet, coin, side, since, until, most }: CoinPaymentsQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<CoinPayments> {
  const { mentions, end, within, reaches } = await readPeriod(node, transactions, { wallet, since, until }, at, signal)
  const wrapped = new Map<string, number>()
  const notes = new Set<string>()

  function paymentsIn(tx: ReadTransaction): readonly Transfer[] {
    if (coin !== NATIVE) return transfersIn(tx).filter(({ token }) => token === coin)
    if (isMovedBetween(wrapped, tx, wallet)) notes.add(WRAPPED_UNLISTED)
    const { rows, unclear } = solPayments(tx)
    if (unclear.has(wallet)) notes.add(UNCLEAR)
    return rows
  }
  async function* parts(): AsyncGenerator<PaymentPart> {
    for (const part of partsOf(within, TRANSACTIONS_PER_PART)) {
      yield { size: part.length, until: part.at(-1)?.time ?? null, read: () => paymentsOf(part) }
    }
  }
  const paymentsOf = async (part: readonly Mention[]): Promise<readonly Transfer[]> =>
    (await transactions.read(part, signal)).flatMap(paymentsIn).filter(({ from, to }) => (side === 'paid' ? from : to) === wallet)

  const { rows, stopped } = await collectPayments(parts(), most, 'transactions')
  if (coin !== NATIVE && side === 'received') notes.add(TOKENS_UNLISTED)
  const missing = reaches ? null : missingBefore(mentions[0]?.time ?? null)
  // A list that ends early may reach further back at another endpoint.
  const [beyondPages, beyondEndpoint] = end === null ? [missing, null] : [null, missing]
  return { rows, stopped: stopped ?? beyondPages, unlisted: [...notes].join(' ') || null, unread: beyondEndpoint }
}

const missingBefore = (oldest: number | null): string =>
  `The list of its transactions ${oldest === null ? 'has none of the period' : `begins at ${timeText(oldest)}`}, so earlier payments are missing.`

/**
 * Whether the wrapped SOL of a wallet changed since the last read transaction. Transactions between the token accounts of two wallets
 * need not name the wallets.
 */
function isMovedBetween(last: Map<string, number>, tx: ReadTransaction, wallet: Address): boolean {
  const owners = tokenAccountOwners(tx)
  let isMoved = false
  for (const { address, before, after } of tx.accounts) {
    if (address === wallet || owners.get(address) !== wallet) continue
    isMoved ||= (last.get(address) ?? before) !== before
    last.set(address, after)
  }
  return isMoved
}
