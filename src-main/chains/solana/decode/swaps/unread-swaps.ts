import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { ChainEvent } from '../../../../../src-shared/domain/events.ts'
import { countOf } from '../../../../../src-shared/domain/shown.ts'

/** Warnings about what may have been a swap (`../decode.ts`, `undecoded.ts`). */
const UNREAD = new Set(['swap_unread', 'exchange_undecoded', 'inner_not_recorded'])

/** Counts transactions that mention a token and may have traded it without being decoded. */
export class UnreadSwaps {
  readonly #token: Address
  #count = 0

  constructor(token: Address) {
    this.#token = token
  }

  /** @param events of one transaction */
  add(events: readonly ChainEvent[]): void {
    const warned = events.filter((event) => event.kind === 'oddity' && UNREAD.has(event.code))
    if (warned.length === 0) return
    const isTraded = events.some((event) => event.kind === 'trade' && [event.tokenIn.token, event.tokenOut.token].includes(this.#token))
    const hasMoved = events.some((event) => event.kind === 'transfer' && event.token === this.#token)
    // Without inner instructions, no transfer shows whether the token moved.
    const mayHaveMoved = hasMoved || warned.some((event) => event.kind === 'oddity' && event.code === 'inner_not_recorded')
    if (mayHaveMoved && !isTraded) this.#count++
  }

  summary(): string[] {
    return this.#count === 0
      ? []
      : [`Trades may be missing: ${countOf(this.#count, 'transaction')} may have traded the token in a way that is not decoded.`]
  }
}
