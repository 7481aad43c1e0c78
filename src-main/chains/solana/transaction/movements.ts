import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from '../encoding/addresses.ts'
import type { Instruction } from './instruction.ts'
import type { SolanaTransaction } from './transaction.ts'

/** A movement of tokens between token accounts, with an account to another owner, or of SOL between accounts. */
export interface Movement {
  readonly instruction: Instruction
  readonly kind: 'transfer' | 'owner' | 'mint' | 'burn' | 'coin'
  /** The mint; wrapped SOL's for native SOL. */
  readonly mint: string
  /** Key indexes, equal if the account changes its owner; -1 for mints and burns. */
  readonly from: number
  readonly to: number
  /** Owners of the accounts, or the account itself if its owner is unknown; null for mints and burns. */
  readonly fromOwner: string | null
  readonly toOwner: string | null
  /** Amount that leaves the sender, in raw units. */
  readonly raw: bigint
  /** Token-2022 transfer fee, withheld from the receiver; null if the instruction does not state it. */
  readonly withheld: bigint | null
}

/** The movements of tokens and SOL in a transaction, each read on first use. */
export class Movements {
  private readonly tx: SolanaTransaction
  private readonly read: (Movement | null | undefined)[] = []
  private every: readonly Movement[] | null = null

  constructor(tx: SolanaTransaction) {
    this.tx = tx
  }

  /** The movement of the instruction at an index; null if it moves nothing. */
  at(index: number): Movement | null {
    const known = this.read[index]
    if (known !== undefined) return known
    const instruction = this.tx.instructions[index]
    return (this.read[index] = instruction === undefined ? null : this.readAt(instruction))
  }

  private readAt(instruction: Instruction): Movement | null {
    const { operation } = instruction
    return operation?.kind === 'owner' ? this.giveAccount(instruction, operation.account) : readMovement(this.tx, instruction)
  }

  /** In execution order; `end` is exclusive. */
  between(from: number, end: number): Movement[] {
    const found: Movement[] = []
    for (let index = from; index < end; index++) {
      const move = this.at(index)
      if (move !== null) found.push(move)
    }
    return found
  }

  /**
   * The balance moves with the account: the balance after the transaction, less what later instructions move. If their transfer fees are not
   * stated, or they pay out withheld fees, it is the balance before the transaction with what earlier instructions move, also without such fees.
   */
  private giveAccount(instruction: Instruction, account: number): Movement | null {
    const given = this.tx.tokenAccounts.givenAt(account, instruction.index)
    if (given === null) return null
    const later = this.transfersOf(account, instruction.index + 1, this.tx.instructions.length)
    const isCharged = later.some((move) => move.to === account && statedFee(move) === null)
    const isPaidOut = this.tx.instructions
      .slice(instruction.index + 1)
      .some(({ operation }) => operation?.kind === 'collect' && operation.to === account)
    const raw =
      isCharged || isPaidOut
        ? given.before + flowInto(account, this.transfersOf(account, 0, instruction.index))
        : given.after - flowInto(account, later)
    const toOwner = this.tx.tokenAccounts.ownerAt(account, instruction.index)
    return raw <= 0n
      ? null
      : { instruction, kind: 'owner', mint: given.mint, from: account, to: account, fromOwner: given.from, toOwner, raw, withheld: 0n }
  }

  /** Movements of tokens into and out of an account; `end` is exclusive. */
  private transfersOf(account: number, from: number, end: number): Movement[] {
    const found: Movement[] = []
    for (let index = from; index < end; index++) {
      const isGift = this.tx.instructions[index]?.operation?.kind === 'owner'
      const move = isGift ? null : this.at(index)
      if (move !== null && move.kind !== 'coin' && (move.from === account) !== (move.to === account)) found.push(move)
    }
    return found
  }

  all(): readonly Movement[] {
    return (this.every ??= this.between(0, this.tx.instructions.length))
  }
}

/** The transfer fee of a movement; null if the instruction does not state it. Only Token-2022 charges. */
export const statedFee = ({ withheld, kind, instruction }: Movement): bigint | null =>
  withheld ?? (kind === 'transfer' && instruction.program === TOKEN_2022_PROGRAM ? null : 0n)

/** What movements add to the balance of an account, without fees that are not stated. */
const flowInto = (account: number, moves: readonly Movement[]): bigint =>
  sumRaw(moves.map((move) => (move.to === account ? move.raw - (move.withheld ?? 0n) : -move.raw)))

function readMovement(tx: SolanaTransaction, instruction: Instruction): Movement | null {
  const operation = instruction.operation
  if (operation === null || operation.kind === 'account' || operation.kind === 'owner' || operation.kind === 'collect' || operation.raw === 0n)
    return null
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
      toOwner: (tx.tokenAccounts.peek(to) && tx.tokenAccounts.ownerAt(to, instruction.index)) ?? tx.keys.at(to) ?? null,
      raw,
      withheld: null,
    }
  }
  const owner = (account: number): string | null => tx.tokenAccounts.ownerAt(account, instruction.index) ?? tx.keys.at(account) ?? null
  if (kind === 'transfer') {
    const { from, to, withheld } = operation
    const mint = tx.keys.at(operation.mint) ?? (tx.tokenAccounts.get(from) ?? tx.tokenAccounts.get(to))?.mint
    // A transfer from an account to itself is free, whatever fee it states (`process_transfer` of Token-2022).
    const charged = from === to && withheld !== null ? 0n : withheld
    return mint === undefined ? null : { instruction, kind, mint, from, to, fromOwner: owner(from), toOwner: owner(to), raw, withheld: charged }
  }
  const mint = tx.keys.at(operation.mint)
  if (mint === undefined) return null
  return kind === 'mint'
    ? { instruction, kind, mint, from: -1, to: operation.to, fromOwner: null, toOwner: owner(operation.to), raw, withheld: null }
    : { instruction, kind, mint, from: operation.from, to: -1, fromOwner: owner(operation.from), toOwner: null, raw, withheld: null }
}
