import type { Mention } from '../reading/transactions/history.ts'
import type { StreamedBlock } from './messages.ts'
import type { StreamedTransaction } from './streamed.ts'

/** A transaction of a complete slot. */
export interface StreamedEntry {
  readonly transaction: StreamedTransaction
  readonly block: Pick<StreamedBlock, 'slot' | 'time'>
}

interface Slot {
  readonly mentions: Map<string, Mention>
  /** Not decoded yet, since a block's time arrives after its transactions. */
  pending: StreamedTransaction[]
  block: StreamedBlock | null
}

/** Late transactions arrive within the last few slots. */
const SLOTS_CACHED = 160
/** Maximum number of transactions without a block. A stream of one token has far fewer. */
const MAX_PENDING = 20_000

/**
 * The slots that a stream delivered completely, with their transactions. Every block names its parent, so a missing block is
 * detected. The first slot after connecting may be partial, and the newest may still receive transactions: both are excluded.
 */
export class Coverage {
  readonly #slots = new Map<number, Slot>()
  #newest: StreamedBlock | null = null
  /** The first complete slot; null before there is one. */
  #from: number | null = null
  #reconnecting = true
  #pending = 0

  /** The last complete slot; null if there is none. */
  get to(): number | null {
    return this.#newest === null || this.#from === null || this.#newest.slot <= this.#from ? null : this.#newest.slot - 1
  }

  /** The slot to replay from after reconnecting: the newest one's parent, because the newest may be partial. */
  get replayFrom(): number | null {
    return this.#from === null || this.#newest === null ? null : this.#newest.parent
  }

  /** Call after reconnecting. */
  reconnect(): void {
    this.#reconnecting = true
  }

  /** Call when the subscription changes, because earlier slots do not cover it. */
  restart(): void {
    this.#reconnecting = true
    this.#from = null
    this.#newest = null
  }

  /** @returns the transaction if it is late, that is, its slot is already complete */
  add(slot: number, transaction: StreamedTransaction): StreamedEntry[] {
    const at = this.#slotEntry(slot)
    if (at.mentions.has(transaction.signature) || this.#pending >= MAX_PENDING) return []
    const { block } = at
    at.mentions.set(transaction.signature, { signature: transaction.signature, slot, failed: false, time: block?.time ?? null })
    if (block !== null && this.#newest !== null && slot < this.#newest.slot) return [{ transaction, block }]
    at.pending.push(transaction)
    this.#pending += 1
    return []
  }

  /** @returns the transactions of slots that this block completes */
  block(block: StreamedBlock): StreamedEntry[] {
    const newest = this.#newest
    this.#slotEntry(block.slot).block = block
    if (newest !== null && block.slot <= newest.slot) {
      if (block.slot < newest.slot) this.#reconnecting = false
      return []
    }
    if (newest === null || this.#from === null || this.#reconnecting || block.parent !== newest.slot) this.#from = block.slot + 1
    this.#reconnecting = false
    this.#newest = block
    const complete = [...this.#slots].filter(([slot]) => slot < block.slot).flatMap(([, slot]) => this.#take(slot))
    for (const slot of this.#slots.keys()) if (slot < block.slot - SLOTS_CACHED) this.#drop(slot)
    return complete
  }

  /** Transactions of a range of slots, and earlier ones back to `since` as far as they were streamed; null if the range is incomplete. */
  streamed(since: number, from: number, to: number): Mention[] | null {
    const { to: last } = this
    if (this.#from === null || last === null || from < this.#from || to > last || from < last - SLOTS_CACHED) return null
    const first = Math.max(since, this.#from)
    return [...this.#slots].flatMap(([slot, { block, mentions }]) => (block === null || slot < first || slot > to ? [] : [...mentions.values()]))
  }

  /** Removes slots from `from` on, after a reorg. */
  forget(from: number): void {
    for (const slot of this.#slots.keys()) if (slot >= from) this.#drop(slot)
    this.restart()
  }

  #slotEntry(number: number): Slot {
    const known = this.#slots.get(number)
    if (known !== undefined) return known
    const made: Slot = { mentions: new Map(), pending: [], block: null }
    this.#slots.set(number, made)
    return made
  }

  /** Removes and returns the pending transactions. A slot without a block is on an abandoned fork. */
  #take(slot: Slot): StreamedEntry[] {
    const { pending, block } = slot
    if (block === null) return []
    slot.pending = []
    this.#pending -= pending.length
    for (const [signature, mention] of slot.mentions) slot.mentions.set(signature, { ...mention, time: block.time })
    return pending.map((transaction) => ({ transaction, block }))
  }

  #drop(number: number): void {
    this.#pending -= this.#slots.get(number)?.pending.length ?? 0
    this.#slots.delete(number)
  }
}
