import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import { atLeastShare } from '../../math/exact.ts'
import { forwardsNearlyAll } from '../../hubs/forwarding.ts'
import { walletsOfFunnels } from '../../hubs/funnels.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import { pushTo } from '../../math/order.ts'
import type { FactIndex } from '../../fact-index.ts'
import { countText, durationText, limitText } from '../../text.ts'
import { damping } from '../../flows/fan-out.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { everyPair, neighbours } from './pairs.ts'

interface Sent {
  readonly from: string
  readonly to: string
  readonly raw: bigint
  readonly time: number | null
  readonly tx: string
}

/** Deposit addresses that paid an exchange, sorted. */
export function depositAddresses(index: FactIndex): string[] {
  const { toExchanges } = indexOutlets(index)
  return findDeposits(index).filter(
    (address) => toExchanges.has(address) || (index.paymentsFrom.get(address) ?? []).some(createExchangeTest(index.labels)),
  )
}

/**
 * The senders to each deposit address, with the first transaction of each. An address with many senders does not belong to one customer and is
 * left out.
 */
export function depositSenders(index: FactIndex): Map<string, ReadonlyMap<string, string>> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const deposit of findDeposits(index)) {
    const from = new Map<string, string>()
    for (const row of [...(index.movesByAddress.byAddress.get(deposit)?.received ?? []), ...(index.paymentsTo.get(deposit) ?? [])])
      if (row.from !== deposit && (row.time === null || row.time >= index.since) && !index.isHub(row.from) && !from.has(row.from))
        from.set(row.from, row.tx)
    if (from.size > 0 && from.size <= index.rules.sink.deposit_max_senders) found.set(deposit, from)
  }
  return found
}

/** Two holders send to one exchange deposit address. An exchange gives each customer a separate address. */
export const sharedDeposit: ClusterRule = (index) =>
  [...depositSenders(index)].flatMap(([deposit, from]) => {
    const wallets = [...from].filter(([wallet]) => index.isHolder(wallet)).sort(([a], [b]) => compareText(a, b))
    return neighbours(wallets).map(([[wallet, tx], [other, otherTx]]) =>
      evidence({
        rule: 'shared_deposit',
        family: 'sink',
        between: [wallet, other],
        around: deposit,
        txs: [tx, otherTx],
        weight: index.rules.sink.shared_deposit,
        value: `${countText(from.size, 'sender')} to one deposit address`,
        threshold: `at most ${index.rules.sink.deposit_max_senders} senders`,
        sentence: `${shortAddress(wallet)} and ${shortAddress(other)} pay into the same exchange deposit address ${shortAddress(deposit)}.`,
      }),
    )
  })

/** Addresses labelled as deposit addresses, or that soon forward nearly all they receive to an exchange and send nothing elsewhere; sorted. */
function findDeposits(index: FactIndex): readonly string[] {
  const { state, facts, flows, movesByAddress, paymentsTo, paymentsFrom, labels, hubs, holderSet, rules } = index
  const { toExchanges, elsewhere } = indexOutlets(index)
  const isExchange = createExchangeTest(labels)
  const behaves = (address: string): boolean => {
    if (elsewhere.has(address) || hubs.has(address) || holderSet.has(address)) return false
    const paid = paymentsFrom.get(address) ?? []
    if (!paid.every(isExchange)) return false
    // An address that sends tokens receives coin only to pay the fees.
    const { sent = [], received = [] } = movesByAddress.byAddress.get(address) ?? {}
    return sent.length > 0 ? forwardsNearlyAll(received, sent, rules.sink) : forwardsNearlyAll(paymentsTo.get(address) ?? [], paid, rules.sink)
  }
  return state.memoize('deposit addresses', [flows.moves, flows.payments, labels, hubs, holderSet], () => {
    const labelled = [...facts.labels].flatMap(([address, { linkPolicy }]) => (linkPolicy === 'deposit' ? [address] : []))
    const behaving = [...toExchanges, ...paymentsFrom.keys()].filter(behaves)
    return [...new Set([...labelled, ...behaving])].sort(compareText)
  })
}

const createExchangeTest =
  (labels: FactIndex['labels']) =>
  ({ to }: { readonly to: string }): boolean =>
    labels.tags(to).includes('exchange')

