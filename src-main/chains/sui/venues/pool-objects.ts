import type { Address } from '../../../../src-shared/domain/address.ts'
import { parseStructType } from '../encoding/move-type.ts'
import { VENUE_EVENTS } from './registry.ts'

/** Objects that are pools: their types name the coins, their fields hold the reserves. */

interface PoolObject {
  readonly dex: string
  readonly version: string
  /** Fields of the object that hold its two coins, in the order of its type arguments; null if they are unknown. */
  readonly reserves: readonly [string, string] | null
}

/** By struct name. If a venue has one object per pair, the struct is published by the package of the venue's swap event. */
const POOL_OBJECTS: ReadonlyMap<string, PoolObject> = new Map(
  (
    [
      ['cetus', 'clmm', 'pool::Pool', ['coin_a', 'coin_b']],
      ['magma', 'clmm', 'pool::Pool', ['coin_a', 'coin_b']],
      ['turbos', 'clmm', 'pool::Pool', ['coin_a', 'coin_b']],
      ['bluefin', 'spot', 'pool::Pool', ['coin_a', 'coin_b']],
      ['momentum', 'v3', 'pool::Pool', ['reserve_x', 'reserve_y']],
      ['kriya', 'clmm', 'pool::Pool', ['reserve_x', 'reserve_y']],
      ['kriya', 'amm', 'spot_dex::Pool', ['token_x', 'token_y']],
      ['flowx', 'clmm', 'pool::Pool', ['reserve_x', 'reserve_y']],
      ['deepbook', '3', 'pool::Pool', null],
      ['deepbook', '2', 'clob_v2::Pool', null],
      ['ferra', 'dlmm', 'lb_pair::LBPair', ['balance_x', 'balance_y']],
      ['haedal', 'pmm', 'oracle_driven_pool::Pool', null],
    ] as const
  ).map(([dex, version, struct, reserves]) => {
    const swap = VENUE_EVENTS.find((row) => row.kind === 'swap' && row.dex === dex && row.version === version)
    return [`${swap?.type.split('::')[0] ?? ''}::${struct}`, { dex, version, reserves }]
  }),
)

/** The venue of a pool object; undefined for any other object. */
export const findPoolObject = (type: string): PoolObject | undefined => POOL_OBJECTS.get(parseStructType(type)?.name ?? '')

/** The first two type arguments of `Pool<A, B, …>` if both are coins. */
export function parsePoolCoins(type: string): readonly [string, string] | null {
  const [a, b] = parseStructType(type)?.arguments ?? []
  return a === undefined || b === undefined || parseStructType(a) === null || parseStructType(b) === null ? null : [a, b]
}

/** Raw units of a coin in a pool object; null for other objects. JSON writes a `Balance` as its value, or as an object with its value. */
export function readReserve(type: string, json: unknown, coin: Address): bigint | null {
  const side = parsePoolCoins(type)?.indexOf(coin) ?? -1
  const field = side < 0 ? undefined : findPoolObject(type)?.reserves?.[side]
  if (field === undefined || typeof json !== 'object' || json === null) return null
  const value = (json as Readonly<Record<string, unknown>>)[field]
  const text = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? BigInt(text) : null
}
