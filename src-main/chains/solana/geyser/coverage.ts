import type { Mention } from '../reading/history.ts'
import type { StreamedBlock } from './messages.ts'
import type { StreamedTransaction } from './streamed.ts'

/** A transaction whose slot is complete. */
export interface Carried {
  readonly transaction: StreamedTransaction
  readonly block: Pick<StreamedBlock, 'slot' | 'time'>
}

interface Slot {
  readonly mentions: Map<string, Mention>
  /** Not decoded yet: the time of the block comes after its transactions. */
  waiting: StreamedTransaction[]
  block: StreamedBlock | null
}

/** Slots remembered: what is told late is found in the last few. */
const SLOTS_KEPT = 160
/** Transactions kept until their block is known; a stream that brings more is none of this token's. */
const MOST_WAITING = 20_000

/**
 * What a stream carried, and for which slots it carried everything. Every block names the one before it, so a block that was
 * not told shows. The first slot after joining may have been sent in part only, and the newest may have more to come: both are
 * left out.
 */
export class Coverage {
  private readonly slots = new Map<number, Slot>()
  private newest: StreamedBlock | null = null
  /** First slot of which everything is known to have come; null before there is one. */
  private from: number | null = null
  private joining = true
  private waiting = 0

  /** Last slot of which everything came; null when there is none. */
  get to(): number | null {
    return this.newest === null || this.from === null || this.newest.slot <= this.from ? null : this.newest.slot - 1
  }

  /** Where to begin again so that nothing is missed: one slot before the newest, which may have been sent in part. */
  get replayFrom(): number | null {
    return this.from === null || this.newest === null ? null : this.newest.parent
  }

  /** A connection was made anew. */
  join(): void {
    this.joining = true
  }

  /** What is sent changed: what came so far says nothing of it. */
  restart(): void {
    this.joining = true
    this.from = null
    this.newest = null
  }

  /** @returns the transaction itself where its slot is complete already: it came late */
  add(slot: number, transaction: StreamedTransaction): Carried[] {
    const at = this.slotAt(slot)
    if (at.mentions.has(transaction.signature) || this.waiting >= MOST_WAITING) return []
    const { block } = at
    at.mentions.set(transaction.signature, { signature: transaction.signature, slot, failed: false, time: block?.time ?? null })
    if (block !== null && this.newest !== null && slot < this.newest.slot) return [{ transaction, block }]
    at.waiting.push(transaction)
    this.waiting += 1
    return []
  }

  /** @returns the transactions of slots that are complete by this block */
  block(block: StreamedBlock): Carried[] {
    const { newest } = this
    this.slotAt(block.slot).block = block
    if (newest !== null && block.slot <= newest.slot) {
      if (block.slot < newest.slot) this.joining = false
      return []
    }
    if (newest === null || this.from === null || this.joining || block.parent !== newest.slot) this.from = block.slot + 1
    this.joining = false
    this.newest = block
    const complete = [...this.slots].filter(([slot]) => slot < block.slot).flatMap(([, slot]) => this.take(slot))
    for (const slot of this.slots.keys()) if (slot < block.slot - SLOTS_KEPT) this.drop(slot)
    return complete
  }

  /** Transactions of a range of slots, and before it back to `since` as far as they came; null when not all of the range came. */
  carried(since: number, from: number, to: number): Mention[] | null {
    const { to: last } = this
    if (this.from === null || last === null || from < this.from || to > last || from < last - SLOTS_KEPT) return null
    const first = Math.max(since, this.from)
    return [...this.slots].flatMap(([slot, { block, mentions }]) => (block === null || slot < first || slot > to ? [] : [...mentions.values()]))
  }

  /** The chain took these slots back. */
  forget(from: number): void {
    for (const slot of this.slots.keys()) if (slot >= from) this.drop(slot)
    this.restart()
  }

  private slotAt(number: number): Slot {
    const known = this.slots.get(number)
    if (known !== undefined) return known
    const made: Slot = { mentions: new Map(), waiting: [], block: null }
    this.slots.set(number, made)
    return made
  }

  /** What waited for its block; where no block came, the slot is on a fork that was given up. */
  private take(slot: Slot): Carried[] {
    const { waiting, block } = slot
    if (block === null) return []
    slot.waiting = []
    this.waiting -= waiting.length
    for (const [signature, mention] of slot.mentions) slot.mentions.set(signature, { ...mention, time: block.time })
    return waiting.map((transaction) => ({ transaction, block }))
  }

  private drop(number: number): void {
    this.waiting -= this.slots.get(number)?.waiting.length ?? 0
    this.slots.delete(number)
  }
}