/** Senders of the token to exchanges, and senders to any other address. */
interface Outlets {
  readonly toExchanges: Set<string>
  readonly elsewhere: Set<string>
}

function indexOutlets({ state, flows, labels }: FactIndex): Outlets {
  const begin = (): Outlets => ({ toExchanges: new Set(), elsewhere: new Set() })
  const isExchange = createExchangeTest(labels)
  return state.accumulate(
    'outlets',
    [labels],
    flows.moves,
    begin,
    ({ toExchanges, elsewhere }, move) => void (isExchange(move) ? toExchanges : elsewhere).add(move.from),
  )
}

/**
 * Two or more wallets send at least `sink.consolidation_share` of their sale proceeds, or of their tokens, to one wallet within days. The more
 * senders that wallet has, the lower the weight.
 */
export const consolidation: ClusterRule = (index) => {
  const sinks = Map.groupBy([...sweptProceeds(index), ...sweptTokens(index)], ({ to }) => to)
  return [...sinks].sort(([a], [b]) => compareText(a, b)).flatMap(([to, sweeps]) => intoOneSink(index, to, sweeps))
}

/** A wallet sent most of what it had to one other wallet. */
interface Sweep {
  readonly from: string
  readonly to: string
  /** When it sent them, ascending. */
  readonly times: readonly number[]
  readonly txs: readonly string[]
}

function sweptProceeds(index: FactIndex): Sweep[] {
  const proceeds = saleProceeds(index)
  return index.holders.flatMap((wallet) => {
    const [earned, paid] = [proceeds.get(wallet), index.paymentsFrom.get(wallet)]
    if (earned === undefined || paid === undefined) return []
    return toSweeps(wallet, totalBySink(index, wallet, paid, Math.max(earned.from, index.since)), (raw) =>
      atLeastShare(raw, earned.raw, index.rules.sink.consolidation_share),
    )
  })
}

function sweptTokens(index: FactIndex): Sweep[] {
  const { state, movesByAddress, hubs, lookback } = index
  const isSale = createSaleTest(index)
  const sentBy = state.memoizeByKey<Tokens>('tokens sent', [movesByAddress, hubs, lookback])
  return index.holders.flatMap((wallet) => {
    const own = movesByAddress.byAddress.get(wallet)?.sent ?? []
    if (own.length === 0) return []
    const { raw, sinks, largest } = sentBy(wallet, [own], () => tokensOf(own, totalBySink(index, wallet, own, index.since)))
    const all = (index.balances.get(wallet) ?? 0n) + raw
    const isMost = (part: bigint): boolean => atLeastShare(part, all, index.rules.sink.consolidation_share)
    return isMost(largest) ? toSweeps(wallet, sinks, isMost).filter((sweep) => !isSale(sweep)) : []
  })
}

/** Whether the receiver of the tokens paid for them in coin or dollars around that time. */
function createSaleTest({ paymentsTo, facts, rules }: FactIndex): (sweep: Sweep) => boolean {
  const dollars = Map.groupBy(facts.dollarPayments, ({ to }) => to as string)
  return ({ from: seller, to: buyer, times }) =>
    [...(paymentsTo.get(seller) ?? []), ...(dollars.get(seller) ?? [])].some(
      (paid) => paid.from === buyer && paid.time !== null && isNear(times, [paid.time], rules.transfer.otc_seconds),
    )
}

/** The tokens that a wallet sent. */
interface Tokens {
  readonly raw: bigint
  readonly sinks: readonly SinkTotal[]
  /** The amount that the largest sink received. If it is too small, no other sink needs checking. */
  readonly largest: bigint
}

function tokensOf(sent: readonly Sent[], sinks: readonly SinkTotal[]): Tokens {
  const largest = sinks.reduce((most, { raw }) => (raw > most ? raw : most), 0n)
  return { raw: sumRaw(sent.map(({ raw }) => raw)), sinks, largest }
}

/** Everything that a wallet sent to one other wallet. */
interface SinkTotal extends Omit<Sweep, 'from'> {
  readonly raw: bigint
}

