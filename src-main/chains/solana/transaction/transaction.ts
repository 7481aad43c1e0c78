import type { AccountKeys } from './account-keys.ts'
import type { EventLogs } from './instruction-tree.ts'
import type { Instruction } from './instruction.ts'
import type { TokenAccounts } from './token-accounts.ts'

/** A Solana transaction in the single form that the decoder reads, from any encoding and version or from a Geyser stream. */
export interface SolanaTransaction<I extends Instruction = Instruction> {
  readonly signature: string
  /** Null if the answer does not contain it. */
  readonly slot: number | null
  /** Index in the block; null if the answer does not contain it. */
  readonly index: number | null
  /** Unix seconds. */
  readonly time: number | null
  readonly failed: boolean
  readonly feePayer: string
  readonly signers: readonly string[]
  readonly keys: AccountKeys
  readonly tokenAccounts: TokenAccounts
  /** All instructions in execution order: each outer one followed by its inner ones. */
  readonly instructions: readonly I[]
  /** Whether the node recorded what the instructions invoke. If not, their inner instructions are unknown. */
  readonly innerRecorded: boolean
  /** Parsed only if a program that writes events to the log takes part, or the answer contains no stack heights. */
  readonly eventLogs: EventLogs
  /** Change of an account's balance in lamports; null if the answer does not contain it. */
  lamportChange(account: number): bigint | null
}
