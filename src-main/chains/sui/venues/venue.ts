import { parseEventBytes, parseEventJson, type FieldsOf, type EventLayout } from '../encoding/event-layout.ts'
import { normaliseType, parseCoinType, parseStructType } from '../encoding/move-type.ts'
import type { SuiEvent } from '../transaction/transaction.ts'

/** A swap: the coins that went in and out of a pool. */
export interface Swap {
  /** Null if the event names no pool. */
  readonly pool: string | null
  readonly coinIn: string
  readonly coinOut: string
  readonly rawIn: bigint
  readonly rawOut: bigint
  /** Null if the event names no receiver. */
  readonly receiver: string | null
}

export interface CreatedPool {
  readonly pool: string
  /** Null if only the pool object's type names the coins. */
  readonly coins: readonly [string, string] | null
}

export interface Launch {
  readonly token: string
  /** The coin that the curve takes for the token. */
  readonly quote: string
  readonly creator: string
  readonly pool: string
}

export interface EventContext {
  /** Coins of a pool object, in the order of its type arguments; null for an unknown pool. */
  poolCoins(pool: string): readonly [string, string] | null
  /** The object of a type in normal form that the transaction changed; null for any other. */
  changedObject(type: string): string | null
  /** Coin types among the event's own type arguments. */
  readonly typeArguments: readonly string[]
}

interface VenueRow<Kind extends string, Read> {
  readonly kind: Kind
  readonly dex: string
  readonly version: string
  /**
   * `0x…::module::Name` of the package that first published the struct. It matches any type arguments, unless it states them.
   */
  readonly type: string
  /** Returns null if the event does not have the fields. */
  read(event: SuiEvent, context: EventContext): Read | null | 'coins_unknown'
}

export type SwapEvent = VenueRow<'swap', Swap>
export type PoolEvent = VenueRow<'pool', CreatedPool>
export type LaunchEvent = VenueRow<'launch', Launch>
export type VenueEvent = SwapEvent | PoolEvent | LaunchEvent

interface Row<L extends EventLayout, Read> {
  readonly dex: string
  readonly version: string
  readonly type: string
  readonly layout: L
  read(fields: FieldsOf<L>, context: EventContext): Read | null | 'coins_unknown'
}

/** The type in normal form, so rows compare as text. */
function rowType(type: string): string {
  if (parseStructType(type) === null) throw new Error(`${type} is not an event type`)
  return normaliseType(type)
}

function eventReader<L extends EventLayout, Read>({ layout, read }: Row<L, Read>): VenueRow<string, Read>['read'] {
  return (event, context) => {
    const fields = (event.bytes === null ? null : parseEventBytes(layout, event.bytes)) ?? parseEventJson(layout, event.json)
    return fields === null ? null : read(fields, context)
  }
}

export const swapEvent = <L extends EventLayout>(row: Row<L, Swap>): SwapEvent => ({
  kind: 'swap',
  dex: row.dex,
  version: row.version,
  type: rowType(row.type),
  read: eventReader(row),
})

export const poolEvent = <L extends EventLayout>(row: Row<L, CreatedPool>): PoolEvent => ({
  kind: 'pool',
  dex: row.dex,
  version: row.version,
  type: rowType(row.type),
  read: eventReader(row),
})

export const launchEvent = <L extends EventLayout>(row: Row<L, Launch>): LaunchEvent => ({
  kind: 'launch',
  dex: row.dex,
  version: row.version,
  type: rowType(row.type),
  read: eventReader(row),
})

/** A swap whose coins are the pool object's first two type arguments. */
export function poolSwap(
  context: EventContext,
  swap: { pool: string; firstIn: boolean; rawIn: bigint; rawOut: bigint; receiver?: string | null },
): Swap | 'coins_unknown' {
  const coins = context.poolCoins(swap.pool)
  if (coins === null) return 'coins_unknown'
  const [first, second] = coins
  const { pool, rawIn, rawOut, receiver = null } = swap
  return { pool, coinIn: swap.firstIn ? first : second, coinOut: swap.firstIn ? second : first, rawIn, rawOut, receiver }
}

/** A swap whose event names its coins, as Move writes them. */
export function coinSwap(swap: Swap): Swap | null {
  const coinIn = parseCoinType(swap.coinIn)
  const coinOut = parseCoinType(swap.coinOut)
  return coinIn === null || coinOut === null ? null : { ...swap, coinIn, coinOut }
}

/** A created pool whose event names its coins, as Move writes them. */
export function createdPool(pool: string, first: string, second: string): CreatedPool | null {
  const a = parseCoinType(first)
  const b = parseCoinType(second)
  return a === null || b === null ? null : { pool, coins: [a, b] }
}

/** Of the two sides, the one with an amount in is the coin that was sold. */
export function twoSidedSwap(
  pool: string | null,
  x: { coin: string; in: bigint; out: bigint },
  y: { coin: string; in: bigint; out: bigint },
  receiver: string | null = null,
): Swap | null {
  const [sold, bought] = x.in > 0n ? [x, y] : [y, x]
  return coinSwap({ pool, coinIn: sold.coin, coinOut: bought.coin, rawIn: sold.in, rawOut: bought.out, receiver })
}
