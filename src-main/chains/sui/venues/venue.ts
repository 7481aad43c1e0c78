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

interface CreatedPool {
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
  /** `0x…::module::Name` in normal form, so rows compare as text. It matches any type arguments, unless it states them. */
  readonly type: string
  /** Anyone can emit the event with any amounts, so only balance changes prove them. */
  readonly isForgeable: boolean
  /** Returns null if the event does not have the fields. */
  read(event: SuiEvent, context: EventContext): Read | null | 'coins_unknown'
}

export type SwapEvent = VenueRow<'swap', Swap>
type PoolEvent = VenueRow<'pool', CreatedPool>
type LaunchEvent = VenueRow<'launch', Launch>
export type VenueEvent = SwapEvent | PoolEvent | LaunchEvent

type ReadFields<L extends EventLayout, Read> = (fields: FieldsOf<L>, context: EventContext) => Read | null | 'coins_unknown'

/** Makes the rows of a venue. @param pack the package that first published the structs of its events */
export function venue(dex: string, version: string, pack: string, isForgeable = false) {
  function row<Kind extends string, L extends EventLayout, Read>(
    kind: Kind,
    name: string,
    layout: L,
    read: ReadFields<L, Read>,
  ): VenueRow<Kind, Read> {
    const type = `${pack}::${name}`
    if (parseStructType(type) === null) throw new Error(`${type} is not an event type`)
    return {
      ...{ kind, dex, version, type: normaliseType(type), isForgeable },
      read(event, context) {
        const fields = (event.bytes === null ? null : parseEventBytes(layout, event.bytes)) ?? parseEventJson(layout, event.json)
        return fields === null ? null : read(fields, context)
      },
    }
  }
  return {
    swap: <L extends EventLayout>(name: string, layout: L, read: ReadFields<L, Swap>): SwapEvent => row('swap', name, layout, read),
    pool: <L extends EventLayout>(name: string, layout: L, read: ReadFields<L, CreatedPool>): PoolEvent => row('pool', name, layout, read),
    launch: <L extends EventLayout>(name: string, layout: L, read: ReadFields<L, Launch>): LaunchEvent => row('launch', name, layout, read),
  }
}

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

interface Side {
  readonly coin: string
  readonly in: bigint
  readonly out: bigint
}

/** The coin of which more went in than out was sold. A pool also takes both coins, and pays out a part of what it took. Null if it only took or paid. */
export function twoSidedSwap(pool: string | null, x: Side, y: Side, receiver: string | null = null): Swap | null {
  const [sold, bought] = x.in - x.out > y.in - y.out ? [x, y] : [y, x]
  const [rawIn, rawOut] = [sold.in - sold.out, bought.out - bought.in]
  return rawIn < 0n || rawOut < 0n ? null : coinSwap({ pool, coinIn: sold.coin, coinOut: bought.coin, rawIn, rawOut, receiver })
}
