/** Maximum number of pending accounts. Further announcements are dropped and counted. Their changes are still found through transactions. */
const MAX_ACCOUNTS = 50_000

/** Token accounts with an announced change, each with the slot of its last change. */
export class ChangedAccounts {
  private readonly slots = new Map<string, number>()
  private dropped = 0

  /** Number of dropped announcements. */
  get lost(): number {
    return this.dropped
  }

  add(account: string, slot: number): void {
    if (this.slots.size < MAX_ACCOUNTS || this.slots.has(account)) this.slots.set(account, slot)
    else this.dropped += 1
  }

  /** Whether any account changed up to a slot. */
  upTo(slot: number): boolean {
    for (const changed of this.slots.values()) if (changed <= slot) return true
    return false
  }

  /** Removes and returns the accounts that changed up to a slot, each with the slot of its last change. */
  take(upTo: number): ReadonlyMap<string, number> {
    const taken = new Map([...this.slots].filter(([, slot]) => slot <= upTo))
    for (const account of taken.keys()) this.slots.delete(account)
    return taken
  }
}
