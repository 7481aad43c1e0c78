import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { TraceStep } from '../../rpc/blocks/traces.ts'

export interface Settled {
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
}

/**
 * What one transaction pays, by its steps in order. Coin that its sender sent along and that contracts pass on is paid by the sender to
 * the final owner; what returns to the sender was not paid. A contract itself pays coin that it had before. The sum of what an
 * address pays and receives is the change of its balance, without fees.
 */
export function settle(sender: Address, steps: readonly Pick<TraceStep, 'from' | 'to' | 'value'>[]): Settled[] {
  const paid: Settled[] = []
  /** Coin of the sender, by who has it. */
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
