import type { InstructionAccounts } from './account-keys.ts'
import type { Operation } from './operations.ts'

/** One instruction of a transaction, whatever encoding the node answered in. Accounts are indexes of the transaction's keys. */
export interface Instruction {
  /** Index in the order of execution. */
  readonly place: number
  /** Index of the outer instruction this one is, or runs under. */
  readonly outer: number
  /** Index among the inner instructions of `outer`; null for the outer one itself. */
  readonly inner: number | null
  /** 1 for outer instructions, one more for every call below. */
  readonly depth: number
  readonly program: string
  /** Empty where the node answered in parsed form only. */
  readonly accounts: InstructionAccounts
  /** Empty where the node answered in parsed form only. */
  readonly data: Uint8Array
  /** A token program or the system program: its instructions move value. */
  readonly moves: boolean
  /** A program that splits an order over venues. */
  readonly router: boolean
  /** Of a program that writes its events to the log. */
  readonly logs: boolean
  /** What it does, where it is one of the token or system operations that move value. */
  readonly operation: Operation | null
  /** The node's text of it made no sense, as far as it was read. */
  readonly damaged: boolean
}

/** The place behind an instruction and all calls below it. */
export function endOf(instructions: readonly Instruction[], place: number): number {
  const depth = instructions[place]?.depth ?? 0
  let end = place + 1
  while (end < instructions.length && (instructions[end]?.depth ?? 0) > depth) end++
  return end
}

/** Event number of a position: outer·1000, and inner instructions after their outer one. */
export function eventNumber(instruction: Instruction): number {
  return instruction.outer * 1000 + (instruction.inner === null ? 0 : instruction.inner + 1)
}
