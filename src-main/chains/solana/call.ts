import type { Instruction } from './instruction.ts'
import type { Venue } from './programs/venue.ts'
import type { NormalTransaction } from './transaction.ts'

/** An instruction with what is known of its program. */
export interface Call extends Instruction {
  /** The venue that the program is; null for every other program. */
  readonly venue: Venue | null
}

/** A transaction as the decoder takes it. */
export type DecodableTransaction = NormalTransaction<Call>
