import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { tokenAbi } from '../encoding/abi.ts'
import type { Multicall } from './multicall.ts'

/** Decimals of tokens, each read once, because a token does not change them. */
export interface Decimals {
  /** Null for tokens without decimals(). */
  of(tokens: readonly Address[], block: number, signal: AbortSignal): Promise<ReadonlyMap<Address, number | null>>
}

const MAX_CACHED_TOKENS = 50_000
/** A uint256 has 78 decimal digits, so a token with more decimals than this is not meaningful. */
const MAX_DECIMALS = 77

export function openDecimals(network: NetworkId, multicall: Multicall): Decimals {
  const known = new Map<Address, number | null>()
  return {
    async of(tokens, block, signal) {
      if (known.size > MAX_CACHED_TOKENS) known.clear()
      known.set(NATIVE, NETWORKS[network].native.decimals)
      const missing = [...new Set(tokens)].filter((token) => !known.has(token))
      const answers = await multicall.read(
        missing.map((to) => ({ to, abi: tokenAbi, name: 'decimals' })),
        block,
        signal,
      )
      missing.forEach((token, i) => known.set(token, decimalsOf(answers[i])))
      return new Map(tokens.map((token) => [token, known.get(token) ?? null]))
    },
  }
}

/** The answer to `decimals()` as a number; null when it failed or is out of range. */
export function decimalsOf(answer: unknown): number | null {
  const value = typeof answer === 'bigint' ? Number(answer) : null
  return value !== null && value <= MAX_DECIMALS ? value : null
}
