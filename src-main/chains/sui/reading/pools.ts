import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { Page } from '../../adapter.ts'
import { decodeSuiTransaction } from '../decode/decode-transaction.ts'
import { normaliseType, parseStructType } from '../encoding/move-type.ts'
import { readObjects, type SuiNode } from '../rpc/node.ts'
import { anyOf, emits, scanTransactions } from '../rpc/scan.ts'
import { parsePoolCoins } from '../decode/swaps.ts'
import { POOL_OBJECTS, VENUE_EVENTS } from '../venues/registry.ts'

const CREATION_TERMS = VENUE_EVENTS.filter((row) => row.kind !== 'swap').map((row) => [emits(row.type)])

const hasToken = (pool: Pool, token: Address): boolean => pool.token0 === token || pool.token1 === token

/** Pools and curves of the token that a known venue announced in the range. */
export async function* readCreatedPools(node: SuiNode, token: Address, from: number, to: number, signal: AbortSignal): AsyncGenerator<Page<Pool>> {
  for await (const page of scanTransactions({ grpc: node.grpc, filter: anyOf(CREATION_TERMS), from, to, signal })) {
    const rows = page.transactions
      .flatMap((tx) => decodeSuiTransaction(tx))
      .filter((event) => event.kind === 'pool')
      .filter((pool) => pool.createdBlock !== null && hasToken(pool, token))
    yield { from: page.from, to: page.to, rows }
  }
}

/** Pools of known venues among objects, told by their types. */
export async function findPools(node: SuiNode, token: Address, candidates: readonly Address[], signal: AbortSignal): Promise<Pool[]> {
  const objects = await readObjects(node, candidates, signal)
  return [...objects.values()].flatMap(({ id, type }) => {
    const normal = type === null ? null : normaliseType(type)
    const venue = normal === null ? undefined : POOL_OBJECTS.get(parseStructType(normal)?.name ?? '')
    const coins = normal === null ? null : parsePoolCoins(normal)
    if (venue === undefined || coins === null) return []
    const [token0 = '', token1 = ''] = [...coins].sort()
    const pool: Pool = {
      kind: 'pool',
      network: 'sui',
      address: trustedAddress(id),
      dex: venue.dex,
      dexVersion: venue.version,
      token0: trustedAddress(token0),
      token1: trustedAddress(token1),
      createdBlock: null,
      createdTx: null,
    }
    return hasToken(pool, token) ? [pool] : []
  })
}
