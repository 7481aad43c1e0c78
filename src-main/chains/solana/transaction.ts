import type { AccountKeys } from './account-keys.ts'
import type { EventLogs } from './call-tree.ts'
import type { Instruction } from './instruction.ts'
import type { TokenAccounts } from './token-accounts.ts'

/** One Solana transaction in one form, whatever encoding and version the node answered in. */
export interface NormalTransaction<I extends Instruction = Instruction> {
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
  readonly instructions: readonly I[]
  /** Read only where a program that writes its events to the log took part. */
  readonly eventLogs: EventLogs
  /** By how many lamports an account's balance changed; null when the answer does not tell. */
  lamportChange(account: number): bigint | null
}
