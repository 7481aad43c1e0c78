import type { Trade } from '../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import type { Store } from '../store/interface.ts'
import { readNativePrices, NEARBY_SECONDS, priceTrades, type NativePrice } from './price-trades.ts'
import { getQuotes } from './quotes.ts'

/** Adds USD values to trades before they are stored, with native coin prices from stored trades near them in time. */
export type PriceTrades = (network: NetworkId, trades: readonly Trade[]) => Promise<Trade[]>

/** The current price of a network's native coin with its time; null if it is unknown. */
export type NativeNow = (network: NetworkId) => Promise<NativePrice | null>

/** @param now called for trades of the native coin. Its price applies only to trades near it in time. */
export function createPricer(store: Pick<Store, 'read'>, now?: NativeNow): PriceTrades {
  return async (network, trades) => {
    const quotes = getQuotes(network)
    const blocks = trades.map(({ position }) => position.block)
    if (blocks.length === 0) return []
    const reach = Math.ceil(NEARBY_SECONDS / NETWORKS[network].blockSeconds)
    const stored = await store.read.pairTrades({
      network,
      between: [[...quotes.natives], [...quotes.stables]],
      from: Math.min(...blocks) - reach,
      to: Math.max(...blocks) + reach,
    })
    const inCoins = trades.some(({ tokenIn, tokenOut }) => quotes.natives.has(tokenIn.token) || quotes.natives.has(tokenOut.token))
    const present = inCoins ? ((await now?.(network)) ?? null) : null
    return priceTrades(trades, quotes, [...readNativePrices(stored, quotes), ...(present === null ? [] : [present])])
  }
}
