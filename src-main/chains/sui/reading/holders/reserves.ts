import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../../src-shared/domain/events.ts'
import type { Holding } from '../../../../../src-shared/domain/token.ts'
import { AVAILABLE_RANGE, OBJECT_CONTENTS } from '../../rpc/graphql-queries.ts'
import type { SuiNode } from '../../rpc/node.ts'
import { readReserve } from '../../venues/pool-objects.ts'
import { FALLBACK_KEYS, type ListContext } from './object-lists.ts'

/** The coin's reserves in pools, from the fields in which their venues keep them. */
export async function readPoolReserves(
  { node: { graphql }, coin, at, keys }: Omit<ListContext, 'pageSize'>,
  pools: readonly Pool[],
  signal: AbortSignal,
): Promise<{ known: Map<Address, bigint>; unread: number }> {
  const known = new Map<Address, bigint>()
  for (let i = 0; i < pools.length; i += keys) {
    const requested = pools.slice(i, i + keys).map(({ address }) => ({ address }))
    const { checkpoint: answer } = await graphql.query(OBJECT_CONTENTS, { at, keys: requested }, signal)
    for (const object of answer?.query?.multiGetObjects ?? []) {
      const contents = object?.asMoveObject?.contents
      if (object === null || contents === null || contents === undefined) continue
      const raw = readReserve(contents.type.repr, contents.json, coin)
      if (raw !== null) known.set(object.address, raw)
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
  const { availableRange, maxMultiGetSize } = (await node.graphql.query(AVAILABLE_RANGE, { field: 'objects' }, signal)).serviceConfig
  if (at > (availableRange.last?.sequenceNumber ?? -1) || at < (availableRange.first?.sequenceNumber ?? 0)) return null
  const { known } = await readPoolReserves({ node, coin, at, keys: maxMultiGetSize ?? FALLBACK_KEYS }, pools, signal)
  return [...known].map(([address, raw]) => ({ address, raw, verified: true }))
}
