import type { Address } from '../../../../../src-shared/domain/address.ts'
import { coinTaker } from './coin-taker.ts'
import type { Unwrap } from './events.ts'
import type { Leg, Move, SwapTransaction } from './leg.ts'

/** What a leg's output passes through. */
export interface Route {
  readonly transaction: SwapTransaction
  /** In log order. */
  readonly legs: readonly Leg[]
  readonly moves: readonly Move[]
  readonly unwraps: readonly Unwrap[]
}

/** Real routes are far shorter; the limit ends loops of transfers. */
const MAX_STEPS = 32

/**
 * The final receiver of a leg's output: the pool's recipient, or the last address in the chain when the recipient is the next pool or
 * a contract that forwards the tokens in the same transaction. Null when the output ends as unwrapped coins whose receiver is unknown.
 */
export function receiverOf(leg: Leg, route: Route): Address | null {
  let current = leg
  let holder = leg.recipient
  let arrived = leg.rawOut
  let after = -1
  for (let step = 0; step < MAX_STEPS; step++) {
    if (holder === route.transaction.signer) return holder
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
    const onward = forwardedAs(
      arrived,
      onwardMoves(holder, current, route).filter((move) => move.index > after),
    )
    if (onward === null) return holder
    if (onward.to === null) return isSoldByToken(current, route) ? null : takerOf(holder, route)
    holder = onward.to
    arrived = onward.raw
    after = onward.index
  }
  return holder
}

/** The later leg whose input is this leg's output: at the pool that received it, or at the manager that still holds it. */
function nextLeg(leg: Leg, holder: Address | null, route: Route): Leg | null {
  const at = holder ?? leg.holder
  return route.legs.find((one) => one !== leg && one.holder === at && one.tokenIn === leg.tokenOut && one.log.logIndex > leg.log.logIndex) ?? null
}

/** A manager settles the transaction as a whole, so its largest payment of the token identifies the receiver. */
function paidBy(leg: Leg, route: Route): Address | null {
  return largest(route.moves.filter((move) => move.token === leg.tokenOut && move.from === leg.holder))?.to ?? null
}

/** An onward movement of a leg's output: a token payment, or an unwrapping whose receiver no log names (`to` is null). */
interface Onward {
  readonly to: Address | null
  readonly raw: bigint
  readonly index: number
}

/** Onward movements after the pool's payment. Pools pay before they emit the Swap event, so the payment's log index is the start. */
function onwardMoves(holder: Address, leg: Leg, { moves, unwraps }: Route): Onward[] {
  const payment = moves.find((one) => one.token === leg.tokenOut && one.from === leg.holder && one.to === leg.recipient)
  const paidAt = payment?.index ?? leg.log.logIndex
  const paid = moves.filter((move) => move.token === leg.tokenOut && move.from === holder)
  const unwrapped = unwraps.filter((unwrap) => unwrap.token === leg.tokenOut && unwrap.by === holder).map((unwrap) => ({ ...unwrap, to: null }))
  return [...paid, ...unwrapped].filter((move) => move.index > paidAt)
}

/** A settlement pays many receivers in one token. A payment that differs from the arrived amount by at most 1/100 belongs to it. */
const NEAR_PART = 100n

/**
 * The onward movement of nearly the arrived amount, otherwise the largest one, because the others may be fees. Null if the holder keeps the larger
 * part: the onward payments are then taxes or fees.
 */
function forwardedAs(arrived: bigint, moves: readonly Onward[]): Onward | null {
  if (moves.reduce((sum, { raw }) => sum + raw, 0n) * 2n < arrived) return null
  const gap = ({ raw }: Onward): bigint => (raw < arrived ? arrived - raw : raw - arrived)
  const near = moves.filter((move) => gap(move) * NEAR_PART <= arrived)
  return near.length === 0 ? largest(moves) : near.reduce((best, move) => (gap(move) < gap(best) ? move : best))
}

function largest<W extends Onward>(moves: readonly W[]): W | null {
  return moves.reduce<W | null>((best, move) => (best === null || move.raw > best.raw ? move : best), null)
}

/**
 * Whether the token's own contract paid the input: it sells collected taxes during another wallet's call, and that call does not name the receiver of
 * the coins.
 */
function isSoldByToken(leg: Leg, { moves }: Route): boolean {
  const paid = moves.filter(({ token, to, index }) => token === leg.tokenIn && to === leg.holder && index < leg.log.logIndex).at(-1)
  return paid?.from === leg.tokenIn
}

/** The receiver of coins that the called contract unwrapped; null when another contract unwrapped them. */
function takerOf(unwrapper: Address, { transaction: { input, to, signer } }: Route): Address | null {
  return input === null || to !== unwrapper ? null : coinTaker(input, signer)
}
