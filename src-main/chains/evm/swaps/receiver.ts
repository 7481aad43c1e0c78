import type { Address } from '../../../../src-shared/domain/address.ts'
import { coinTaker } from './coin-taker.ts'

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
  /** Addresses that unwrapped coins, by wrapped token. */
  readonly unwraps: readonly { readonly token: Address; readonly by: Address }[]
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
    const here: Address = holder
    const onward = passedOn(
      arrived,
      route.moves.filter((move) => move.token === current.tokenOut && move.from === here && move.index > after && follows(move, current, route)),
    )
    if (onward !== null) {
      holder = onward.to
      arrived = onward.raw
      after = onward.index
      continue
    }
    if (route.unwraps.some((unwrap) => unwrap.by === here && unwrap.token === current.tokenOut)) return takerOf(here, route)
    return holder
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

/** Tokens leave the recipient after the swap paid it. Pools pay before they write the Swap event, so the payment counts. */
function follows(move: Move, leg: LegRoute, route: Route): boolean {
  const payment = route.moves.find((one) => one.token === leg.tokenOut && one.from === leg.pool && one.to === leg.recipient)
  return move.index > (payment?.index ?? leg.index)
}

/** Settlements pay many people in one token: a payment within this part of what arrived is this one's. */
const NEAR_PART = 100n

/** The movement that passes on what arrived: the one of nearly that amount, else the largest, for parts of it may be fees. */
function passedOn(arrived: bigint, moves: readonly Move[]): Move | null {
  const gap = ({ raw }: Move): bigint => (raw < arrived ? arrived - raw : raw - arrived)
  const near = moves.filter((move) => gap(move) * NEAR_PART <= arrived)
  return near.length === 0 ? largest(moves) : near.reduce((best, move) => (gap(move) < gap(best) ? move : best))
}

function largest(moves: readonly Move[]): Move | null {
  return moves.reduce<Move | null>((best, move) => (best === null || move.raw > best.raw ? move : best), null)
}

/** The taker of coins that the called contract unwrapped; unknown where another contract did. */
function takerOf(unwrapper: Address, route: Route): Address | null {
  return route.input === null || route.calledContract !== unwrapper ? null : coinTaker(route.input, route.signer)
}
