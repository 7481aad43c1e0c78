import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../../src-shared/domain/token.ts'
import { partsOf } from '../../../../lib/parts-of.ts'
import type { SuiNode } from '../../rpc/node.ts'
import { readContentsAt, readListedRange } from '../../rpc/objects.ts'
import { readReserve } from '../../venues/pool-objects.ts'
import type { ListContext } from './object-lists.ts'

/** The coin's reserves in pools, from the fields in which their venues keep them. */
export async function readPoolReserves(
  { node, coin, at, keys }: Omit<ListContext, 'pageSize'>,
  pools: readonly Pool[],
  signal: AbortSignal,
): Promise<{ known: Map<Address, bigint>; unread: number }> {
  const known = new Map<Address, bigint>()
  for (const part of partsOf(pools, keys)) {
    const requested = part.map(({ address }) => address)
    for (const { id, type, json } of await readContentsAt(node, at, requested, signal)) {
      const raw = readReserve(type, json, coin)
      if (raw !== null) known.set(id, raw)
    }
  }
  return { known, unread: pools.length - known.size }
}

/** Reserves at a checkpoint, zero included; null if no endpoint lists objects at it yet. */
export async function readReservesAt(
  node: SuiNode,
  coin: Address,
  pools: readonly Pool[],
  at: number,
  signal: AbortSignal,
): Promise<Holding[] | null> {
  if (!node.graphql.present) return null
  const { first, last, keys } = await readListedRange(node, signal)
  if (last === null || at > last || at < first) return null
  const { known } = await readPoolReserves({ node, coin, at, keys }, pools, signal)
  return [...known].map(([address, raw]) => ({ address, raw, verified: true }))
}
