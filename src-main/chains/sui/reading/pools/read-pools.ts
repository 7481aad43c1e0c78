import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { Page } from '../../../adapter.ts'
import { decodeSuiTransaction } from '../../decode/decode-transaction.ts'
import { toPool } from '../../decode/pools.ts'
import { normaliseType } from '../../encoding/move-type.ts'
import type { SuiNode } from '../../rpc/node.ts'
import { readObjects } from '../../rpc/objects.ts'
import { anyOf, emits } from '../../rpc/scan/filter.ts'
import { scanTransactions } from '../../rpc/scan/scan.ts'
import type { SuiTransaction } from '../../transaction/transaction.ts'
import { findPoolObject, parsePoolCoins } from '../../venues/pool-objects.ts'
import { VENUE_EVENTS } from '../../venues/registry.ts'

/** Matches the creation of any pool or curve that is decoded. */
export const POOL_CREATIONS = anyOf(VENUE_EVENTS.filter((row) => row.kind !== 'swap').map((row) => [emits(row.type)]))

const hasToken = (pool: Pool, token: Address): boolean => pool.token0 === token || pool.token1 === token

/** Pools and curves of the token whose creation a known venue announced in the range. */
export async function* readCreatedPools(node: SuiNode, token: Address, from: number, to: number, signal: AbortSignal): AsyncGenerator<Page<Pool>> {
  for await (const page of scanTransactions({ grpc: node.grpc, filter: POOL_CREATIONS, from, to, signal })) {
    yield { from: page.from, to: page.to, rows: decodeCreatedPools(page.transactions, token) }
  }
}

export const decodeCreatedPools = (transactions: readonly SuiTransaction[], token: Address): Pool[] =>
  transactions
    .flatMap((tx) => decodeSuiTransaction(tx))
    .filter((event) => event.kind === 'pool')
    .filter((pool) => pool.createdBlock !== null && hasToken(pool, token))

/** Pools of known venues among objects, recognised by their types. */
export async function findPools(node: SuiNode, token: Address, candidates: readonly Address[], signal: AbortSignal): Promise<Pool[]> {
  const objects = await readObjects(node, candidates, signal)
  return [...objects.values()].flatMap(({ id, type }) => {
    const normal = type === null ? '' : normaliseType(type)
    const venue = findPoolObject(normal)
    const coins = parsePoolCoins(normal)
    const pool = venue === undefined || coins === null ? null : toPool(id, coins, venue, null)
    return pool !== null && hasToken(pool, token) ? [pool] : []
  })
}
