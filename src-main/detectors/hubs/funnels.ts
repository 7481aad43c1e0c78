import type { DollarPayment } from '../../../src-shared/domain/events.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { AddressMoves, MovesByAddress } from '../flows/moves-by-address.ts'
import type { Payment } from '../flows/flows.ts'
import type { IncrementalState } from '../incremental/state.ts'
import type { LabelIndex } from '../labels/label-index.ts'
import { atLeastShare } from '../math/exact.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import { reuseGroups } from './equal-payments.ts'

/** By collector, groups of wallets whose only use was to pass what an airdrop gave them on to it (docs/detection.md#hubs). */
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
 * Groups of two or more wallets that received the same amount of the token from one distributor and from nobody else, never bought it,
 * passed nearly all of it on to one collector, and were not paid by the collector. Customers of a service get their tokens in different
 * ways and amounts, so these wallets are no sign of one. What a listed service paid out says nothing.
 */
export function findFunnels(inputs: FunnelInputs): Funnels {
  const { facts, flows, movesByAddress, firstBuys, labels, rules, state } = inputs
  return state.memoize<Funnels>('funnels', [flows.moves, flows.payments, facts.dollarPayments, firstBuys, labels, rules], (before) => {
    const paidInDollars = new Set(facts.dollarPayments.map(({ from, to }) => `${from} ${to}`))
    const isPaid = (wallet: string, collector: string): boolean =>
      paidInDollars.has(`${collector} ${wallet}`) || (inputs.paymentsTo.get(wallet) ?? []).some(({ from }) => from === collector)
    const groups = new Map<string, { collector: string; wallets: Set<string> }>()
    for (const [wallet, moves] of movesByAddress.byAddress) {
      const ends = readEnds(moves, rules.sink.deposit_forwarded_share)
      if (ends === null || firstBuys.has(wallet) || labels.policy(ends.distributor) === 'hub' || isPaid(wallet, ends.collector)) continue
      const key = `${ends.collector} ${ends.distributor} ${ends.received}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { collector: ends.collector, wallets: new Set([wallet]) })
      else group.wallets.add(wallet)
    }
    const together = [...groups.values()].filter(({ wallets }) => wallets.size >= 2)
    const byCollector = Map.groupBy(together, ({ collector }) => collector)
    return reuseGroups(before, new Map([...byCollector].map(([collector, all]) => [collector, all.map(({ wallets }) => wallets)])))
  })
}

interface Ends {
  readonly distributor: string
  readonly collector: string
  readonly received: bigint
}

/** Where all tokens of a wallet came from and went to; null where there are several, or where too little was passed on. */
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
