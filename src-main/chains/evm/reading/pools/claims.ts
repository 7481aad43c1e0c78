import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../../adapter.ts'
import { factoryAbi, pairAbi } from '../../encoding/abi.ts'
import type { Node } from '../../rpc/node.ts'

/** The answers of an address to the calls of a pool; null if a call fails. */
export interface PoolClaim {
  readonly address: Address
  readonly token0: Address | null
  readonly token1: Address | null
  readonly factory: Address | null
  readonly fee: number | null
}

export type CompleteClaim = PoolClaim & { readonly token0: Address; readonly token1: Address; readonly factory: Address }

/** Whether a claim is worth a call to the factory: its two tokens are in order. */
export function isPlausible(claim: PoolClaim): claim is CompleteClaim {
  const { token0, token1, factory } = claim
  if (token0 === null || token1 === null || factory === null) return false
  return token0 < token1 && factory !== claim.address
}

/** The version of each claim that its factory confirms; null if it confirms none. */
export async function confirmedVersions(node: Node, claims: readonly CompleteClaim[], at: BlockRef, signal: AbortSignal): Promise<(2 | 3 | null)[]> {
  const answers = await node.multicall.read(
    claims.flatMap((claim) => [
      { to: claim.factory, abi: factoryAbi, name: 'getPair', args: [claim.token0, claim.token1] },
      { to: claim.factory, abi: factoryAbi, name: 'getPool', args: [claim.token0, claim.token1, claim.fee ?? 0] },
    ]),
    at.number,
    signal,
  )
  return claims.map((claim, i) => confirmedVersion(claim, answers[i * 2], answers[i * 2 + 1]))
}

/** The version that the factory confirms; null when it confirms none. */
function confirmedVersion(claim: PoolClaim, pair: unknown, pool: unknown): 2 | 3 | null {
  if (addressOf(pair) === claim.address) return 2
  return claim.fee !== null && addressOf(pool) === claim.address ? 3 : null
}

export async function readClaims(node: Node, candidates: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<PoolClaim[]> {
  const names = ['token0', 'token1', 'factory', 'fee'] as const
  const answers = await node.multicall.read(
    candidates.flatMap((to) => names.map((name) => ({ to, abi: pairAbi, name }))),
    at.number,
    signal,
  )
  return candidates.map((address, i) => {
    const [token0, token1, factory, fee] = answers.slice(i * names.length, (i + 1) * names.length)
    return { address, token0: addressOf(token0), token1: addressOf(token1), factory: addressOf(factory), fee: typeof fee === 'number' ? fee : null }
  })
}

export const addressOf = (answer: unknown): Address | null => (typeof answer === 'string' ? trustedAddress(answer.toLowerCase()) : null)
