import { compareBig } from '../../../../src-shared/domain/compare.ts'
import { listedQuotes } from '../../listed-quotes.ts'
import { readAccounts } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'
import { quoteIn, type LpPool } from './lp-tokens/liquidity.ts'

interface Depth {
  readonly quote: string
  readonly quoteRaw: bigint
}

/**
 * Sorts the deepest pools first. Anyone can open any number of pools against tokens of their own, so pools with the most of a listed quote token come
 * first.
 */
export function compareDepths(a: Depth, b: Depth): number {
  const [isListed, isOtherListed] = [a, b].map(({ quote }) => listedQuotes('sol').has(quote))
  return Number(isOtherListed) - Number(isListed) || compareBig(b.quoteRaw, a.quoteRaw)
}

/** The deepest pools, at most `most`. */
export async function deepestPools(node: SolanaNode, pools: readonly LpPool[], most: number, signal: AbortSignal): Promise<readonly LpPool[]> {
  if (pools.length <= most) return pools
  const vaults = await readAccounts(
    node,
    pools.map(({ quoteVault }) => quoteVault),
    signal,
  )
  const deep = pools.map((pool, i) => ({ pool, quote: pool.quote, quoteRaw: quoteIn(pool, vaults[i]) }))
  return deep
    .sort(compareDepths)
    .slice(0, most)
    .map(({ pool }) => pool)
}
