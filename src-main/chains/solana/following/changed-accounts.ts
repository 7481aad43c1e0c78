/** Maximum number of pending accounts. Further announcements are dropped and counted. Their changes are still found through transactions. */
const MAX_ACCOUNTS = 50_000
/** Maximum number of pending states of an account. More have a pool's vaults, whose transactions name the pool. */
const MAX_STATES = 16

/** What a token account held after a change, as announced. */
export interface AnnouncedState {
  readonly slot: number
  /** Raw units; null if unknown. */
  readonly raw: bigint | null
}

/** Token accounts with announced changes, each with its newest states. */
export class ChangedAccounts {
  readonly #states = new Map<string, readonly AnnouncedState[]>()
  #dropped = 0

  /** Number of dropped announcements. */
  get lost(): number {
    return this.#dropped
  }

  add(account: string, { slot, raw }: AnnouncedState): void {
    const known = this.#states.get(account)
    if (known === undefined && this.#states.size >= MAX_ACCOUNTS) this.#dropped += 1
    else this.#states.set(account, newestStates([...(known ?? []), { slot, raw }]))
  }

  /** Whether any account changed up to a slot. */
  upTo(slot: number): boolean {
    for (const states of this.#states.values()) if (states.some((state) => state.slot <= slot)) return true
    return false
  }

  /** Removes and returns the states up to a slot. */
  take(upTo: number): ReadonlyMap<string, readonly AnnouncedState[]> {
    const taken = new Map<string, readonly AnnouncedState[]>()
    for (const [account, states] of this.#states) {
      const { due = [], later } = Object.groupBy(states, ({ slot }) => (slot <= upTo ? 'due' : 'later'))
      if (due.length > 0) taken.set(account, due)
      if (later === undefined) this.#states.delete(account)
      else this.#states.set(account, later)
    }
    return taken
  }
}

export const newestStates = <State extends AnnouncedState>(states: readonly State[]): readonly State[] => states.slice(-MAX_STATES)
