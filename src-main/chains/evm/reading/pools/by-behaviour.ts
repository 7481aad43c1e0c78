import type { Address } from '../../../../../src-shared/domain/address.ts'
import { UNPROVEN_POOL, type Pool } from '../../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, PoolQuery } from '../../../adapter.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import { findCreationBlock } from '../token/creation.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import type { Node } from '../../rpc/node.ts'
import { rawLogs } from '../../transaction/raw.ts'
import { curvesAmong } from '../../venues/launchpads.ts'
import { CREATED_TOPICS } from '../../venues/pool-created.ts'
import { addressTopic } from '../../encoding/words.ts'
import { quoteTokens } from '../../venues/quote-tokens.ts'
import type { FactoryIndex } from '../../venues/registry.ts'
import { poolsOfManagers } from './by-factory.ts'
import { confirmedKinds, isPlausible, readClaims, type CompleteClaim } from './claims.ts'
import { deepPools } from './depth.ts'
import { genuineFactories } from './genuine-pairs.ts'

/** Concurrent searches for the creation of a pool. Each makes one call after the other. */
const CONCURRENCY = 8

/** Up to this many addresses take one call. If there are more, those without code are removed first, hundreds per call: most are wallets. */
const ASKED_AT_ONCE = 25

/**
 * Pools among the addresses that a token moved through: they answer token0, token1 and factory, and the factory confirms them. This finds
 * unlisted exchanges, and pools that were created before the blocks that are read. Of listed managers among the addresses, their pools of the token.
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
  const kinds = await confirmedKinds(node, claims, at, signal)
  const proven = await provenAmong(
    node,
    network,
    { token, claims: claims.filter(({ factory }, i) => (kinds[i] ?? null) !== null && !factories.has(factory)), stored },
    at,
    signal,
  )
  const found = await mapLimited(claims.entries(), CONCURRENCY, async ([i, claim]): Promise<Pool[]> => {
    const kind = kinds[i] ?? null
    if (kind === null) return []
    const known = factories.get(claim.factory)
    const before = stored.find(({ address }) => address === claim.address)
    const creation = typeof before?.createdBlock === 'number' ? before : await creationOf(node, claim, { at, near: createdNear }, signal)
    const pool: Pool = {
      kind: 'pool',
      network,
      address: claim.address,
      dex: known?.dex ?? (proven.has(claim.address) ? kind.dex : UNPROVEN_POOL),
      dexVersion: known?.version ?? kind.version,
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

/** Of confirmed pools of unlisted factories, those that anyone's contract could not pose as (docs/detection.md#pools). */
async function provenAmong(
  node: Node,
  network: NetworkId,
  { token, claims, stored }: { readonly token: Address; readonly claims: readonly CompleteClaim[]; readonly stored: readonly Pool[] },
  at: BlockRef,
  signal: AbortSignal,
): Promise<ReadonlySet<Address>> {
  const factories = await genuineFactories(
    node,
    claims.map(({ factory }) => factory),
    signal,
  )
  const [genuine, pools] = [claims.filter(({ factory }) => factories.has(factory)), claims.filter(({ factory }) => !factories.has(factory))]
  const others = [...genuine, ...stored.filter(({ address }) => !claims.some((claim) => claim.address === address))]
  const deep = pools.length === 0 ? [] : await deepPools(node, network, { token, pools, others }, at, signal)
  return new Set([...genuine.map(({ address }) => address), ...deep])
}

async function contractsAmong(node: Node, addresses: readonly Address[], at: BlockRef, signal: AbortSignal): Promise<Address[]> {
  const sizes = await node.accounts.codeSizes(addresses, at.number, signal)
  return addresses.filter((address) => sizes.get(address) !== 0)
}

/** The tokens of a pool that its factory confirms, without the usual quote tokens; null if the address is not such a pool. */
export async function readPoolTokens(
  node: Node,
  network: NetworkId,
  address: Address,
  at: BlockRef,
  signal: AbortSignal,
): Promise<readonly Address[] | null> {
  const claims = (await readClaims(node, [address], at, signal)).filter(isPlausible)
  const [kind = null] = await confirmedKinds(node, claims, at, signal)
  const [claim] = claims
  if (kind === null || claim === undefined) return null
  const quotes = quoteTokens(network)
  return [claim.token0, claim.token1].filter((token) => !quotes.includes(token))
}

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
