import { ratio } from './exact.ts'
import type { Payment } from './flows.ts'
import { handsOn } from './forwarding.ts'
import type { Memory } from './memory.ts'
import { NO_MOVES, type MovesByAddress, type MovesOf } from './moves-of.ts'
import { pushTo } from './order.ts'
import type { RuleSet } from './rules.ts'

/** Services that no list knows, told by what they do with the token and for how many: sales at one price, deposit addresses. */

interface Seen {
  readonly movesOf: MovesByAddress
  readonly flows: { readonly moves: readonly unknown[]; readonly payments: readonly Payment[] }
  readonly paymentsTo: ReadonlyMap<string, readonly Payment[]>
  readonly paymentsFrom: ReadonlyMap<string, readonly Payment[]>
  readonly rules: RuleSet
  readonly memory: Memory
}

/** Who got coin from many wallets and gave each tokens at one price, with how many they were (engine.md §6, `presale`). */
export function presaleSellers({ movesOf, flows, paymentsTo, rules: { label }, memory }: Seen): ReadonlyMap<string, number> {
  return memory.keep<ReadonlyMap<string, number>>('presales', [flows.moves, flows.payments], () => {
    const found = new Map<string, number>()
    for (const [seller, payments] of paymentsTo) {
      if (payments.length < label.presale_payers) continue
      const buyers = atOnePrice(payments, movesOf.byAddress.get(seller) ?? NO_MOVES, label.presale_ratio_tolerance)
      if (buyers >= label.presale_payers) found.set(seller, buyers)
    }
    return found
  })
}

/** How many of those who paid got tokens at the price in the middle of all prices. */
function atOnePrice(payments: readonly Payment[], { sent }: MovesOf, tolerance: number): number {
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
 * Who has the token swept into it from more deposit addresses than a person has, with how many they are: each gets tokens from a
 * sender of its own, hands all of them on within a day and sends nothing anywhere else.
 */
export function sweptFromMany({ memory, flows, movesOf, paymentsFrom, rules }: Seen): Map<string, number> {
  const senders = new Map<string, string[]>()
  for (const { address, from, into } of memory.keep('handed on', [flows.moves], () => handedOn(movesOf, rules)))
    if ((paymentsFrom.get(address) ?? []).every(({ to }) => to === into)) pushTo(senders, into, from)
  const counts = [...senders].map(([into, all]): [string, number] => [into, new Set(all).size])
  return new Map(counts.filter(([, count]) => count > rules.hub.swept_addresses))
}

interface HandedOn {
  readonly address: string
  readonly from: string
  readonly into: string
}

/** Who got all tokens from one sender and handed them on to one other, as far as moves of the token tell. */
function handedOn({ byAddress }: MovesByAddress, { sink }: RuleSet): HandedOn[] {
  const found: HandedOn[] = []
  for (const [address, { sent, received }] of byAddress) {
    const [into, from] = [sent[0]?.to, received[0]?.from]
    if (into === undefined || from === undefined || into === address || into === from) continue
    if (received.some((move) => move.from !== from) || sent.some(({ to }) => to !== into)) continue
    if (handsOn(received, sent, sink)) found.push({ address, from, into })
  }
  return found
}
