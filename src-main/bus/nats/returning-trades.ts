/** The servers compare a message with those of the last two minutes (docs/team.md#events). Fewer tokens are reverted in that time. */
const MAX_SUBJECTS = 10_000

/** Message ids of trades that return after a reorg, which are not duplicates, even in a block with the same hash. */
export class ReturningTrades {
  /** The number of the last reorg by subject, oldest first. */
  readonly #reorgs = new Map<string, number>()
  readonly #process: string
  #count = 0

  /** @param process its name: another process that takes over a token may see a later reorg of the same block */
  constructor(process: string) {
    this.#process = process
  }

  onReverted(subject: string): void {
    this.#reorgs.delete(subject)
    this.#reorgs.set(subject, ++this.#count)
    for (const oldest of this.#reorgs.keys()) {
      if (this.#reorgs.size <= MAX_SUBJECTS) break
      this.#reorgs.delete(oldest)
    }
  }

  /** @param id of the message, or null if no other process sends it */
  idOf(subject: string, id: string | null): string | null {
    const reorg = this.#reorgs.get(subject)
    return id === null || reorg === undefined ? id : `${id}~${this.#process}:${reorg}`
  }
}
