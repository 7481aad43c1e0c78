import type { SuiTransaction } from '../../transaction/transaction.ts'

export type CheckpointedTransaction = SuiTransaction & { readonly checkpoint: number }

/** All transactions of a closed range of checkpoints. Ranges arrive in ascending order without gaps. */
export interface CoveredRange {
  readonly from: number
  readonly to: number
  readonly transactions: readonly CheckpointedTransaction[]
}

const compareTransactions = (a: CheckpointedTransaction, b: CheckpointedTransaction): number =>
  a.checkpoint - b.checkpoint || (a.index ?? 0) - (b.index ?? 0)

/** Holds transactions until their checkpoint is complete. A transaction that arrives twice counts once. */
export class CheckpointBuffer {
  /** The last complete checkpoint. */
  covered: number
  readonly #held = new Map<string, CheckpointedTransaction>()

  constructor(from: number) {
    this.covered = from - 1
  }

  add(tx: CheckpointedTransaction): void {
    if (tx.checkpoint > this.covered) this.#held.set(tx.digest, tx)
  }

  /** Releases everything up to a checkpoint that is now complete; null if no new checkpoint is complete. */
  cover(checkpoint: number | null): CoveredRange | null {
    if (checkpoint === null || checkpoint <= this.covered) return null
    const complete = this.partial.filter((tx) => tx.checkpoint <= checkpoint)
    for (const { digest } of complete) this.#held.delete(digest)
    const from = this.covered + 1
    this.covered = checkpoint
    return { from, to: checkpoint, transactions: complete.sort(compareTransactions) }
  }

  /** Transactions of checkpoints that are not complete. */
  get partial(): readonly CheckpointedTransaction[] {
    return [...this.#held.values()]
  }

  dropPartial(): void {
    this.#held.clear()
  }
}
