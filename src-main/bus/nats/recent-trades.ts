import { pick, type BusEvents, type BusStream } from '../events.ts'
import { idsOf, isOfTrades } from './messages.ts'

/** A worker that takes over a token republishes what its predecessor may not have published: the trades of a few blocks at most. */
const MAX_IDS = 20_000

/** Drops trades that a subscriber already has: two workers may publish the same trades in different messages. */
export class RecentTrades {
  /** The blocks by trade id, oldest first. */
  readonly #blocks = new Map<string, number>()

  /** The event without trades that were received before; null if no trades remain. */
  unseen<S extends BusStream>(stream: S, event: BusEvents[S]): BusEvents[S] | null {
    if (!isOfTrades(stream, event)) return event
    if (event.kind === 'reverted') {
      // A block that returns after another block replaced it has the same hash.
      if ('from' in event) for (const [id, block] of this.#blocks) if (block >= event.from) this.#blocks.delete(id)
      return event
    }
    const fresh = idsOf(event).flatMap((id, index) => {
      if (this.#blocks.has(id)) return []
      const one = event.trades[index]
      this.#blocks.set(id, one?.position.block ?? 0)
      return [index]
    })
    for (const id of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_IDS) break
      this.#blocks.delete(id)
    }
    if (fresh.length === event.trades.length) return event
    return fresh.length === 0 ? null : (pick(event, fresh) as BusEvents[S])
  }
}
