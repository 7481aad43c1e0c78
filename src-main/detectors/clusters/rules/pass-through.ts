import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import { atLeastShare } from '../../math/exact.ts'
import type { Payment } from '../../flows/flows.ts'
import type { FactIndex } from '../../fact-index.ts'
import { amountText, countText, durationText, limitText } from '../../text.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { damping, fanOut } from '../../flows/fan-out.ts'

/** A paid X, and X, which has few other counterparties, soon passed nearly all of it on to B. Old payments count only as B's first coin. */
export const passThrough: ClusterRule = (index) => {
  const fan = fanOut(index)
  const counts = ({ wallet, out }: PassThrough): boolean => out.time === null || out.time >= index.since || index.funding.get(wallet)?.tx === out.tx
  return findPassThroughs(index)
    .filter(counts)
    .map((path) => passThroughEvidence(index, path, fan(path.inflow.from)))
}

/** A payment to a holder through other wallets: what the origin paid, what arrived, and the wallets between. */
export interface PassThrough {
  readonly wallet: string
  readonly inflow: Payment
  readonly out: Payment
  readonly via: readonly string[]
  /** Number of wallets that the origin reached in this way; null if this payment counts alone. */
  readonly parallel: number | null
}

export function findPassThroughs(index: FactIndex): readonly PassThrough[] {
  const { state, facts, flows, hubs, holderSet } = index
  return state.memoize('passed payments', [flows.payments, facts.funding, hubs, holderSet], () => {
    const found = searchPassThroughs(index)
    const known = new Set(found.map(({ inflow, wallet }) => `${inflow.from} ${wallet}`))
    return [...found, ...searchParallel(index).filter(({ inflow, wallet }) => !known.has(`${inflow.from} ${wallet}`))]
  })
}

/**
 * Payments of one origin to several holders, each through a new wallet that got its first coin from the origin and gave the holder its first coin.
 * The stored payments show no other counterparty of that wallet. It may keep a part or wait, so a single such wallet would say little.
 */
function searchParallel(index: FactIndex): PassThrough[] {
  const { parallel_min_wallets: least, parallel_forwarded_share: share, parallel_seconds: seconds } = index.rules.funding
  const found = index.holders.flatMap((wallet): PassThrough[] => {
    const last = index.funding.get(wallet)
    const x = last?.funder ?? null
    if (x === null || index.isHub(wallet) || index.isHub(x) || index.isHolder(x)) return []
    const origin = index.funding.get(x)?.funder ?? null
    if (origin === null || origin === wallet || index.isHub(origin)) return []
    const incoming = index.paymentsTo.get(x) ?? []
    const outgoing = index.paymentsFrom.get(x) ?? []
    if (!incoming.every(({ from }) => from === origin) || !outgoing.every(({ to }) => to === wallet)) return []
    const [inflow] = incoming
    const out = outgoing.find(({ tx }) => tx === last?.tx)
    if (inflow === undefined || out === undefined || !isSoonAfter(inflow, out, seconds)) return []
    return atLeastShare(sumPayments(outgoing), sumPayments(incoming), share) ? [{ wallet, inflow, out, via: [x], parallel: 0 }] : []
  })
  return [...Map.groupBy(found, ({ inflow }) => inflow.from).values()]
    .filter((paths) => paths.length >= least)
    .flatMap((paths) => paths.map((path) => ({ ...path, parallel: paths.length })))
}

function searchPassThroughs(index: FactIndex): PassThrough[] {
  const origin = originsThrough(index)
  const found: PassThrough[] = []
  for (const wallet of index.holders) {
    if (index.isHub(wallet)) continue
    for (const out of index.paymentsTo.get(wallet) ?? []) {
      let paths: { via: string[]; inflow: Payment }[] = origin(out).map((inflow) => ({ via: [out.from], inflow }))
      for (let hops = 1; hops <= index.rules.funding.pass_through_max_hops; hops++) {
        for (const { via, inflow } of paths) {
          if (inflow.from !== wallet && !via.includes(inflow.from)) found.push({ wallet, inflow, out, via, parallel: null })
        }
        paths = paths.flatMap(({ via, inflow }) =>
          via.includes(inflow.from) ? [] : origin(inflow).map((next) => ({ via: [inflow.from, ...via], inflow: next })),
        )
      }
    }
  }
  return found
}

/** For a payment out of X: the payments into X that X passed on; none if X is not a pass-through wallet. */
function originsThrough(index: FactIndex): (out: Payment) => Payment[] {
  const { funding } = index.rules
  return (out) => {
    const x = out.from
    if (index.isHub(x) || index.isHolder(x)) return []
    const incoming = index.paymentsTo.get(x) ?? []
    const outgoing = index.paymentsFrom.get(x) ?? []
    const counterparties = new Set([...incoming.map(({ from }) => from), ...outgoing.map(({ to }) => to)])
    if (counterparties.size > funding.pass_through_max_counterparties) return []
    return incoming.filter((inflow) => {
      if (index.isHub(inflow.from) || !isSoonAfter(inflow, out, funding.pass_through_seconds)) return false
      const onwards = outgoing.filter((payment) => isSoonAfter(inflow, payment, funding.pass_through_seconds))
      return atLeastShare(sumPayments(onwards), inflow.raw, funding.pass_through_forwarded_share)
    })
  }
}

const sumPayments = (payments: readonly Payment[]): bigint => sumRaw(payments.map(({ raw }) => raw))

function isSoonAfter(before: Payment, after: Payment, seconds: number): boolean {
  if (before.time === null || after.time === null) return false
  return after.time >= before.time && after.time - before.time <= seconds && (before.block ?? 0) <= (after.block ?? 0)
}

function passThroughEvidence(index: FactIndex, { wallet, inflow, out, via, parallel }: PassThrough, customers: number): Evidence {
  const { funding } = index.rules
  const forwarded = limitText((parallel === null ? funding.pass_through_forwarded_share : funding.parallel_forwarded_share) * 100)
  const within = durationText(parallel === null ? funding.pass_through_seconds : funding.parallel_seconds)
  const few =
    parallel === null
      ? `at most ${funding.pass_through_max_counterparties} counterparties`
      : `new wallets that deal with nobody else, to at least ${countText(funding.parallel_min_wallets, 'wallet')}`
  return evidence({
    rule: 'pass_through',
    family: 'funding',
    between: [inflow.from, wallet],
    via,
    txs: [inflow.tx, out.tx],
    weight: funding.pass_through ** via.length * damping(customers, funding.direct_undamped_fan_out),
    value: `${countText(via.length, 'wallet')} between, ${amountText(out.raw, index.nativeDecimals, index.nativeSymbol)} passed on`,
    threshold: `at least ${forwarded} passed on within ${within}, ${few}`,
    sentence:
      parallel === null
        ? `${shortAddress(inflow.from)} paid ${shortAddress(wallet)} through ${via.map(shortAddress).join(' and ')}, which passed nearly all of it on.`
        : `${shortAddress(inflow.from)} paid ${shortAddress(wallet)} through the new wallet ${via.map(shortAddress).join()}, and ${countText(parallel - 1, 'other wallet')} in the same way.`,
  })
}
