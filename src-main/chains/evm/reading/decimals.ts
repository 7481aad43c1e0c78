import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { tokenAbi } from '../encoding/abi.ts'
import type { Multicall } from '../rpc/multicall.ts'

/** Decimals of tokens, each read once, because a token does not change them. */
export interface Decimals {
  /** null for tokens without decimals(). */
  of(tokens: readonly Address[], block: number, signal: AbortSignal): Promise<ReadonlyMap<Address, number | null>>
}

const KEPT_TOKENS = 50_000
/** A real token has at most this many decimals: uint8 by ERC-20, and nobody shows more than 77 digits of a uint256. */
const MOST_DECIMALS = 77

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

/** What a call of `decimals` answered; null for what no token can mean. */
export function decimalsOf(answer: unknown): number | null {
  const value = typeof answer === 'bigint' ? Number(answer) : null
  return value !== null && value <= MOST_DECIMALS ? value : null
}
