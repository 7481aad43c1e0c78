import type { Operation } from './operations.ts'

/** One Solana transaction in one form, whatever encoding and version the node answered in. */

export interface Instruction {
  /** Index of the outer instruction this one is, or runs under. */
  readonly outer: number
  /** Index among the inner instructions of `outer`; null for the outer one itself. */
  readonly inner: number | null
  /** 1 for outer instructions, one more for every call below. */
  readonly depth: number
  readonly program: string
  /** Empty where the node answered in parsed form only. */
  readonly accounts: readonly string[]
  /** Empty where the node answered in parsed form only. */
  readonly data: Uint8Array
  /** What it does, where it is one of the token or system operations that move value. */
  readonly operation: Operation | null
  /** Calls made by this instruction itself, in order. */
  readonly children: readonly Instruction[]
  /** Log lines of this instruction itself, without those of its calls. */
  readonly logs: readonly string[]
}

/** A token account as the transaction shows it. */
export interface TokenAccount {
  readonly account: string
  readonly mint: string
  /** null in old answers that leave it out. */
  readonly owner: string | null
  readonly decimals: number | null
  /** Raw units before and after; null when the account was made and closed inside and has no recorded balance. */
  readonly before: bigint | null
  readonly after: bigint | null
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
  /** Lamports. */
  readonly fee: bigint
  readonly feePayer: string
  readonly signers: readonly string[]
  /** Static keys, then looked-up writable ones, then looked-up read-only ones. */
  readonly accounts: readonly string[]
  readonly lamportsBefore: readonly bigint[]
  readonly lamportsAfter: readonly bigint[]
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
  /** Outer instructions, each the root of its calls. */
  readonly instructions: readonly Instruction[]
  /** Every instruction in the order of execution. */
  readonly all: readonly Instruction[]
  /** The node cut the logs short: events in them may be missing. */
  readonly logsTruncated: boolean
}

/** An instruction and all calls below it, in order of execution. */
export function* walk(instruction: Instruction): Generator<Instruction> {
  yield instruction
  for (const child of instruction.children) yield* walk(child)
}

/** Event number of a position: outer·1000, and inner instructions after their outer one. */
export function eventNumber(instruction: Instruction): number {
  return instruction.outer * 1000 + (instruction.inner === null ? 0 : instruction.inner + 1)
}
