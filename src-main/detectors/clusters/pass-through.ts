import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { atLeastShare } from '../exact.ts'
import type { Payment } from '../flows.ts'
import type { Study } from '../study.ts'
import { amountText, countText, durationText, limitText } from '../wording.ts'
import { damping, evidence, type ClusterRule, type Evidence } from './evidence.ts'
import { fanOut } from './fan-out.ts'

/** A paid X, X passed nearly all of it on to B soon after and deals with hardly anyone else; long ago only where it was B’s first coin. */
export const passThrough: ClusterRule = (study) => {
  const fan = fanOut(study)
  const counts = ({ wallet, out }: PassedPayment): boolean => out.time === null || out.time >= study.since || study.funding.get(wallet)?.tx === out.tx
  return passedPayments(study)
    .filter(counts)
    .map((path) => passed(study, path, fan(path.inflow.from)))
}

/** Money on its way to a holder: what the origin paid in, what arrived, and the wallets between. */
export interface PassedPayment {
  readonly wallet: string
  readonly inflow: Payment
  readonly out: Payment
  readonly via: readonly string[]
}

export function passedPayments(study: Study): readonly PassedPayment[] {
  const { memory, flows, hubs, holderSet } = study
  return memory.keep('passed payments', [flows.payments, hubs, holderSet], () => findPassed(study))
}

function findPassed(study: Study): PassedPayment[] {
  const origin = originsThrough(study)
  const found: PassedPayment[] = []
  for (const wallet of study.holders) {
    if (study.isHub(wallet)) continue
    for (const out of study.paymentsTo.get(wallet) ?? []) {
      let paths: { via: string[]; inflow: Payment }[] = origin(out).map((inflow) => ({ via: [out.from], inflow }))
      for (let hops = 1; hops <= study.rules.funding.pass_through_max_hops; hops++) {
        for (const { via, inflow } of paths) {
          if (inflow.from !== wallet && !via.includes(inflow.from)) found.push({ wallet, inflow, out, via })
        }
        paths = paths.flatMap(({ via, inflow }) =>
          via.includes(inflow.from) ? [] : origin(inflow).map((next) => ({ via: [inflow.from, ...via], inflow: next })),
        )
      }
    }
  }
  return found
}

/** For a payment out of X: the payments into X that X passed on, when X is a pass-through; else none. */
function originsThrough(study: Study): (out: Payment) => Payment[] {
  const { funding } = study.rules
  return (out) => {
    const x = out.from
    if (study.isHub(x) || study.isHolder(x)) return []
    const incoming = study.paymentsTo.get(x) ?? []
    const outgoing = study.paymentsFrom.get(x) ?? []
    const counterparties = new Set([...incoming.map(({ from }) => from), ...outgoing.map(({ to }) => to)])
    if (counterparties.size > funding.pass_through_max_counterparties) return []
    return incoming.filter((inflow) => {
      if (study.isHub(inflow.from) || !soonAfter(inflow, out, funding.pass_through_seconds)) return false
      const onwards = outgoing.filter((payment) => soonAfter(inflow, payment, funding.pass_through_seconds))
      return atLeastShare(sumRaw(onwards.map(({ raw }) => raw)), inflow.raw, funding.pass_through_forwarded_share)
    })
  }
}

function soonAfter(before: Payment, after: Payment, seconds: number): boolean {
  if (before.time === null || after.time === null) return false
  return after.time >= before.time && after.time - before.time <= seconds && (before.block ?? 0) <= (after.block ?? 0)
}

function passed(study: Study, { wallet, inflow, out, via }: PassedPayment, customers: number): Evidence {
  const { funding } = study.rules
  const forwarded = limitText(funding.pass_through_forwarded_share * 100)
  const within = durationText(funding.pass_through_seconds)
  return evidence({
    rule: 'pass_through',
    family: 'funding',
    between: [inflow.from, wallet],
    via,
    txs: [inflow.tx, out.tx],
    weight: funding.pass_through ** via.length * damping(customers, funding.direct_undamped_fan_out),
    value: `${countText(via.length, 'wallet')} between, ${amountText(out.raw, study.nativeDecimals, study.nativeSymbol)} passed on`,
    threshold: `at least ${forwarded} passed on within ${within}, at most ${funding.pass_through_max_counterparties} counterparties`,
    sentence: `${shortAddress(inflow.from)} paid ${shortAddress(wallet)} through ${via.map(shortAddress).join(' and ')}, which passed nearly all of it on.`,
  })
}
