import type { Address } from '../../../../src-shared/domain/address.ts'
import { paymentsByBalance, type AttributedPayment } from '../../payments/payments-by-balance.ts'
import { gainsWithoutGas, type SuiTransaction } from './transaction.ts'

/**
 * Who paid whom in one coin. The sender also pays for what came out of an object, if it gave up any coin: it sold that coin. A sender that lost nothing,
 * such as a keeper or a relayer, paid nobody.
 */
export function paymentsIn(tx: SuiTransaction, coin: Address): AttributedPayment[] {
  const gains = tx.succeeded ? gainsWithoutGas(tx) : null
  if (gains === null) return []
  const owners = gains.get(coin) ?? new Map<Address, bigint>()
  const { payments, unknown } = paymentsByBalance(owners)
  if (![...gains.values()].some((changes) => (changes.get(tx.sender) ?? 0n) < 0n)) return [...payments]
  const bySender = [...owners].flatMap(([to, raw]) => (raw > 0n && to !== tx.sender && unknown.has(to) ? [{ from: tx.sender, to, raw }] : []))
  return [...payments.filter(({ to }) => !unknown.has(to)), ...bySender]
}
