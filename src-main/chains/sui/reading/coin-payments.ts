import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { BlockRef, CoinPayments, CoinPaymentsQuery } from '../../adapter.ts'
import { collectPayments, type PaymentPart } from '../../payments/collect-payments.ts'
import { paymentsByBalance } from '../../payments/payments-by-balance.ts'
import { SUI_COIN } from '../encoding/move-type.ts'
import type { SuiNode } from '../rpc/node.ts'
import { scanTransactions } from '../rpc/scan/scan.ts'
import { gainsWithoutGas, toTransfer, type SuiTransaction } from '../transaction/transaction.ts'
import { checkpointsWithin, touchedBy } from './payments.ts'

const UNCLEAR =
  'In a transaction its coin came from an object such as a pool or went into one, or several paid and several were paid: balances do not tell who paid whom, so that coin is left out.'
const CUT = 'The endpoint keeps only newer transactions, so earlier payments may be missing.'

/** Payments of an address in one coin, from the losses and gains in each transaction. */
export async function readCoinPayments(node: SuiNode, query: CoinPaymentsQuery, at: BlockRef, signal: AbortSignal): Promise<CoinPayments> {
  const { wallet, side, most } = query
  const coin = query.coin === NATIVE ? SUI_COIN : query.coin
  const { from, to, reaches } = await checkpointsWithin(node, query, at, signal)
  const filter = touchedBy(wallet, side)
  let isClear = true

  function paymentsIn(tx: SuiTransaction): readonly Transfer[] {
    const { payments, unknown } = paymentsByBalance((tx.succeeded ? gainsWithoutGas(tx)?.get(coin) : undefined) ?? new Map())
    isClear &&= !unknown.has(wallet)
    return payments.map((payment, event) => ({ ...toTransfer(tx, event, coin, payment), token: query.coin }))
  }
  const paymentsOf = (transactions: readonly SuiTransaction[]): Promise<readonly Transfer[]> =>
    Promise.resolve(transactions.flatMap(paymentsIn).filter((row) => (side === 'paid' ? row.from : row.to) === wallet))
  async function* parts(): AsyncGenerator<PaymentPart> {
    if (from > to) return
    for await (const { transactions } of scanTransactions({ grpc: node.grpc, filter, from, to, signal })) {
      if (transactions.length === 0) continue
      yield { size: transactions.length, until: transactions.at(-1)?.time ?? null, read: () => paymentsOf(transactions) }
    }
  }
  const found = await collectPayments(parts(), most, 'transactions')
  return { ...found, unlisted: isClear ? null : UNCLEAR, unread: reaches ? null : CUT }
}
