import { encodeAbiParameters, keccak256, type Hex } from 'viem'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { ZERO_ADDRESS } from '../encoding/zero-address.ts'

/**
 * Tick spacings of the usual fee tiers: https://github.com/Uniswap/v3-core/blob/main/contracts/UniswapV3Factory.sol, and 1 for 0.01 %. Pools
 * with hooks are not recognised by their id.
 */
const SPACINGS = [1, 10, 60, 200]
/** The Uniswap interface derives the spacing of a custom fee: two ticks per basis point. */
const spacingOf = (fee: number): number => Math.max(1, Math.round(fee / 50))
/** PoolKey, whose keccak256 is the id: https://github.com/Uniswap/v4-core/blob/main/src/types/PoolId.sol. */
const KEY = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }] as const

/** A transaction involves few tokens; with many more, a match would be a brute-force search. */
const MAX_TOKENS = 12

/**
 * The two tokens of a Uniswap v4 pool, proved by its id, which is the hash of the pool's key. Tries pairs of the given tokens and of
 * the native coin with each of them; null when none has this id.
 *
 * @param fee in hundredths of a basis point, from the pool's swap event
 */
export function pairOfId(id: string, fee: number, tokens: readonly Address[]): { token0: Address; token1: Address } | null {
  const spacings = [...SPACINGS, spacingOf(fee)]
  const sorted = [...new Set(tokens)].slice(0, MAX_TOKENS).sort()
  for (const [i, token1] of sorted.entries()) {
    for (const token0 of [NATIVE, ...sorted.slice(0, i)])
      if (spacings.some((spacing) => idOf(token0, token1, fee, spacing) === id)) return { token0, token1 }
  }
  return null
}

/** The tick spacing of a pool without hooks, proved by its id; null for other pools. */
export function spacingOfId(id: string, token0: Address, token1: Address, fee: number): number | null {
  return [...SPACINGS, spacingOf(fee)].find((spacing) => idOf(token0, token1, fee, spacing) === id) ?? null
}

function idOf(token0: Address, token1: Address, fee: number, spacing: number): Hex {
  const currency0 = (token0 === NATIVE ? ZERO_ADDRESS : token0) as Hex
  return keccak256(encodeAbiParameters(KEY, [currency0, token1 as Hex, fee, spacing, ZERO_ADDRESS as Hex]))
}
