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
    const codes = events.flatMap((event) => (event.kind === 'decode_warning' && UNREAD.has(event.code) ? [event.code] : []))
    if (codes.length === 0) return
    const isTraded = events.some((event) => event.kind === 'trade' && [event.tokenIn.token, event.tokenOut.token].includes(this.#token))
    const hasMoved = events.some((event) => event.kind === 'transfer' && event.token === this.#token)
    // Without inner instructions, no transfer shows whether the token moved.
    if ((hasMoved || codes.includes('inner_not_recorded')) && !isTraded) this.#count++
  }

  summary(): string[] {
    return this.#count === 0
      ? []
      : [`Trades may be missing: ${countOf(this.#count, 'transaction')} may have traded the token in a way that is not decoded.`]
  }
}
