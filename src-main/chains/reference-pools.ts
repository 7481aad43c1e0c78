import rows from '../../resources/prices/reference-pools.json' with { type: 'json' }
import tokens from '../../resources/prices/quote-tokens.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../src-shared/domain/parse-address.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** A pool of the network's native coin against a dollar stablecoin, from which the coin's price is read. */
export interface ReferencePool {
  readonly pool: Address
  readonly kind: (typeof rows)[number]['kind']
  readonly native: PricedToken
  readonly stable: PricedToken
}

interface PricedToken {
  readonly address: Address
  readonly decimals: number
}

export interface PoolPrice {
  readonly usd: number
  /** Dollars that the pool holds. */
  readonly dollars: number
}

/** The price of a pool with less liquidity means nothing. */
const MIN_DOLLARS = 10_000
/** Largest relative difference between pools of one coin; a larger one means that at least one price is wrong. */
const MAX_SPREAD = 0.05

export function referencePools(network: NetworkId): ReferencePool[] {
  const priced = (text: string): PricedToken | null => {
    const parsed = parseTokenAddress(network, text)
    const decimals = tokens.find((row) => row.network === network && row.address === text)?.decimals
    return parsed.ok && decimals !== undefined ? { address: parsed.address, decimals } : null
  }
  return rows.flatMap((row) => {
    if (row.network !== network) return []
    const [native, stable] = [priced(row.native), priced(row.stable)]
    return native === null || stable === null ? [] : [{ pool: trustedAddress(row.pool), kind: row.kind, native, stable }]
  })
}

/** Dollars per coin in the deepest pool; null without a deep pool, or when two deep pools contradict each other. */
export function agreedPrice(prices: readonly PoolPrice[]): number | null {
  const deep = prices.filter(({ usd, dollars }) => dollars >= MIN_DOLLARS && usd > 0 && Number.isFinite(usd)).sort((a, b) => b.dollars - a.dollars)
  const first = deep[0]
  if (first === undefined) return null
  return deep.every(({ usd }) => Math.abs(usd - first.usd) <= first.usd * MAX_SPREAD) ? first.usd : null
}

/**
 * Dollars per coin at a square-root price, with double precision.
 *
 * @param root square root of raw units of the second token for one of the first, as a fixed-point number of `bits`
 */
export function usdAtRoot(root: bigint, bits: number, nativeFirst: boolean, { native, stable }: ReferencePool): number {
  const price = (Number(root) / 2 ** bits) ** 2
  return (nativeFirst ? price : 1 / price) * 10 ** (native.decimals - stable.decimals)
}