function totalBySink(index: FactIndex, from: string, sent: readonly Sent[], since: number): SinkTotal[] {
  if (index.isHub(from)) return []
  const bySink = new Map<string, Sent[]>()
  for (const one of sent) if (one.time !== null && one.time >= since && one.to !== from && !index.isHub(one.to)) pushTo(bySink, one.to, one)
  return [...bySink].map(([to, own]) => ({
    to,
    times: own.flatMap(({ time }) => time ?? []).sort((x, y) => x - y),
    raw: sumRaw(own.map(({ raw }) => raw)),
    txs: own.map(({ tx }) => tx).slice(0, 2),
  }))
}

const toSweeps = (from: string, sinks: readonly SinkTotal[], isMost: (raw: bigint) => boolean): Sweep[] =>
  sinks.filter(({ raw }) => isMost(raw)).map(({ to, times, txs }) => ({ from, to, times, txs }))

/** Tokens and proceeds that a wallet sent to the same sink are one sweep. */
function joinSweeps(sweeps: readonly Sweep[]): readonly Sweep[] {
  const joined = new Map<string, Sweep>()
  for (const sweep of sweeps) {
    const before = joined.get(sweep.from)
    const times = [...(before?.times ?? []), ...sweep.times].sort((x, y) => x - y)
    joined.set(sweep.from, { ...sweep, times, txs: [...(before?.txs ?? []), ...sweep.txs] })
  }
  return [...joined.values()].sort((x, y) => (x.times[0] ?? 0) - (y.times[0] ?? 0) || compareText(x.from, y.from))
}

/** Whether some time of one list is at most so many seconds from one of the other. Both are ascending. */
function isNear(xs: readonly number[], ys: readonly number[], seconds: number): boolean {
  for (let i = 0, j = 0; i < xs.length && j < ys.length;) {
    const apart = (xs[i] ?? 0) - (ys[j] ?? 0)
    if (Math.abs(apart) <= seconds) return true
    if (apart < 0) i++
    else j++
  }
  return false
}

function intoOneSink(index: FactIndex, to: string, found: readonly Sweep[]): Evidence[] {
  const { sink } = index.rules
  const senders = new Set([...(index.movesByAddress.byAddress.get(to)?.received ?? []), ...(index.paymentsTo.get(to) ?? [])].map(({ from }) => from))
  const funnel = walletsOfFunnels(index.funnels, to)
  const customers = [...senders].filter((sender) => !funnel.has(sender)).length
  const airdrop = funnel.size === 0 ? '' : `; ${countText(funnel.size, 'sender')} only passed an airdrop on`
  const undamped = index.rules.funding.shared_undamped_fan_out
  const ordered = joinSweeps(found)
  return everyPair(ordered)
    .filter(([x, y]) => isNear(x.times, y.times, sink.consolidation_seconds))
    .map(([x, y]) =>
      evidence({
        rule: 'consolidation',
        family: 'sink',
        between: [x.from, y.from],
        via: [to],
        around: to,
        weight: sink.consolidation * damping(customers, undamped),
        txs: [...x.txs, ...y.txs],
        value: `${countText(ordered.length, 'wallet')} of ${countText(senders.size, 'sender')} sent most of what they had there${airdrop}`,
        threshold: `at least ${limitText(sink.consolidation_share * 100)} within ${durationText(sink.consolidation_seconds)} of each other; full weight up to ${undamped} senders`,
        sentence: `${shortAddress(x.from)} and ${shortAddress(y.from)} both sent most of what they had to ${shortAddress(to)}.`,
      }),
    )
}

interface Proceeds {
  raw: bigint
  from: number
}

/** Native coin that each wallet earned by selling this token, and the time of its first sale. */
export function saleProceeds({ flows, state }: FactIndex): ReadonlyMap<string, Readonly<Proceeds>> {
  return state.accumulate(
    'sale proceeds',
    [],
    flows.sells,
    () => new Map<string, Proceeds>(),
    (proceeds, { wallet, native, time }) => {
      if (native === null || time === null) return
      const before = proceeds.get(wallet)
      if (before === undefined) proceeds.set(wallet, { raw: native, from: time })
      else {
        before.raw += native
        before.from = Math.min(before.from, time)
      }
    },
  )
}
