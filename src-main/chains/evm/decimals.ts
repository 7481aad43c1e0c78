import { NATIVE } from '../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { Address } from '../../../src-shared/domain/address.ts'
import { tokenAbi } from './abi.ts'
import type { Multicall } from './multicall.ts'
import { decimalsOf } from './token.ts'

/** Decimals of tokens, each asked for once; a token does not change them. */
export interface Decimals {
  /** null for tokens that tell none. */
  of(tokens: readonly Address[], block: number, signal: AbortSignal): Promise<ReadonlyMap<Address, number | null>>
}

const KEPT_TOKENS = 50_000

export function openDecimals(network: NetworkId, multicall: Multicall): Decimals {
  const known = new Map<Address, number | null>()
  return {
    async of(tokens, block, signal) {
      if (known.size > KEPT_TOKENS) known.clear()
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
