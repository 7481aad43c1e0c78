import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { parseSuiAddress } from '../encoding/move-type.ts'
import type { SuiTransaction } from '../transaction/transaction.ts'
import { findVenueEvent } from '../venues/registry.ts'
import { lookUpChangedObjects, type PoolCoinLookup, type SwapLeg } from './swaps.ts'

/** Null if the text is not an address. */
export function toPool(
  id: string,
  coins: readonly [string, string],
  venue: { readonly dex: string; readonly version: string },
  created: SuiTransaction | null,
): Pool | null {
  const address = parseSuiAddress(id)
  if (address === null) return null
  const [token0 = '', token1 = ''] = coins.toSorted()
  return {
    kind: 'pool',
    network: 'sui',
    address,
    dex: venue.dex,
    dexVersion: venue.version,
    token0: trustedAddress(token0),
    token1: trustedAddress(token1),
    createdBlock: created?.checkpoint ?? null,
    createdTx: created?.digest ?? null,
  }
}

/** Pools and curves that the transaction created, and pools that it traded through. Only a created pool names its block. */
export function decodePools(tx: SuiTransaction, legs: readonly SwapLeg[], poolCoins: PoolCoinLookup): Pool[] {
  const pools = new Map<string, Pool>()
  for (const event of tx.events) {
    const found = findVenueEvent(event.type)
    if (found === null || found.row.kind === 'swap') continue
    const created = found.row.read(event, { poolCoins, changedObject: lookUpChangedObjects(tx), typeArguments: found.typeArguments })
    if (created === null || created === 'coins_unknown') continue
    const coins = 'coins' in created ? (created.coins ?? poolCoins(created.pool)) : ([created.token, created.quote] as const)
    const pool = coins === null ? null : toPool(created.pool, coins, found.row, tx)
    if (pool !== null) pools.set(pool.address, pool)
  }
  for (const { pool: id, coinIn, coinOut, venue } of legs) {
    const pool = id === null ? null : toPool(id, [coinIn, coinOut], venue, null)
    if (pool !== null && !pools.has(pool.address)) pools.set(pool.address, pool)
  }
  return [...pools.values()]
}
