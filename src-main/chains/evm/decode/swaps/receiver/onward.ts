import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { sumRaw } from '../../../../../../src-shared/domain/amount.ts'
import { isBurnAddress } from '../../../../../../src-shared/domain/burn-addresses.ts'
import type { Leg, Move } from '../leg.ts'
import type { Route } from './route.ts'

/** Where a contract that received the output of a leg sends it in the same transaction. */

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
/** Fees of routers and taxes together stay below this part. */
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
  const moves = onwardMoves(arrival, route)
  if (sumRaw(moves.map(({ raw }) => raw)) * 2n < arrival.arrived) return 'kept'
  const gap = ({ raw }: Onward): bigint => (raw < arrival.arrived ? arrival.arrived - raw : raw - arrival.arrived)
  const near = moves.filter((move) => gap(move) * NEAR_PART <= arrival.arrived)
  if (near.length > 0) return near.reduce((best, move) => (gap(move) < gap(best) ? move : best))
  return isShared(moves, arrival, route) ? 'shared' : (largest(moves) ?? 'kept')
}

export function largest<W extends { readonly raw: bigint }>(moves: readonly W[]): W | null {
  return moves.reduce<W | null>((best, move) => (best === null || move.raw > best.raw ? move : best), null)
}

/** The pool's payment to the recipient of a leg. Most pools pay before they emit the event. */
export const paymentOf = (leg: Leg, route: Route): Move | undefined => route.sent(leg.tokenOut, leg.holder).find(({ to }) => to === leg.recipient)

/** Onward movements after the pool's payment, without what repays a loan. */
function onwardMoves({ holder, leg, after }: Arrival, route: Route): Onward[] {
  const since = Math.max(after, paymentOf(leg, route)?.index ?? leg.log.logIndex)
  const lenders = findLenders(holder, leg.tokenOut, route)
  const paid = route.sent(leg.tokenOut, holder).filter(({ to }) => !lenders.has(to))
  const unwrapped = route.unwraps(leg.tokenOut, holder).map((unwrap) => ({ ...unwrap, to: null }))
  return [...paid, ...unwrapped].filter(({ index }) => index > since)
}

/** Addresses to which the holder returns what they lent it in this transaction. A signer who gets its own tokens back lent nothing. */
function findLenders(holder: Address, token: Address, route: Route): ReadonlySet<Address> {
  const [lent, returned] = [new Map<Address, bigint>(), new Map<Address, bigint>()]
  for (const { from, raw } of route.received(token, holder)) lent.set(from, (lent.get(from) ?? 0n) + raw)
  for (const { to, raw } of route.sent(token, holder)) if (lent.has(to)) returned.set(to, (returned.get(to) ?? 0n) + raw)
  const isLender = ([address, raw]: readonly [Address, bigint]): boolean => {
    const surplus = raw - (lent.get(address) ?? 0n)
    return surplus >= 0n && surplus * LOAN_FEE_PART <= raw && address !== route.transaction.signer && !route.pools.has(address)
  }
  return new Set([...returned].filter(isLender).map(([address]) => address))
}

/**
 * Whether the output was of several wallets and not of one wallet less fees. A wallet that paid in another token traded itself, as did all in a batch
 * that settles several orders for this token; otherwise large parts beside the main one show it. Pools that got parts are steps of one route, unless a
 * wallet got the main part. What the token's code keeps or burns belongs to nobody.
 */
function isShared(moves: readonly Onward[], { holder, leg: { tokenOut: token } }: Arrival, route: Route): boolean {
  const parts = new Map<Address | null, bigint>()
  for (const { to, raw } of moves) {
    const isLost = to === token || (to !== null && isBurnAddress(route.transaction.network, to))
    if (!isLost) parts.set(to, (parts.get(to) ?? 0n) + raw)
  }
  const [main, ...others] = [...parts].sort(([, a], [, b]) => (a < b ? 1 : -1))
  const isPool = (address: Address | null | undefined): boolean => address !== null && address !== undefined && route.pools.has(address)
  const beside = isPool(main?.[0]) ? others.filter(([address]) => !isPool(address)) : others
  const isTrader = (address: Address | null): boolean => address !== null && !isPool(address) && route.hasGivenOther(address, token)
  if (sumRaw(beside.map(([, raw]) => raw)) * SHARED_PART >= sumRaw(parts.values())) return true
  return beside.some(([address]) => isTrader(address)) || (beside.length > 0 && route.settled(holder, token) > 1)
}
