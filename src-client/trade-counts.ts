import type { Trade } from './api.ts'

/**
 * The identity of a trade, equal in a page and in the stream. Dollar values are left out, because they may be filled in later. Legs of one
 * transaction can be equal, so equal trades are counted and not merged.
 */
export function tradeKey({ block, tx_signature, pool_address, signer, token_in, token_out }: Trade): string {
  return [block, tx_signature, pool_address, signer, token_in.address, token_in.amount, token_out.address, token_out.amount].join(' ')
}

/** How often each trade was seen. Beyond a limit, the oldest are evicted. */
export class TradeCounts {
  readonly #counts = new Map<string, number>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string): void {
    this.raise(key, this.of(key) + 1)
  }

  /** Decrements the count of a trade; false if it was zero. */
  take(key: string): boolean {
    const count = this.of(key)
    if (count > 1) this.#counts.set(key, count - 1)
    else this.#counts.delete(key)
    return count > 0
  }

  raise(key: string, count: number): void {
    this.#counts.delete(key)
    this.#counts.set(key, count)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > this.#max && oldest !== undefined) this.#counts.delete(oldest)
  }
}
