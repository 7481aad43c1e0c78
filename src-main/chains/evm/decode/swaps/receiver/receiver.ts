import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { ZERO_ADDRESS } from '../../../encoding/zero-address.ts'
import { coinTaker } from './coin-taker.ts'
import type { Leg } from '../leg.ts'
import { largest, paymentOf, readOnward } from './onward.ts'
import type { Route } from './route.ts'

/** Real routes are far shorter; the limit ends loops of transfers. */
const MAX_STEPS = 32

/**
 * The final receiver of a leg's output: the pool's recipient, or the last address in the chain when the recipient is the next pool or
 * a contract that forwards the tokens in the same transaction. A pool is none: what it gets beside the input of a leg repays a flash swap or adds
 * liquidity, and then the payer had received the output. Null when the output ends as unwrapped coins whose receiver is unknown, with several
 * wallets, or burned.
 */
export function receiverOf(leg: Leg, route: Route): Address | null {
  const passed = new Set([leg])
  let current = leg
  let holder = leg.recipient
  let arrived = leg.rawOut
  let after = -1
  let payer: Address | null = null
  for (let step = 0; step < MAX_STEPS; step++) {
    if (holder === route.transaction.signer) return holder
    if (holder === ZERO_ADDRESS) return null
    const next = nextLeg(current, holder, route, passed)
    if (next !== null) {
      passed.add(next)
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
    if (route.pools.has(holder)) return payer
    const onward = readOnward({ holder, leg: current, arrived, after }, route)
    if (onward === 'kept') return holder
    if (onward === 'shared') return null
    if (onward.to === null) return isSoldByToken(current, route) ? null : takerOf(holder, route)
    payer = holder
    holder = onward.to
    arrived = onward.raw
    after = onward.index
  }
  return holder
}

/**
 * The leg whose input is this leg's output: at the pool that received it, or at the manager that still holds it. It follows the payment of the
 * output. In a flash swap it precedes the event of this leg, because the pool pays first and emits the event last.
 */
function nextLeg(leg: Leg, holder: Address | null, route: Route, passed: ReadonlySet<Leg>): Leg | null {
  const at = holder ?? leg.holder
  const since = Math.min(paymentOf(leg, route)?.index ?? leg.log.logIndex, leg.log.logIndex)
  return route.legs.find((one) => !passed.has(one) && one.holder === at && one.tokenIn === leg.tokenOut && one.log.logIndex > since) ?? null
}

/** A manager settles the transaction as a whole, so its largest payment of the token identifies the receiver. */
function paidBy(leg: Leg, route: Route): Address | null {
  return largest(route.sent(leg.tokenOut, leg.holder))?.to ?? null
}

/**
 * Whether the token's own contract paid the input: it sells collected taxes during another wallet's call, and that call does not name the receiver of
 * the coins.
 */
function isSoldByToken(leg: Leg, route: Route): boolean {
  const paid = route.received(leg.tokenIn, leg.holder).findLast(({ index }) => index < leg.log.logIndex)
  return paid?.from === leg.tokenIn
}

/** The receiver of coins that the called contract unwrapped; null when another contract unwrapped them. */
function takerOf(unwrapper: Address, { transaction: { input, to, signer } }: Route): Address | null {
  return input === null || to !== unwrapper ? null : coinTaker(input, signer)
}
