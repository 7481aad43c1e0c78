import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../src-shared/domain/events.ts'
import { WRAPPED_SOL, ZERO_ADDRESS } from './ids.ts'
import { eventNumber, type Instruction } from './instruction.ts'
import type { NormalTransaction } from './transaction.ts'

/** A movement between token accounts (or, for the coin, between accounts), with whose they are. */
export interface Movement {
  readonly instruction: Instruction
  readonly kind: 'transfer' | 'mint' | 'burn' | 'coin'
  /** Mint; wrapped SOL's for the coin itself. */
  readonly mint: string
  /** Key indexes; -1 where tokens are made or destroyed. */
  readonly from: number
  readonly to: number
  /** Owners of the accounts; an account whose owner nobody tells stands for itself. Null where tokens are made or destroyed. */
  readonly fromOwner: string | null
  readonly toOwner: string | null
  /** What leaves the sender; raw units. */
  readonly raw: bigint
  /** The part that a Token-2022 mint withholds on the way, where the instruction tells it; it does not reach the receiver's balance. */
  readonly withheld: bigint | null
}

/** The movements of tokens and coin in a transaction, each read when somebody asks for it. */
export class Movements {
  private readonly tx: NormalTransaction
  private readonly read: (Movement | null | undefined)[] = []
  private every: readonly Movement[] | null = null

  constructor(tx: NormalTransaction) {
    this.tx = tx
  }

  /** What the instruction at a place moves; null when nothing. */
  at(place: number): Movement | null {
    const known = this.read[place]
    if (known !== undefined) return known
    const instruction = this.tx.instructions[place]
    return (this.read[place] = instruction === undefined ? null : readMovement(this.tx, instruction))
  }

  /** In order of execution, from a place on and before another. */
  between(from: number, end: number): Movement[] {
    const found: Movement[] = []
    for (let place = from; place < end; place++) {
      const move = this.at(place)
      if (move !== null) found.push(move)
    }
    return found
  }

  all(): readonly Movement[] {
    return (this.every ??= this.between(0, this.tx.instructions.length))
  }
}

function readMovement(tx: NormalTransaction, instruction: Instruction): Movement | null {
  const operation = instruction.operation
  if (operation === null || operation.kind === 'account' || operation.raw === 0n) return null
  const { kind, raw } = operation
  if (kind === 'coin') {
    const { from, to } = operation
    const payer = tx.keys.at(from) ?? null
    return {
      instruction,
      kind,
      mint: WRAPPED_SOL,
      from,
      to,
      fromOwner: payer,
      toOwner: tx.tokenAccounts.peek(to)?.owner ?? tx.keys.at(to) ?? null,
      raw,
      withheld: null,
    }
  }
  const owner = (account: number): string | null => tx.tokenAccounts.get(account)?.owner ?? tx.keys.at(account) ?? null
  if (kind === 'transfer') {
    const { from, to, withheld } = operation
    const mint = tx.keys.at(operation.mint) ?? (tx.tokenAccounts.get(from) ?? tx.tokenAccounts.get(to))?.mint
    return mint === undefined ? null : { instruction, kind, mint, from, to, fromOwner: owner(from), toOwner: owner(to), raw, withheld }
  }
  const mint = tx.keys.at(operation.mint)
  if (mint === undefined) return null
  return kind === 'mint'
    ? { instruction, kind, mint, from: -1, to: operation.to, fromOwner: null, toOwner: owner(operation.to), raw, withheld: null }
    : { instruction, kind, mint, from: operation.from, to: -1, fromOwner: owner(operation.from), toOwner: null, raw, withheld: null }
}

/**
 * Movements as events between owners. The coin moved into an own token account (wrapping it) changes nobody's holding and is
 * left out. A transaction without a slot has no place in the chain and gives none.
 */
export function transferEvents(tx: NormalTransaction, movements: readonly Movement[]): Transfer[] {
  const block = tx.slot
  if (block === null) return []
  const events: Transfer[] = []
  for (const move of movements) {
    if (move.kind === 'coin' && move.fromOwner === move.toOwner) continue
    events.push({
      kind: 'transfer',
      network: 'sol',
      position: { block, tx: tx.index ?? 0, event: eventNumber(move.instruction) },
      time: tx.time,
      tx: tx.signature,
      token: move.kind === 'coin' ? NATIVE : trustedAddress(move.mint),
      from: trustedAddress(move.fromOwner ?? ZERO_ADDRESS),
      to: trustedAddress(move.toOwner ?? ZERO_ADDRESS),
      raw: move.raw,
    })
  }
  return events
}
