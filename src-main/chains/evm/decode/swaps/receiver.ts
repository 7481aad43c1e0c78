import type { Address } from '../../../../../src-shared/domain/address.ts'
import { coinTaker } from './coin-taker.ts'
import type { Unwrap } from './events.ts'

/** A token movement inside a transaction. */
export interface Move {
  readonly token: Address
  readonly from: Address
  readonly to: Address
  readonly raw: bigint
  readonly index: number
}

/** One leg as far as the way of its tokens needs it. */
export interface LegRoute {
  readonly pool: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Raw units of the token that went out. */
  readonly rawOut: bigint
  readonly recipient: Address | null
  readonly index: number
}

export interface Route {
  readonly legs: readonly LegRoute[]
  readonly moves: readonly Move[]
  readonly signer: Address
  readonly calledContract: Address | null
  readonly unwraps: readonly Unwrap[]
  readonly input: `0x${string}` | null
}

/** Routes in the wild stay far below this; a loop of transfers must end somewhere. */
const MOST_STEPS = 32

/**
 * Who ends up with what a leg paid out: the pool's recipient, or, where that is the next pool or a contract that passes
 * the tokens on in the same transaction, whoever got them last. Null when the way ends in unwrapped coins whose taker no
 * log names.
 */
export function receiverOf(leg: LegRoute, route: Route): Address | null {
  let current = leg
  let holder = leg.recipient
  let arrived = leg.rawOut
  let after = -1
  for (let step = 0; step < MOST_STEPS; step++) {
    if (holder === route.signer) return holder
    const next = nextLeg(current, holder, route)
    if (next !== null) {
      current = next
      holder = next.recipient
      arrived = next.rawOut
      after = -1
      continue
    }
    if (holder === null) {
      holder = paidBy(current, route)
      if (holder === null) return null
      continue
    }
    const onward = passedOn(
      arrived,
      waysOn(holder, current, route).filter((way) => way.index > after),
    )
    if (onward === null) return holder
    if (onward.to === null) return takerOf(holder, route)
    holder = onward.to
    arrived = onward.raw
    after = onward.index
  }
  return holder
}

/** The later leg that takes in what this one paid: at the pool it was paid to, or, unpaid, at the manager that still holds it. */
function nextLeg(leg: LegRoute, holder: Address | null, route: Route): LegRoute | null {
  const at = holder ?? leg.pool
  return route.legs.find((one) => one !== leg && one.pool === at && one.tokenIn === leg.tokenOut && one.index > leg.index) ?? null
}

/** Whom a manager paid that settles the whole transaction at once: its largest payment of the token. */
function paidBy(leg: LegRoute, route: Route): Address | null {
  return largest(route.moves.filter((move) => move.token === leg.tokenOut && move.from === leg.pool))?.to ?? null
}

/** A way on from who holds what a leg paid: a payment of it, or its unwrapping for somebody whom no log names. */
interface Way {
  readonly to: Address | null
  readonly raw: bigint
  readonly index: number
}

/** Tokens leave the recipient after the swap paid it. Pools pay before they write the Swap event, so the payment counts. */
function waysOn(holder: Address, leg: LegRoute, { moves, unwraps }: Route): Way[] {
  const payment = moves.find((one) => one.token === leg.tokenOut && one.from === leg.pool && one.to === leg.recipient)
  const paidAt = payment?.index ?? leg.index
  const paid = moves.filter((move) => move.token === leg.tokenOut && move.from === holder)
  const unwrapped = unwraps.filter((unwrap) => unwrap.token === leg.tokenOut && unwrap.by === holder).map((unwrap) => ({ ...unwrap, to: null }))
  return [...paid, ...unwrapped].filter((way) => way.index > paidAt)
}

/** Settlements pay many people in one token: a payment within this part of what arrived is this one's. */
const NEAR_PART = 100n

/** The way that what arrived took: the one of nearly that amount, else the largest, for parts of it may be fees. */
function passedOn(arrived: bigint, ways: readonly Way[]): Way | null {
  const gap = ({ raw }: Way): bigint => (raw < arrived ? arrived - raw : raw - arrived)
  const near = ways.filter((way) => gap(way) * NEAR_PART <= arrived)
  return near.length === 0 ? largest(ways) : near.reduce((best, move) => (gap(move) < gap(best) ? move : best))
}

function largest<W extends Way>(ways: readonly W[]): W | null {
  return ways.reduce<W | null>((best, way) => (best === null || way.raw > best.raw ? way : best), null)
}

/** The taker of coins that the called contract unwrapped; unknown where another contract did. */
function takerOf(unwrapper: Address, route: Route): Address | null {
  return route.input === null || route.calledContract !== unwrapper ? null : coinTaker(route.input, route.signer)
}
