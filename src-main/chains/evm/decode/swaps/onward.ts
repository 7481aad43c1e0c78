import type { Address } from '../../../../../src-shared/domain/address.ts'
import { sumRaw } from '../../../../../src-shared/domain/amount.ts'
import { isBurnAddress } from '../../../../../src-shared/domain/burn-addresses.ts'
import { readSettledOrder, type Unwrap } from './events.ts'
import type { Leg, Move, SwapTransaction } from './leg.ts'

/** Where a contract that received the output of a leg sends it in the same transaction. */

/** What a leg's output passes through. */
export interface Route {
  readonly transaction: SwapTransaction
  /** In log order. */
  readonly legs: readonly Leg[]
  readonly moves: readonly Move[]
  readonly unwraps: readonly Unwrap[]
}

/** An onward movement of a leg's output: a token payment, or an unwrapping whose receiver no log names (`to` is null). */
interface Onward {
  readonly to: Address | null
  readonly raw: bigint
  readonly index: number
}

interface Arrival {
  readonly holder: Address
  readonly leg: Leg
  /** Raw units of the leg's output that arrived at the holder. */
  readonly arrived: bigint
  /** Log index of the movement by which it arrived; -1 if the pool paid it. */
  readonly after: number
}

/** A settlement pays many receivers in one token. A payment that differs from the arrived amount by at most 1/100 belongs to it. */
const NEAR_PART = 100n
/** Fees of routers and taxes stay below this part. */
const SHARED_PART = 4n
/** Aave takes 0.05 % for a flash loan, a pair of Uniswap v2 0.3 %, Balancer nothing: https://docs.balancer.fi/concepts/vault/flash-loans.html. */
const LOAN_FEE_PART = 100n

/**
 * The onward movement of nearly the arrived amount, otherwise the largest one, because the others may be fees.
 *
 * @returns `kept` if the holder keeps the larger part: the onward payments are then taxes, fees or the repayment of a loan; `shared` if several wallets
 * received parts
 */
export function readOnward(arrival: Arrival, route: Route): Onward | 'kept' | 'shared' {
  const { arrived, after } = arrival
  const moves = onwardMoves(arrival, route).filter((move) => move.index > after && !isRepayment(move.to, arrival, route))
  if (sumRaw(moves.map(({ raw }) => raw)) * 2n < arrived) return 'kept'
  const gap = ({ raw }: Onward): bigint => (raw < arrived ? arrived - raw : raw - arrived)
  const near = moves.filter((move) => gap(move) * NEAR_PART <= arrived)
  if (near.length > 0) return near.reduce((best, move) => (gap(move) < gap(best) ? move : best))
  return isShared(moves, arrival, route) ? 'shared' : (largest(moves) ?? 'kept')
}

export function largest<W extends { readonly raw: bigint }>(moves: readonly W[]): W | null {
  return moves.reduce<W | null>((best, move) => (best === null || move.raw > best.raw ? move : best), null)
}

/** The pool's payment to the recipient of a leg. Most pools pay before they emit the event. */
export const paymentOf = (leg: Leg, { moves }: Route): Move | undefined =>
  moves.find((one) => one.token === leg.tokenOut && one.from === leg.holder && one.to === leg.recipient)

/** Onward movements after the pool's payment. */
function onwardMoves({ holder, leg }: Arrival, route: Route): Onward[] {
  const paidAt = paymentOf(leg, route)?.index ?? leg.log.logIndex
  const paid = route.moves.filter((move) => move.token === leg.tokenOut && move.from === holder)
  const unwrapped = route.unwraps.filter((unwrap) => unwrap.token === leg.tokenOut && unwrap.by === holder).map((unwrap) => ({ ...unwrap, to: null }))
  return [...paid, ...unwrapped].filter((move) => move.index > paidAt)
}

/** Whether payments return what the same address had lent the holder in this transaction. A signer who gets its own tokens back lent nothing. */
function isRepayment(lender: Address | null, { holder, leg }: Arrival, { transaction, moves, legs }: Route): boolean {
  if (lender === null || lender === transaction.signer || legs.some((one) => one.holder === lender)) return false
  const between = (from: Address, to: Address): bigint =>
    sumRaw(moves.filter((move) => move.token === leg.tokenOut && move.from === from && move.to === to).map(({ raw }) => raw))
  const [lent, returned] = [between(lender, holder), between(holder, lender)]
  return lent > 0n && returned >= lent && (returned - lent) * LOAN_FEE_PART <= lent
}

/**
 * Whether the output was of several wallets and not of one wallet less fees. A wallet that paid in another token traded itself, as did one that got a
 * large part, or all in a batch that settles several orders for this token. Pools that got parts are steps of one route, unless a wallet got the main
 * part. What the token's code keeps or burns belongs to nobody.
 */
function isShared(moves: readonly Onward[], { holder, leg }: Arrival, { transaction, legs, moves: all }: Route): boolean {
  const token = leg.tokenOut
  const parts = new Map<Address | null, bigint>()
  for (const { to, raw } of moves) {
    const isLost = to === token || (to !== null && isBurnAddress(transaction.network, to))
    if (!isLost) parts.set(to, (parts.get(to) ?? 0n) + raw)
  }
  const [main, ...others] = [...parts].sort(([, a], [, b]) => (a < b ? 1 : -1))
  const total = sumRaw(parts.values())
  const isPool = (wallet: Address | null | undefined): boolean => legs.some((one) => one.holder === wallet)
  const isBatch = transaction.logs.filter((log) => log.address === holder && readSettledOrder(log)?.bought === token).length > 1
  const hasPaid = (wallet: Address | null): boolean => all.some((move) => move.from === wallet && move.token !== token)
  return others.some(([wallet, raw]) => {
    const isLarge = raw * SHARED_PART >= total
    return isPool(wallet) ? isLarge && !isPool(main?.[0]) : isLarge || isBatch || hasPaid(wallet)
  })
}
