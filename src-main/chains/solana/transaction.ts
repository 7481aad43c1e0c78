import type { AccountKeys, InstructionAccounts } from './account-keys.ts'
import type { EventLogs } from './call-tree.ts'
import type { Operation } from './operations.ts'
import type { Venue } from './programs/venue.ts'
import type { TokenAccounts } from './token-accounts.ts'

/** One Solana transaction in one form, whatever encoding and version the node answered in. Accounts are indexes of its keys. */

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
  /** The venue that the program is; null for every other program. */
  readonly venue: Venue | null
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

export interface NormalTransaction {
  readonly signature: string
  /** null when the answer does not name it. */
  readonly slot: number | null
  /** Place in the block; null when the answer does not tell. */
  readonly index: number | null
  /** Unix seconds. */
  readonly time: number | null
  readonly failed: boolean
  readonly feePayer: string
  readonly signers: readonly string[]
  readonly keys: AccountKeys
  readonly tokenAccounts: TokenAccounts
  /** Every instruction in the order of execution: each outer one followed by its inner ones. */
  readonly instructions: readonly Instruction[]
  /** Read only where a program that writes its events to the log took part. */
  readonly eventLogs: EventLogs
  /** By how many lamports an account's balance changed; null when the answer does not tell. */
  lamportChange(account: number): bigint | null
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
