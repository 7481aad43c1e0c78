import { LRUCache } from 'lru-cache'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade, TradeLeg } from '../../../../src-shared/domain/events.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { KNOWN_DECIMALS } from '../encoding/known-decimals.ts'
import type { GrpcClient } from './grpc.ts'

/** Decimals of traded coins, each read once: a coin cannot change them. */
export interface Decimals {
  /** Trades with the decimals of both sides. A coin without metadata has 0 decimals: it is shown in raw units. */
  fill(trades: readonly Trade[], signal: AbortSignal): Promise<Trade[]>
}

const COIN_CONCURRENCY = 8
const MAX_CACHED_COINS = 50_000

export function createDecimals(grpc: GrpcClient): Decimals {
  const cache = new LRUCache<string, number>({ max: MAX_CACHED_COINS })

  async function read(coin: Address, signal: AbortSignal): Promise<[Address, number]> {
    const known = KNOWN_DECIMALS.get(coin) ?? cache.get(coin)
    if (known !== undefined) return [coin, known]
    const info = await grpc.unaryOrNull('stateService', 'getCoinInfo', { coinType: coin }, signal)
    const decimals = info?.metadata?.decimals ?? 0
    cache.set(coin, decimals)
    return [coin, decimals]
  }

  return {
    async fill(trades, signal) {
      const coins = [...new Set(trades.flatMap(({ tokenIn, tokenOut }) => [tokenIn.token, tokenOut.token]))]
      const decimals = new Map(await mapLimited(coins, COIN_CONCURRENCY, (coin) => read(coin, signal)))
      const fillLeg = (leg: TradeLeg): TradeLeg => ({ ...leg, decimals: decimals.get(leg.token) ?? 0 })
      return trades.map((trade) => ({ ...trade, tokenIn: fillLeg(trade.tokenIn), tokenOut: fillLeg(trade.tokenOut) }))
    },
  }
}
