import type { DollarPayment } from '../../../src-shared/domain/events.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { AddressMoves, MovesByAddress } from '../flows/moves-by-address.ts'
import type { Payment } from '../flows/flows.ts'
import type { IncrementalState } from '../incremental/state.ts'
import type { LabelIndex } from '../labels/label-index.ts'
import { atLeastShare } from '../math/exact.ts'
import { pushTo } from '../math/order.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import { reuseGroups } from './equal-payments.ts'

/** By collector, groups of wallets used only to pass an airdrop on to it (docs/detection.md#hubs). */
export type Funnels = ReadonlyMap<string, readonly ReadonlySet<string>[]>

interface FunnelInputs {
  readonly facts: { readonly dollarPayments: readonly DollarPayment[] }
  readonly flows: { readonly moves: readonly unknown[]; readonly payments: readonly Payment[] }
  readonly movesByAddress: MovesByAddress
  readonly paymentsTo: ReadonlyMap<string, readonly Payment[]>
  readonly firstBuys: ReadonlyMap<string, unknown>
  readonly labels: LabelIndex
  readonly rules: RuleSet
  readonly state: IncrementalState
}

/**
 * Groups of two or more wallets that received the same amount of the token from one distributor only, never bought it, passed nearly all of it
 * on to one collector, and were not paid by the collector. Customers of a service get their tokens in different ways and amounts, so such wallets
 * do not make the collector a service. Payouts of a listed service prove nothing.
 */
export function findFunnels(inputs: FunnelInputs): Funnels {
  const { facts, flows, movesByAddress, paymentsTo, firstBuys, labels, rules, state } = inputs
  const passedOn = state.memoize('passed on', [flows.moves], () => findPassedOn(movesByAddress, rules.sink.deposit_forwarded_share))
  return state.memoize<Funnels>('funnels', [passedOn, flows.payments, facts.dollarPayments, firstBuys, labels], (before) => {
    const paidInDollars = new Set(facts.dollarPayments.map(({ from, to }) => `${from} ${to}`))
    const isPaid = (wallet: string, collector: string): boolean =>
      paidInDollars.has(`${collector} ${wallet}`) || (paymentsTo.get(wallet) ?? []).some(({ from }) => from === collector)
    const found = new Map<string, ReadonlySet<string>[]>()
    for (const { collector, distributor, wallets } of passedOn) {
      if (labels.policy(distributor) === 'hub') continue
      const group = new Set(wallets.filter((wallet) => !firstBuys.has(wallet) && !isPaid(wallet, collector)))
      if (group.size >= 2) pushTo(found, collector, group)
    }
    return reuseGroups(before, found)
  })
}

interface PassedOn {
  readonly collector: string
  readonly distributor: string
  readonly wallets: readonly string[]
}

/** Two or more wallets that passed the same amount from one distributor on to one collector. */
function findPassedOn({ byAddress }: MovesByAddress, share: number): PassedOn[] {
  const groups = new Map<string, PassedOn & { readonly wallets: string[] }>()
  for (const [wallet, moves] of byAddress) {
    const ends = readEnds(moves, share)
    if (ends === null) continue
    const { collector, distributor, received } = ends
    const key = `${collector} ${distributor} ${received}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { collector, distributor, wallets: [wallet] })
    else group.wallets.push(wallet)
  }
  return [...groups.values()].filter(({ wallets }) => wallets.length >= 2)
}

interface Ends {
  readonly distributor: string
  readonly collector: string
  readonly received: bigint
}

/** The only source and destination of a wallet's tokens; null if there are several, or if too little was passed on. */
function readEnds({ sent, received }: AddressMoves, share: number): Ends | null {
  const [collector, distributor] = [sent[0]?.to, received[0]?.from]
  if (collector === undefined || distributor === undefined || collector === distributor) return null
  if (sent.some(({ to }) => to !== collector) || received.some(({ from }) => from !== distributor)) return null
  const [came, went] = [received, sent].map((moves) => sumRaw(moves.map(({ raw }) => raw))) as [bigint, bigint]
  return atLeastShare(went, came, share) ? { distributor, collector, received: came } : null
}

/** Wallets of all groups of a collector. */
export function walletsOfFunnels(funnels: Funnels, collector: string): ReadonlySet<string> {
  return new Set((funnels.get(collector) ?? []).flatMap((wallets) => [...wallets]))
}
