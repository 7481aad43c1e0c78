import { listedQuotes } from '../../listed-quotes.ts'
import { amountIn, readAccounts } from '../rpc/accounts.ts'
import type { SolanaNode } from '../rpc/node.ts'
import type { LpPool } from './liquidity.ts'

/**
 * The deepest pools, at most `most`. Anyone can open any number of pools against tokens of their own, so pools with the most of a listed quote token
 * come first.
 */
export async function deepestPools(node: SolanaNode, pools: readonly LpPool[], most: number, signal: AbortSignal): Promise<readonly LpPool[]> {
  if (pools.length <= most) return pools
  const vaults = await readAccounts(
    node,
    pools.map(({ quoteVault }) => quoteVault),
    signal,
  )
  const deep = pools.map((pool, i) => ({ pool, isListed: listedQuotes('sol').has(pool.quote), raw: amountIn(vaults[i]) }))
  deep.sort((a, b) => Number(b.isListed) - Number(a.isListed) || (a.raw === b.raw ? 0 : a.raw < b.raw ? 1 : -1))
  return deep.slice(0, most).map(({ pool }) => pool)
}
