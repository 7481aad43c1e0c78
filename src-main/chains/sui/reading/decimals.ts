import knownTokens from '../../../../resources/labels/known-tokens.json' with { type: 'json' }
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Trade, TradeLeg } from '../../../../src-shared/domain/events.ts'
import { NETWORKS } from '../../../../src-shared/networks.ts'
import { inParallel } from '../../ask.ts'
import type { GrpcClient } from '../rpc/grpc.ts'
import { normaliseType, SUI_COIN } from '../encoding/move-type.ts'

/** Decimals of coins that everyone trades against: recorded answers name none. */
export const KNOWN_DECIMALS: ReadonlyMap<string, number> = new Map([
  [SUI_COIN, NETWORKS.sui.native.decimals],
  ...knownTokens.flatMap(({ network, address, decimals }) => (network === 'sui' ? [[normaliseType(address), decimals] as const] : [])),
])

/** Decimals of traded coins, each asked for once; a coin does not change them. */
export interface Decimals {
  /** Trades with the decimals of both sides. A coin without metadata counts in raw units, as the coin itself is shown. */
  fill(trades: readonly Trade[], signal: AbortSignal): Promise<Trade[]>
}

const COIN_CONCURRENCY = 8
const MAX_CACHED_COINS = 50_000

export function createDecimals(grpc: GrpcClient): Decimals {
  let known = new Map<string, number>(KNOWN_DECIMALS)
  return {
    async fill(trades, signal) {
      if (known.size > MAX_CACHED_COINS) known = new Map(KNOWN_DECIMALS)
      const missing = [...new Set(trades.flatMap(({ tokenIn, tokenOut }) => [tokenIn.token, tokenOut.token]))].filter((coin) => !known.has(coin))
      await inParallel(missing, COIN_CONCURRENCY, async (coin: Address) => {
        const info = await grpc.orNull('getCoinInfo', (client, options) => client.stateService.getCoinInfo({ coinType: coin }, options), signal)
        known.set(coin, info?.metadata?.decimals ?? 0)
      })
      const filled = (leg: TradeLeg): TradeLeg => ({ ...leg, decimals: known.get(leg.token) ?? 0 })
      return trades.map((trade) => ({ ...trade, tokenIn: filled(trade.tokenIn), tokenOut: filled(trade.tokenOut) }))
    },
  }
}
