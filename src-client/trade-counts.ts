import type { Trade } from './api.ts'

/**
 * What makes a trade the same one in a page and in the stream. Dollar values are left out, because they may be filled in later. Legs of
 * one transaction can be alike, so equal trades are counted and not merged.
 */
export function tradeKey({ block, tx_signature, pool_address, signer, token_in, token_out }: Trade): string {
  return [block, tx_signature, pool_address, signer, token_in.address, token_in.amount, token_out.address, token_out.amount].join(' ')
}

/** How often each trade was seen. The oldest are forgotten beyond a limit. */
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

  /** Takes one away; false if there was none. */
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
