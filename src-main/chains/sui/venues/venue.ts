import { readBcs, readJson, type FieldsOf, type Layout } from '../layout.ts'
import { coinOf, parseStructType } from '../move-type.ts'
import type { NormalEvent } from '../transaction.ts'

/** What a swap event says: which coins went in and out of which pool. */
export interface Swap {
  /** Null where the event names no pool. */
  readonly pool: string | null
  readonly coinIn: string
  readonly coinOut: string
  readonly rawIn: bigint
  readonly rawOut: bigint
  /** Null where the event names nobody: then it is the sender. */
  readonly receiver: string | null
}

export interface PoolBirth {
  readonly pool: string
  /** Null where only the pool object's type tells the coins. */
  readonly coins: readonly [string, string] | null
}

export interface Launch {
  readonly token: string
  /** What the curve takes for it. */
  readonly quote: string
  readonly creator: string
  readonly pool: string
}

export interface EventContext {
  /** Type arguments of a pool object, in order; null for a pool that nobody told about. */
  poolCoins(pool: string): readonly [string, string] | null
  /** Coin types among the event's own type arguments. */
  readonly typeArguments: readonly string[]
}

interface VenueOf<Kind extends string, Read> {
  readonly kind: Kind
  readonly dex: string
  readonly version: string
  /** `0x…::module::Name` without type arguments, of the package that first published the struct. */
  readonly type: string
  /** Null: the event does not have the fields. */
  read(event: NormalEvent, context: EventContext): Read | null | 'coins_unknown'
}

export type SwapEvent = VenueOf<'swap', Swap>
export type PoolEvent = VenueOf<'pool', PoolBirth>
export type LaunchEvent = VenueOf<'launch', Launch>
export type VenueEvent = SwapEvent | PoolEvent | LaunchEvent

interface Row<L extends Layout, Read> {
  readonly dex: string
  readonly version: string
  readonly type: string
  readonly layout: L
  read(fields: FieldsOf<L>, context: EventContext): Read | null | 'coins_unknown'
}

/** A full type in the one normal form, so that rows compare as text. */
function rowType(type: string): string {
  const parsed = parseStructType(type)
  if (parsed === null) throw new Error(`${type} is no event type`)
  return parsed.name
}

function reading<L extends Layout, Read>({ layout, read }: Row<L, Read>): VenueOf<string, Read>['read'] {
  return (event, context) => {
    const fields = (event.bytes === null ? null : readBcs(layout, event.bytes)) ?? readJson(layout, event.json)
    return fields === null ? null : read(fields, context)
  }
}

export const swapEvent = <L extends Layout>(row: Row<L, Swap>): SwapEvent => ({
  kind: 'swap',
  dex: row.dex,
  version: row.version,
  type: rowType(row.type),
  read: reading(row),
})

export const poolEvent = <L extends Layout>(row: Row<L, PoolBirth>): PoolEvent => ({
  kind: 'pool',
  dex: row.dex,
  version: row.version,
  type: rowType(row.type),
  read: reading(row),
})

export const launchEvent = <L extends Layout>(row: Row<L, Launch>): LaunchEvent => ({
  kind: 'launch',
  dex: row.dex,
  version: row.version,
  type: rowType(row.type),
  read: reading(row),
})

/** A swap whose coins are the pool object's first two type arguments. */
export function throughPool(
  context: EventContext,
  swap: { pool: string; firstIn: boolean; rawIn: bigint; rawOut: bigint; receiver?: string | null },
): Swap | 'coins_unknown' {
  const coins = context.poolCoins(swap.pool)
  if (coins === null) return 'coins_unknown'
  const [first, second] = coins
  const { pool, rawIn, rawOut, receiver = null } = swap
  return { pool, coinIn: swap.firstIn ? first : second, coinOut: swap.firstIn ? second : first, rawIn, rawOut, receiver }
}

/** A swap whose event names its coins, in Move's writing. */
export function between(swap: Swap): Swap | null {
  const coinIn = coinOf(swap.coinIn)
  const coinOut = coinOf(swap.coinOut)
  return coinIn === null || coinOut === null ? null : { ...swap, coinIn, coinOut }
}

/** A birth whose event names the coins, in Move's writing. */
export function bornWith(pool: string, first: string, second: string): PoolBirth | null {
  const a = coinOf(first)
  const b = coinOf(second)
  return a === null || b === null ? null : { pool, coins: [a, b] }
}

/** The side that something was paid into is the side that was sold. */
export function soldSide(
  pool: string | null,
  x: { coin: string; in: bigint; out: bigint },
  y: { coin: string; in: bigint; out: bigint },
  receiver: string | null = null,
): Swap | null {
  const [sold, bought] = x.in > 0n ? [x, y] : [y, x]
  return between({ pool, coinIn: sold.coin, coinOut: bought.coin, rawIn: sold.in, rawOut: bought.out, receiver })
}
