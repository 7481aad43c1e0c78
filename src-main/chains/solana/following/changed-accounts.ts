/** Changed accounts remembered until they are looked at; beyond, they are found by the transactions alone, and counted. */
const MOST_ACCOUNTS = 50_000

/** Token accounts that were announced to have changed, each with the slot of its last change. */
export class ChangedAccounts {
  private readonly slots = new Map<string, number>()
  private forgotten = 0

  /** How many announcements were too many to be remembered. */
  get lost(): number {
    return this.forgotten
  }

  add(account: string, slot: number): void {
    if (this.slots.size < MOST_ACCOUNTS || this.slots.has(account)) this.slots.set(account, slot)
    else this.forgotten += 1
  }

  /** Whether any changed up to a slot. */
  upTo(slot: number): boolean {
    for (const changed of this.slots.values()) if (changed <= slot) return true
    return false
  }

  /** Those that changed up to a slot, each told once with the slot of its last change. */
  take(upTo: number): ReadonlyMap<string, number> {
    const taken = new Map([...this.slots].filter(([, slot]) => slot <= upTo))
    for (const account of taken.keys()) this.slots.delete(account)
    return taken
  }
}
