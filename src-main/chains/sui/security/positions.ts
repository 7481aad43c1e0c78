import { z } from 'zod'
import tables from '../../../../resources/scan/sui-position-tables.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import { isComplete, valueOf, type TickRange } from '../../security/concentrated.ts'
import { listDynamicFields, type DynamicField } from '../reading/dynamic-fields.ts'
import { parseEventBytes } from '../encoding/event-layout.ts'
import type { SuiNode } from '../rpc/node.ts'
import { address, amount, count } from '../transaction/fields.ts'

/**
 * Positions of a pool that keeps a table of them: Cetus and its fork Magma. `Pool.position_manager.positions` is a
 * `LinkedTable<ID, PositionInfo>` whose nodes are dynamic fields `{ prev, next, value }`; the owner of the object with the name's id controls
 * the position. Layouts: CetusProtocol/cetus-clmm-interface (pool, position), MystenLabs/sui-packages (Magma), `move_stl::linked_table`
 * (the node). A node whose name and value do not name the same position is rejected.
 */

type PositionTable = (typeof tables)[number]

/** Null for a venue whose pools keep no known list of positions. */
export const findPositionTable = ({ dex, dexVersion }: Pool): PositionTable | null =>
  tables.find((row) => row.dex === dex && row.version === dexVersion) ?? null

export interface Position {
  /** The object whose owner can withdraw the liquidity. */
  readonly id: Address
  /** In raw units of the pool's second coin, with the precision of a double. */
  readonly value: number
}

export type Positions =
  | { readonly ok: true; readonly positions: readonly Position[] }
  /** `changed`: the pool and its table are from different moments. */
  | { readonly ok: false; readonly why: string; readonly changed: boolean }

/** `current_sqrt_price` is Q64.64. */
const SQRT_PRICE_BITS = 64
const NODE = { prev: 'maybeId', next: 'maybeId', position_id: 'id', liquidity: 'u128', tick_lower_index: 'u32', tick_upper_index: 'u32' } as const
const ID_BYTES = 32

const tick = z.object({ bits: count }).transform(({ bits }) => signed(BigInt(bits)))
const poolState = z.object({
  liquidity: amount,
  current_sqrt_price: amount,
  current_tick_index: tick,
  position_manager: z.object({ positions: z.object({ id: address, size: count }) }),
})

const signed = (bits: bigint): number => Number(BigInt.asIntN(32, bits))

/** @param json the pool object's contents. The table is read a moment later; the sums reveal what changed in between. */
export async function readPositions(node: SuiNode, json: unknown, signal: AbortSignal): Promise<Positions> {
  const no = (why: string, changed = false): Positions => ({ ok: false, why, changed })
  const state = poolState.safeParse(json)
  if (!state.success) return no('its object does not have the published layout.')
  const { liquidity, current_sqrt_price, current_tick_index, position_manager } = state.data
  const fields = await listDynamicFields(node, position_manager.positions.id, 'values', signal)
  if (fields === null) return no('it has too many positions to read.')
  const read = fields.map(readNode)
  const all = read.filter((one) => one !== null)
  if (all.length !== read.length) return no('its positions do not have the published layout.')
  const live = all.filter((one) => one.liquidity > 0n)
  if (all.length !== position_manager.positions.size || !isComplete(live, current_tick_index, liquidity))
    return no('its positions do not add up to its liquidity; it may have changed while it was read.', true)
  const root = Number(current_sqrt_price) / 2 ** SQRT_PRICE_BITS
  return { ok: true, positions: live.map((one) => ({ id: one.id, value: valueOf(one, root) })) }
}

function readNode({ name, value }: DynamicField): (TickRange & { readonly id: Address }) | null {
  const fields = name.length === ID_BYTES ? parseEventBytes(NODE, value) : null
  if (fields === null || fields.position_id !== `0x${Buffer.from(name).toString('hex')}`) return null
  return {
    id: trustedAddress(fields.position_id),
    liquidity: fields.liquidity,
    lower: signed(fields.tick_lower_index),
    upper: signed(fields.tick_upper_index),
  }
}
