import { LRUCache } from 'lru-cache'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { BlockRef, PoolCache, ResolvedPool } from '../../../adapter.ts'
import { partsOf } from '../../../../lib/parts-of.ts'
import { request } from '../../../rpc/request.ts'
import { hasId, poolKeyOf, swapEventOf, type SwapEvent } from '../../decode/swaps/events.ts'
import { toHexNumber } from '../../encoding/hex.ts'
import type { Node } from '../../rpc/node.ts'
import type { RawLog } from '../../transaction/log.ts'
import { rawLogs } from '../../transaction/raw.ts'
import { CREATED_TOPICS, readPoolCreated } from '../../venues/pool-created.ts'
import { venueOfContract, type FactoryIndex } from '../../venues/registry.ts'
import { confirmedKinds, isPlausible, readClaims } from './claims.ts'
import { orNone } from './by-factory.ts'

/** The tokens and venues of pools that swapped, each resolved once. */
export interface Pools {
  /** The pools that swapped in the logs, without pools that their factory does not confirm. */
  of(logs: readonly RawLog[], at: Pick<BlockRef, 'number'>, signal: AbortSignal): Promise<ReadonlyMap<Address, ResolvedPool>>
}

/** A cached pool takes about 400 bytes. */
const MAX_POOLS = 100_000
/** Ids in one log query. */
const IDS_AT_ONCE = 100

/** The contract that emitted a pool's swap, and the event, which identifies the kind of pool. */
interface Swapped {
  readonly contract: Address
  readonly event: SwapEvent
}

export function openPools(node: Node, network: NetworkId, factories: FactoryIndex, cache: PoolCache): Pools {
  /** Undefined `pool`: its factory does not confirm it. */
  const known = new LRUCache<Address, { readonly pool: ResolvedPool | undefined }>({ max: MAX_POOLS })

  async function resolve(swapped: ReadonlyMap<Address, Swapped>, at: Pick<BlockRef, 'number'>, signal: AbortSignal): Promise<void> {
    for (const pool of await cache.read([...swapped.keys()])) known.set(pool.address, { pool })
    const unknown = [...swapped].filter(([key]) => !known.has(key))
    if (unknown.length === 0) return
    const [held, own] = [unknown.filter(([address]) => hasId({ address })), unknown.filter(([address]) => !hasId({ address }))]
    const found = [...(await byFactory(own, at, signal)), ...(await byManager(held, at, signal))]
    cache.write(found)
    const byKey = new Map(found.map((pool) => [pool.address, pool]))
    for (const [key] of unknown) known.set(key, { pool: byKey.get(key) })
  }

  async function byFactory(
    swapped: readonly (readonly [Address, Swapped])[],
    at: Pick<BlockRef, 'number'>,
    signal: AbortSignal,
  ): Promise<ResolvedPool[]> {
    const block = { number: at.number, hash: '', time: 0 }
    const addresses = swapped.map(([address]) => address)
    const claims = (await readClaims(node, addresses, block, signal)).filter(isPlausible)
    const kinds = await confirmedKinds(node, claims, block, signal)
    const events = new Map(swapped)
    return claims.flatMap((claim, i) => {
      const event = events.get(claim.address)?.event
      if (event === undefined || (kinds[i] ?? null) === null) return []
      const listed = factories.get(claim.factory)
      const [dex, dexVersion] = [listed?.dex ?? event.unknownDex, listed?.version ?? event.version]
      return [{ address: claim.address, dex, dexVersion, token0: claim.token0, token1: claim.token1 }]
    })
  }

  /** A manager announces the tokens of a pool once, under its id. An endpoint may refuse to search all blocks for it. */
  async function byManager(
    swapped: readonly (readonly [Address, Swapped])[],
    at: Pick<BlockRef, 'number'>,
    signal: AbortSignal,
  ): Promise<ResolvedPool[]> {
    const found: ResolvedPool[] = []
    for (const [contract, pools] of Map.groupBy(swapped, ([, { contract: manager }]) => manager)) {
      for (const part of partsOf(pools, IDS_AT_ONCE)) {
        const topics = [CREATED_TOPICS, part.map(([id]) => id)]
        const query = { address: [contract], topics, fromBlock: '0x0', toBlock: toHexNumber(at.number) }
        const logs = await orNone(() => request(node.rpc, rawLogs, 'eth_getLogs', [query], signal))
        const events = new Map(part)
        for (const log of logs) {
          const event = events.get(log.topics[1] as Address)?.event
          const listed = venueOfContract(factories, log.address)
          const pool = event === undefined ? null : readPoolCreated(network, log, listed ?? { dex: event.unknownDex, version: event.version })
          if (pool !== null && log.address === contract) found.push(pool)
        }
      }
    }
    return found.map(({ address, dex, dexVersion, token0, token1 }) => ({ address, dex, dexVersion, token0, token1 }))
  }

  return {
    async of(logs, at, signal) {
      const swapped = new Map<Address, Swapped>()
      for (const log of logs) {
        const event = swapEventOf(log)
        if (event !== null) swapped.set(poolKeyOf(log, event), { contract: log.address, event })
      }
      const unknown = new Map([...swapped].filter(([key]) => !known.has(key)))
      if (unknown.size > 0) await resolve(unknown, at, signal)
      return new Map(
        [...swapped.keys()].flatMap((key) => {
          const pool = known.get(key)?.pool
          return pool === undefined ? [] : [[key, pool] as const]
        }),
      )
    },
  }
}
