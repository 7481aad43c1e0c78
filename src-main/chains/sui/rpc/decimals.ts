import type { GrpcTypes } from '@mysten/sui/grpc'
import { LRUCache } from 'lru-cache'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade, TradeLeg } from '../../../../src-shared/domain/events.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { KNOWN_DECIMALS } from '../encoding/known-decimals.ts'
import type { GrpcClient } from './grpc.ts'

/** A coin with more decimals, or without any, is shown in raw units. */
const MAX_DECIMALS = 36

/** Null if the coin names no decimals that can be shown. */
export function readDecimals(info: GrpcTypes.GetCoinInfoResponse | null): number | null {
  const decimals = info?.metadata?.decimals
  return decimals !== undefined && decimals <= MAX_DECIMALS ? decimals : null
}

/** Decimals of traded coins, each read once: a coin cannot change them. */
export interface Decimals {
  /** Trades with the decimals of both sides. A coin without any that can be shown has 0: its amounts are in raw units. */
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
    const decimals = readDecimals(info) ?? 0
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
