import type { ChainEvent, Trade } from '../../../../../src-shared/domain/events.ts'
import { key } from '../../programs/testing/anchor-events.ts'
import { decodeSolanaAnswer } from '../answers.ts'
import { swapAnswer, type Called, type HeldAccount, type Payment } from './swap-answer.ts'

/** A trader who pays 700 of one token for 30 of another, and the accounts of both sides. */

export const [MINT, OTHER, TRADER, POOL, VAULT_OWNER, STRANGER] = [key(1), key(2), key(3), key(4), key(5), key(90)]
export const [TRADER_PAYS, TRADER_GETS, VAULT_PAID, VAULT_PAYS] = [key(11), key(12), key(13), key(14)]
export const HELD: readonly HeldAccount[] = [
  { address: TRADER_PAYS, mint: MINT, owner: TRADER },
  { address: TRADER_GETS, mint: OTHER, owner: TRADER },
  { address: VAULT_PAID, mint: MINT, owner: VAULT_OWNER },
  { address: VAULT_PAYS, mint: OTHER, owner: VAULT_OWNER },
]
export const PAID: Payment = { from: TRADER_PAYS, to: VAULT_PAID, raw: 700n }
export const GOT: Payment = { from: VAULT_PAYS, to: TRADER_GETS, raw: 30n }
/** A program that no decoder knows. */
export const UNKNOWN_PROGRAM = key(70)

/** Accounts of an instruction: the given ones at their positions, others in between. */
export function accountsAt(size: number, named: Readonly<Record<number, string>> = {}): string[] {
  return Array.from({ length: size }, (_, index) => named[index] ?? key(100 + index))
}

export const eventsOf = (called: Called): readonly ChainEvent[] => decodeSolanaAnswer(swapAnswer(called)).events
export const tradesOf = (called: Called): Trade[] => eventsOf(called).filter((one) => one.kind === 'trade')
export const warningsOf = (called: Called): string[] => eventsOf(called).flatMap((one) => (one.kind === 'decode_warning' ? [one.code] : []))
