import type { WalletInToken } from '../../src-shared/contract/records/wallets.ts'

/** The result of a wallet's trades of a token, at average cost (docs/api/records.md#wallets-across-tokens). */

export type WalletResult = WalletInToken['usd']

export const UNKNOWN_RESULT: WalletResult = { spent: null, received: null, realised: null, unrealised: null, left_out: null }

export interface Traded<T> {
  readonly buys: readonly T[]
  readonly sells: readonly T[]
  /** Whether all trades are stored and no more was sold than bought. Tokens received otherwise have an unknown price. */
  readonly isBoughtFirst: boolean
  readonly bought: number
  /** Units bought, not sold, and still in the wallet. */
  readonly held: number
}

/**
 * The result of the trades with a known value in a currency. A buy without a value leaves the average cost unknown.
 *
 * @param price current price of a token
 */
export function resultOf<T>(
  { buys, sells, isBoughtFirst, bought, held }: Traded<T>,
  value: (swap: T) => number | null,
  tokensOf: (swaps: readonly T[]) => number,
  price: number | null,
): WalletResult {
  const [paid, got] = [countedIn(buys, value), countedIn(sells, value)]
  const isCostKnown = isBoughtFirst && paid.total !== null && paid.counted.length === buys.length
  const cost = isCostKnown ? paid.total / bought : null
  return {
    spent: paid.total,
    received: got.total,
    realised: cost === null || got.total === null ? null : got.total - cost * tokensOf(got.counted),
    unrealised: cost === null || (price === null && held > 0) ? null : Math.max(0, held) * ((price ?? 0) - cost),
    left_out: buys.length + sells.length - paid.counted.length - got.counted.length,
  }
}

/** The swaps with a value, and its sum. The sum is null if no swap has a value, unless there are no swaps. */
function countedIn<T>(swaps: readonly T[], value: (swap: T) => number | null): { readonly counted: readonly T[]; readonly total: number | null } {
  const counted = swaps.filter((swap) => value(swap) !== null)
  const total = counted.reduce((sum, swap) => sum + (value(swap) ?? 0), 0)
  return { counted, total: counted.length === 0 && swaps.length > 0 ? null : total }
}
