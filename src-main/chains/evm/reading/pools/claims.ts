import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../../adapter.ts'
import { algebraFactoryAbi, factoryAbi, pairAbi, poolKindAbi, spacingFactoryAbi, stableFactoryAbi } from '../../encoding/abi.ts'
import { addressOf } from '../../encoding/words.ts'
import type { ContractCall } from '../../rpc/multicall.ts'
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
export async function confirmedVersions(
  node: Node,
  claims: readonly CompleteClaim[],
  at: Pick<BlockRef, 'number'>,
  signal: AbortSignal,
): Promise<(2 | 3 | null)[]> {
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

/** How a factory confirms its pools, with the name of such an exchange if it is not listed. */
export interface PoolKind {
  readonly dex: string
  readonly version: string
}

const VERSIONS: Readonly<Record<2 | 3, PoolKind>> = { 2: { dex: 'uniswap-v2-fork', version: '2' }, 3: { dex: 'uniswap-v3-fork', version: '3' } }
const SOLIDLY: PoolKind = { dex: 'solidly-fork', version: '1' }
const ALGEBRA: PoolKind = { dex: 'algebra-fork', version: '3' }

/** The kind of each claim that its factory confirms; null if it confirms none. Only what Uniswap's calls do not confirm takes further calls. */
export async function confirmedKinds(
  node: Node,
  claims: readonly CompleteClaim[],
  at: Pick<BlockRef, 'number'>,
  signal: AbortSignal,
): Promise<(PoolKind | null)[]> {
  const versions = await confirmedVersions(node, claims, at, signal)
  const others = await otherKinds(
    node,
    claims.filter((_, i) => (versions[i] ?? null) === null),
    at.number,
    signal,
  )
  return claims.map(({ address }, i) => {
    const version = versions[i] ?? null
    return version === null ? (others.get(address) ?? null) : VERSIONS[version]
  })
}

/** Pools of other families. Their factory has several pools of a pair, by a flag or the distance of ticks, or names its only one. */
async function otherKinds(node: Node, claims: readonly CompleteClaim[], block: number, signal: AbortSignal): Promise<ReadonlyMap<Address, PoolKind>> {
  const properties = await node.multicall.read(
    claims.flatMap(({ address: to }) => [
      { to, abi: poolKindAbi, name: 'stable' },
      { to, abi: poolKindAbi, name: 'tickSpacing' },
    ]),
    block,
    signal,
  )
  const asked = claims.flatMap(({ address, factory: to, token0, token1 }, i) => {
    const [stable, spacing] = [properties[i * 2], properties[i * 2 + 1]]
    const pair = [token0, token1]
    const calls: { readonly kind: PoolKind; readonly call: ContractCall }[] = [
      { kind: ALGEBRA, call: { to, abi: algebraFactoryAbi, name: 'poolByPair', args: pair } },
    ]
    if (typeof stable === 'boolean')
      for (const name of ['getPool', 'getPair']) calls.push({ kind: SOLIDLY, call: { to, abi: stableFactoryAbi, name, args: [...pair, stable] } })
    if (typeof spacing === 'number')
      calls.push({ kind: VERSIONS[3], call: { to, abi: spacingFactoryAbi, name: 'getPool', args: [...pair, spacing] } })
    return calls.map((one) => ({ ...one, address }))
  })
  const answers = await node.multicall.read(
    asked.map(({ call }) => call),
    block,
    signal,
  )
  return new Map(asked.flatMap(({ address, kind }, i) => (addressOf(answers[i]) === address ? [[address, kind] as const] : [])))
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
