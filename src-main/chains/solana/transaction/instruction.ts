import type { InstructionAccounts } from './account-keys.ts'
import type { Operation } from './operations.ts'

/** One instruction of a transaction, in any encoding. Accounts are indexes of the transaction's keys. */
export interface Instruction {
  /** Index in execution order. */
  readonly index: number
  /** Index of the outer instruction: this one, or the one that invoked it. */
  readonly outer: number
  /** Index among the instructions that `outer` invokes or executes as a batch; null for the outer one itself. */
  readonly inner: number | null
  /** Stack height: 1 for outer instructions, one more for each CPI level. */
  readonly depth: number
  readonly program: string
  /** Whether a batch of a token program executes it. It is not an invocation then. */
  readonly batched: boolean
  /** Empty if the answer has only the parsed form. */
  readonly accounts: InstructionAccounts
  /** Empty if the answer has only the parsed form. */
  readonly data: Uint8Array
  /** Whether this belongs to a token program or the system program, whose instructions move value. */
  readonly moves: boolean
  /** False only if it certainly gives no token account to another owner, by the size of its data. */
  readonly mayGiveAccount: boolean
  /** Whether the program is an aggregator. */
  readonly router: boolean
  /** Whether the program writes its events to the log. */
  readonly logs: boolean
  /** The token or system operation; null for every other instruction. */
  readonly operation: Operation | null
  /** Whether the data was read and is invalid. */
  readonly damaged: boolean
}

/** The index after an instruction and everything it invokes. */
export function endOf(instructions: readonly Instruction[], index: number): number {
  const depth = instructions[index]?.depth ?? 0
  let end = index + 1
  while (end < instructions.length && (instructions[end]?.depth ?? 0) > depth) end++
  return end
}

/** The event number in a chain position: outer · 1000, plus one more than the inner index. */
export function eventNumber(instruction: Instruction): number {
  return instruction.outer * 1000 + (instruction.inner === null ? 0 : instruction.inner + 1)
}
