import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, PoolQuery } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { factoryAbi, pairAbi } from '../../encoding/abi.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { findCreationBlock } from '../token/creation.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import type { Node } from '../../rpc/node.ts'
import { rawLogs } from '../../transaction/raw.ts'
import { curvesAmong } from '../../venues/launchpads.ts'
import { CREATED_TOPICS } from '../../venues/families.ts'
import { addressTopic } from '../../encoding/words.ts'
import { quoteTokens } from '../../venues/quote-tokens.ts'
import type { FactoryIndex } from '../../venues/registry.ts'
import { poolsOfManagers } from './by-factory.ts'

/** The answers of an address to the calls of a pool; null if a call fails. */
export interface PoolClaim {
  readonly address: Address
  readonly token0: Address | null
  readonly token1: Address | null
  readonly factory: Address | null
  readonly fee: number | null
}

/** Concurrent searches for the creation of a pool. Each makes one call after the other. */
const CONCURRENCY = 8

/** Up to this many addresses take one call. If there are more, those without code are removed first, hundreds per call: most are wallets. */
const ASKED_AT_ONCE = 25

/** Names for pools of unlisted factories: the behaviour is known, the venue is not. */
const UNKNOWN_FACTORY = { 2: 'uniswap-v2-fork', 3: 'uniswap-v3-fork' } as const

/**
 * Pools among the addresses that a token moved through: they answer token0, token1 and factory, and the factory confirms them by
 * getPair or getPool. This finds unlisted exchanges. Of listed managers among the addresses, their pools of the token.
 */
export async function poolsByBehaviour(
  node: Node,
  network: NetworkId,
  factories: FactoryIndex,
  { token, candidates, known: stored = [], createdNear = null }: PoolQuery,
  at: BlockRef,
  signal: AbortSignal,
): Promise<Pool[]> {
  const contracts = candidates.length <= ASKED_AT_ONCE ? candidates : await contractsAmong(node, candidates, at, signal)
  const claims = (await readClaims(node, contracts, at, signal)).filter(
    (claim): claim is CompleteClaim => isPlausible(claim) && (claim.token0 === token || claim.token1 === token),
  )
  const versions = await confirmedVersions(node, claims, at, signal)
  const found = await mapLimited(claims.entries(), CONCURRENCY, async ([i, claim]): Promise<Pool[]> => {
    const version = versions[i] ?? null
    if (version === null) return []
    const known = factories.get(claim.factory)
    const before = stored.find(({ address }) => address === claim.address)
    const creation = typeof before?.createdBlock === 'number' ? before : await creationOf(node, claim, { at, near: createdNear }, signal)
    const pool: Pool = {
      kind: 'pool',
      network,
      address: claim.address,
      dex: known?.dex ?? UNKNOWN_FACTORY[version],
      dexVersion: known?.version ?? String(version),
      token0: claim.token0,
      token1: claim.token1,
      createdBlock: creation.createdBlock,
      createdTx: creation.createdTx,
    }
    return [pool]
  })
  const managed = await poolsOfManagers(node, network, factories, { token, candidates }, at, signal)
  return [...curvesAmong(network, token, candidates), ...found.flat(), ...managed]
}

async function contractsAmong(node: Node, addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Address[]> {
  const sizes = await node.accounts.codeSizes(addresses, at.number, signal)
  return addresses.filter((address) => sizes.get(address) !== 0)
}

export type CompleteClaim = PoolClaim & { readonly token0: Address; readonly token1: Address; readonly factory: Address }

/** The tokens of a pool that its factory confirms, without the usual quote tokens; null if the address is not such a pool. */
export async function readPoolTokens(
  node: Node,
  network: NetworkId,
  address: Address,
  at: BlockRef,
  signal: AbortSignal,
): Promise<readonly Address[] | null> {
  const claims = (await readClaims(node, [address], at, signal)).filter(isPlausible)
  const [version = null] = await confirmedVersions(node, claims, at, signal)
  const [claim] = claims
  if (version === null || claim === undefined) return null
  const quotes = quoteTokens(network)
  return [claim.token0, claim.token1].filter((token) => !quotes.includes(token))
}

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

/** Block and transaction of a pool's creation; null if the endpoint does not keep old state. */
async function creationOf(
  node: Node,
  claim: CompleteClaim,
  { at, near }: { readonly at: BlockRef; readonly near: number | null },
  signal: AbortSignal,
): Promise<Pick<Pool, 'createdBlock' | 'createdTx'>> {
  let block: number | null
  try {
    block = await findCreationBlock(node.rpc, claim.address, { at: at.number, near }, signal)
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'no_state') return { createdBlock: null, createdTx: null }
    throw error
  }
  if (block === null) return { createdBlock: null, createdTx: null }
  const tag = toHexNumber(block)
  const topics = [CREATED_TOPICS, addressTopic(claim.token0), addressTopic(claim.token1)]
  const logs = await request(node.rpc, rawLogs, 'eth_getLogs', [{ address: [claim.factory], topics, fromBlock: tag, toBlock: tag }], signal)
  return { createdBlock: block, createdTx: logs[0]?.transactionHash ?? null }
}
