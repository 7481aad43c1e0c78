import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { AttributedPayment } from '../../../payments/payments-by-balance.ts'
import type { TraceStep } from '../../rpc/blocks/traces.ts'

/**
 * The payments of one transaction, from its steps in order. Coins that the sender sent along and contracts forward are paid by the sender to the
 * final owner. Coins that return to the sender were not paid. Coins that a contract held before are paid by the contract. Payments to an address
 * minus payments from it equal the change of its balance, without fees.
 */
export function settle(sender: Address, steps: readonly Pick<TraceStep, 'from' | 'to' | 'value'>[]): AttributedPayment[] {
  const paid: AttributedPayment[] = []
  /** Coins of the sender, by current holder. */
  const held = new Map<Address, bigint>()
  for (const { from, to, value } of steps) {
    if (from === to) continue
    const there = held.get(from) ?? 0n
    const ofSender = from === sender || value < there ? value : there
    if (from !== sender) held.set(from, there - ofSender)
    if (to !== sender) held.set(to, (held.get(to) ?? 0n) + ofSender)
    if (value > ofSender) paid.push({ from, to, raw: value - ofSender })
  }
  return [...paid, ...[...held].map(([to, raw]) => ({ from: sender, to, raw }))].filter(({ raw }) => raw > 0n)
}
