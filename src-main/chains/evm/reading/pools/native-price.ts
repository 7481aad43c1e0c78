import { parseAbi } from 'viem'
import { toUnits } from '../../../../../src-shared/domain/amount.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef } from '../../../adapter.ts'
import { agreedPrice, referencePools, usdAtRoot, type PoolPrice, type ReferencePool } from '../../../reference-pools.ts'
import { pairAbi, tokenAbi } from '../../encoding/abi.ts'
import { addressOf } from '../../encoding/words.ts'
import type { Node } from '../../rpc/node.ts'

const stateAbi = parseAbi(['function slot0() view returns (uint160, int24)', 'function getReserves() view returns (uint256, uint256, uint256)'])
/** Prices are square roots as Q64.96 numbers: https://docs.uniswap.org/contracts/v3/reference/core/UniswapV3Pool. */
const ROOT_BITS = 96

/** Dollars per native coin by the reference pools at a block; null if the node has none of them. */
export async function readNativePrice(node: Node, network: NetworkId, at: Pick<BlockRef, 'number'>, signal: AbortSignal): Promise<number | null> {
  const pools = referencePools(network)
  const answers = await node.multicall.read(
    pools.flatMap(({ pool, kind, stable }) => [
      { to: pool, abi: pairAbi, name: 'token0' },
      { to: pool, abi: pairAbi, name: 'token1' },
      { to: pool, abi: stateAbi, name: kind === 'pair' ? 'getReserves' : 'slot0' },
      { to: stable.address, abi: tokenAbi, name: 'balanceOf', args: [pool] },
    ]),
    at.number,
    signal,
  )
  return agreedPrice(pools.flatMap((pool, i) => priceOf(pool, answers.slice(i * 4, i * 4 + 4)) ?? []))
}

function priceOf(reference: ReferencePool, [token0, token1, state, held]: readonly unknown[]): PoolPrice | null {
  const { native, stable, kind } = reference
  const nativeFirst = native.address < stable.address
  const expected = nativeFirst ? [native.address, stable.address] : [stable.address, native.address]
  if (addressOf(token0) !== expected[0] || addressOf(token1) !== expected[1] || typeof held !== 'bigint' || !Array.isArray(state)) return null
  const [first, second] = state as readonly unknown[]
  const dollars = toUnits(held, stable.decimals)
  if (typeof first !== 'bigint' || first === 0n) return null
  if (kind !== 'pair') return { usd: usdAtRoot(first, ROOT_BITS, nativeFirst, reference), dollars }
  if (typeof second !== 'bigint' || second === 0n) return null
  const [coins, stables] = nativeFirst ? [first, second] : [second, first]
  return { usd: toUnits(stables, stable.decimals) / toUnits(coins, native.decimals), dollars }
}
