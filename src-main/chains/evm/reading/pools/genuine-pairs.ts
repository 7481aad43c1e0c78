import { keccak256, type Hex } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { request } from '../../../rpc/request.ts'
import type { Node } from '../../rpc/node.ts'
import type { Rpc } from '../../rpc/rpc.ts'
import { hexBytes } from '../../transaction/raw.ts'
import { confirmedVersions, isPlausible, readClaims } from './claims.ts'

/**
 * keccak256 of the deployed code of UniswapV2Factory (npm @uniswap/v2-core 1.0.1), which has no immutable values. A factory with this code names only
 * pairs that it deployed with the code of UniswapV2Pair and whose tokens it set once. Whoever deployed it, such a pair states in its events what it
 * received, and gives its tokens only to buyers and to owners of its liquidity.
 */
const FACTORY_CODE: Hex = '0xbab145d02e7005f0d84c6c1639d39b799b0ea16df99ebbdaf5a14d9da820b4e0'
const CONCURRENCY = 8

interface Known {
  readonly factories: Map<Address, boolean>
  readonly pairs: Map<Address, boolean>
}

/** Proofs by endpoints. Deployed code does not change, and a pair keeps its factory. */
const known = new WeakMap<Rpc, Known>()

function knownOf({ rpc }: Node): Known {
  const found = known.get(rpc) ?? { factories: new Map(), pairs: new Map() }
  known.set(rpc, found)
  return found
}

/** The addresses with the code of UniswapV2Factory. */
export async function genuineFactories(node: Node, addresses: readonly Address[], signal: AbortSignal): Promise<ReadonlySet<Address>> {
  const { factories } = knownOf(node)
  const unknown = [...new Set(addresses)].filter((address) => !factories.has(address))
  await mapLimited(unknown, CONCURRENCY, async (address) => {
    const code = await request(node.rpc, hexBytes, 'eth_getCode', [address, 'latest'], signal)
    factories.set(address, keccak256(code as Hex) === FACTORY_CODE)
  })
  return new Set(addresses.filter((address) => factories.get(address) === true))
}

/** The pools that are pairs of a factory with the code of UniswapV2Factory. */
export async function genuinePairs(node: Node, pools: readonly Address[], signal: AbortSignal): Promise<ReadonlySet<Address>> {
  const { pairs } = knownOf(node)
  const unknown = pools.filter((pool) => !pairs.has(pool))
  if (unknown.length > 0) {
    const at = await node.blocks.head(signal)
    const claims = (await readClaims(node, unknown, at, signal)).filter(isPlausible)
    const versions = await confirmedVersions(node, claims, at, signal)
    const confirmed = claims.filter((_, i) => versions[i] === 2)
    const factories = await genuineFactories(
      node,
      confirmed.map(({ factory }) => factory),
      signal,
    )
    const genuine = new Set(confirmed.filter(({ factory }) => factories.has(factory)).map(({ address }) => address))
    for (const { address } of claims) pairs.set(address, genuine.has(address))
  }
  return new Set(pools.filter((pool) => pairs.get(pool) === true))
}
