import { ratio } from '../math/exact.ts'
import type { Payment } from '../flows/flows.ts'
import { forwardsNearlyAll } from './forwarding.ts'
import type { IncrementalState } from '../incremental/state.ts'
import { NO_MOVES, type MovesByAddress, type AddressMoves } from '../flows/moves-by-address.ts'
import { pushTo } from '../math/order.ts'
import type { RuleSet } from '../rules/rule-set.ts'

/** Unlisted services, found by their use of the token: sales to many wallets at one price, many deposit addresses. */

interface ServiceInputs {
  readonly movesByAddress: MovesByAddress
  readonly flows: { readonly moves: readonly unknown[]; readonly payments: readonly Payment[] }
  readonly paymentsTo: ReadonlyMap<string, readonly Payment[]>
  readonly paymentsFrom: ReadonlyMap<string, readonly Payment[]>
  readonly rules: RuleSet
  readonly state: IncrementalState
}

/** Wallets that received coin from many payers and sent each of them tokens at one price, with the number of buyers (docs/detection.md#labels). */
export function findPresales({ movesByAddress, flows, paymentsTo, rules: { label }, state }: ServiceInputs): ReadonlyMap<string, number> {
  return state.memoize<ReadonlyMap<string, number>>('presales', [flows.moves, flows.payments], () => {
    const found = new Map<string, number>()
    for (const [seller, payments] of paymentsTo) {
      if (payments.length < label.presale_payers) continue
      const buyers = countAtOnePrice(payments, movesByAddress.byAddress.get(seller) ?? NO_MOVES, label.presale_ratio_tolerance)
      if (buyers >= label.presale_payers) found.set(seller, buyers)
    }
    return found
  })
}

/** Number of payers that received tokens at the median price. */
function countAtOnePrice(payments: readonly Payment[], { sent }: AddressMoves, tolerance: number): number {
  const given = new Map<string, bigint>()
  for (const { to, raw } of sent) given.set(to, (given.get(to) ?? 0n) + raw)
  const paid = new Map<string, bigint>()
  for (const { from, raw } of payments) paid.set(from, (paid.get(from) ?? 0n) + raw)
  const prices = [...paid].flatMap(([payer, coin]) => {
    const tokens = given.get(payer)
    return tokens === undefined || coin === 0n ? [] : [ratio(tokens, coin)]
  })
  const middle = prices.sort((x, y) => x - y)[Math.floor(prices.length / 2)] ?? 0
  return prices.filter((price) => Math.abs(price - middle) <= middle * tolerance).length
}

/**
 * Addresses that receive the token from more deposit addresses than a person has, with their number. A deposit address receives from one
 * sender, soon forwards nearly everything, and sends nothing elsewhere.
 */
export function findSweepers({ state, flows, movesByAddress, paymentsFrom, rules }: ServiceInputs): Map<string, number> {
  const senders = new Map<string, string[]>()
  for (const { address, from, into } of state.memoize('handed on', [flows.moves], () => findForwarders(movesByAddress, rules)))
    if ((paymentsFrom.get(address) ?? []).every(({ to }) => to === into)) pushTo(senders, into, from)
  const counts = [...senders].map(([into, all]): [string, number] => [into, new Set(all).size])
  return new Map(counts.filter(([, count]) => count > rules.hub.swept_addresses))
}

interface Forwarder {
  readonly address: string
  readonly from: string
  readonly into: string
}

/** Addresses that received the token from only one sender and forwarded it to only one receiver. */
function findForwarders({ byAddress }: MovesByAddress, { sink }: RuleSet): Forwarder[] {
  const found: Forwarder[] = []
  for (const [address, { sent, received }] of byAddress) {
    const [into, from] = [sent[0]?.to, received[0]?.from]
    if (into === undefined || from === undefined || into === address || into === from) continue
    if (received.some((move) => move.from !== from) || sent.some(({ to }) => to !== into)) continue
    if (forwardsNearlyAll(received, sent, sink)) found.push({ address, from, into })
  }
  return found
}
