import { sumRaw, toUnits } from '../../../src-shared/domain/amount.ts'
import type { DollarPayment, TransferFact } from '../../../src-shared/domain/events.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { atLeastPpm, atLeastShare } from '../exact.ts'
import { NO_MOVES } from '../moves-of.ts'
import { compareText, pushTo } from '../order.ts'
import { indexPrices, type PriceIndex } from '../prices.ts'
import type { FactIndex } from '../fact-index.ts'
import { amountText, countText, durationText, limitText } from '../wording.ts'
import { isFresh } from './disperse.ts'
import { evidence, type ClusterRule } from './evidence.ts'
import { peaks } from './peaks.ts'

interface Verdict {
  readonly rule: string
  readonly weight: number
  readonly threshold: string
}

/** The token itself moved between two wallets, outside any swap. */
export const tokenTransfer: ClusterRule = (index) => {
  const { state, flows, hubs, holderSet, lookback } = index
  const supply = index.facts.token.totalSupply
  const pairs = state.memoize('pairs', [flows.moves, hubs, holderSet, lookback, supply], () => pairsAboveDust(index))
  const judge = judgement(index)
  return [...pairs]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([from, { byReceiver, receivers }]) =>
      [...byReceiver]
        .sort(([a], [b]) => compareText(a, b))
        .flatMap(([to, moves]) => {
          const raw = sumRaw(moves.map((move) => move.raw))
          const verdict = judge(from, to, raw, moves, receivers)
          if (verdict === null) return []
          const amount = amountText(raw, index.facts.token.decimals, index.symbol)
          return [
            evidence({
              ...verdict,
              family: 'transfer',
              between: [from, to],
              txs: moves.map(({ tx }) => tx),
              value: `${amount} in ${countText(moves.length, 'transfer')}`,
              sentence: `${shortAddress(from)} sent ${shortAddress(to)} ${amount}${moves.length === 1 ? '' : ` in ${moves.length} transfers`}.`,
            }),
          ]
        }),
    )
}

interface Sender {
  /** Moves to each receiver to whom they add up to more than dust. */
  readonly byReceiver: Map<string, readonly TransferFact[]>
  /** How many the sender sent to at all. */
  readonly receivers: number
}

/** Moves between two wallets of which one is a holder looked at, by sender and receiver; those that are dust together are left out. */
function pairsAboveDust({ state, movesOf, hubs, lookback, since, isHub, isHolder, holders, rules, facts }: FactIndex): Map<string, Sender> {
  const { totalSupply } = facts.token
  const counts = ({ from, to, time }: TransferFact): boolean => from !== to && (time === null || time >= since) && !isHub(from) && !isHub(to)
  const aboveDust = (moves: readonly TransferFact[], other: (move: TransferFact) => string): Pair[] => {
    const pairs = new Map<string, TransferFact[]>()
    for (const move of moves) if (counts(move)) pushTo(pairs, other(move), move)
    return [...pairs].filter(([, rows]) => atLeastPpm(sumRaw(rows.map(({ raw }) => raw)), totalSupply, rules.transfer.dust_supply_ppm))
  }
  const sentBy = state.memoizeByKey<readonly Pair[]>('sent above dust', [movesOf, hubs, lookback, totalSupply])
  const receivedBy = state.memoizeByKey<readonly Pair[]>('received above dust', [movesOf, hubs, lookback, totalSupply])
  const receiversOf = state.memoizeByKey<number>('receivers', [movesOf, hubs, lookback])
  const senders = new Map<string, Sender>()
  const add = (from: string, to: string, moves: readonly TransferFact[]): void => {
    const { sent } = movesOf.byAddress.get(from) ?? NO_MOVES
    const receivers = receiversOf(from, [sent], () => new Set(sent.filter(counts).map((move) => move.to)).size)
    const sender = senders.get(from) ?? { byReceiver: new Map<string, readonly TransferFact[]>(), receivers }
    sender.byReceiver.set(to, moves)
    senders.set(from, sender)
  }
  for (const holder of holders) {
    const { sent, received } = movesOf.byAddress.get(holder) ?? NO_MOVES
    for (const [to, moves] of sentBy(holder, [sent], () => aboveDust(sent, (move) => move.to))) add(holder, to, moves)
    for (const [from, moves] of receivedBy(holder, [received], () => aboveDust(received, (move) => move.from)))
      if (!isHolder(from)) add(from, holder, moves)
  }
  return senders
}

type Pair = readonly [other: string, moves: readonly TransferFact[]]

/** Distributors: wallets that sent the token, and not dust, to more wallets than one person has friends. */
export function distributors(index: FactIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const { state, flows, hubs, facts } = index
  return state.memoize('distributors', [flows.moves, hubs, facts.token.totalSupply], () => findDistributors(index))
}

function findDistributors(index: FactIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const { transfer: rules } = index.rules
  const { totalSupply } = index.facts.token
  const most = rules.distributor_receivers
  const found = new Map<string, Set<string>>()
  for (const [address, { sent }] of index.movesOf.byAddress) {
    if (sent.length <= most || index.isHub(address)) continue
    const given = new Map<string, bigint>()
    for (const { to, raw } of sent) if (to !== address && !index.isHub(to)) given.set(to, (given.get(to) ?? 0n) + raw)
    if (given.size <= most) continue
    const receivers = new Set([...given].filter(([, raw]) => atLeastPpm(raw, totalSupply, rules.dust_supply_ppm)).map(([to]) => to))
    if (receivers.size > most) found.set(address, receivers)
  }
  return found
}

function judgement(index: FactIndex): (from: string, to: string, raw: bigint, moves: readonly TransferFact[], receivers: number) => Verdict | null {
  const { transfer } = index.rules
  const peak = peaks(index)
  return (from, to, raw, moves, receivers) => {
    if (isDust(index, raw)) return null
    const most = peak(from)
    const ofPeak = most !== null && most > 0n && atLeastShare(raw, most, transfer.large_peak_share)
    if (!atLeastPpm(raw, index.facts.token.totalSupply, transfer.large_supply_ppm) && !ofPeak) {
      return {
        rule: 'token_transfer_small',
        weight: transfer.small,
        threshold: `above dust, ${limitText(transfer.dust_supply_ppm / 1e4)} of supply`,
      }
    }
    const coin = soldFor(index, moves)
    if (coin !== null) {
      return {
        rule: 'otc_transfer',
        weight: transfer.otc,
        threshold: `paid for in ${coin} within ${durationText(transfer.otc_seconds)}: a sale between strangers`,
      }
    }
    if (isHandedOut(index, to, raw, moves, receivers)) {
      return {
        rule: 'distributor_transfer',
        weight: transfer.distributor,
        threshold: `the sender sent it to ${countText(receivers, 'wallet')}: only new or large receivers count fully`,
      }
    }
    if (!atLeastShare(raw, mostHeld(index, to, peak), transfer.large_receiver_share)) {
      const threshold = `below ${limitText(transfer.large_receiver_share * 100)} of what the receiver held: anybody can send that unasked`
      return { rule: 'token_transfer_small', weight: transfer.small, threshold }
    }
    const threshold = `at least ${limitText(transfer.large_supply_ppm / 1e4)} of supply or ${limitText(transfer.large_peak_share * 100)} of the sender’s peak`
    return { rule: 'token_transfer', weight: transfer.large, threshold }
  }
}

/** As far as transfers tell, which may be short of what it holds. */
function mostHeld({ balances }: FactIndex, address: string, peak: ReturnType<typeof peaks>): bigint {
  const [ever, now] = [peak(address) ?? 0n, balances.get(address) ?? 0n]
  return ever > now ? ever : now
}

/** Too little to say anything, of supply or in dollars where the price is known. */
export function isDust(index: FactIndex, raw: bigint): boolean {
  const { token } = index.facts
  const { dust_supply_ppm: ppm, dust_usd: usd } = index.rules.transfer
  const price = indexPrices(index).usdPerToken
  return !atLeastPpm(raw, token.totalSupply, ppm) || (price !== null && toUnits(raw, token.decimals) * price < usd)
}

/** What the receiver of tokens paid for them where it was a sale: native coin or dollar coins; null where it paid nothing. */
export function soldFor(index: FactIndex, moves: readonly TransferFact[]): string | null {
  const prices = indexPrices(index)
  for (const move of moves) {
    const paid = paidBack(index, move, prices)
    if (paid !== null) return paid
  }
  return null
}

/** Whether tokens came as they did to many others: a distributor’s, to a wallet neither new nor given much (engine.md §2.3). */
export function isHandedOut(index: FactIndex, to: string, raw: bigint, moves: readonly TransferFact[], receivers: number): boolean {
  const { transfer } = index.rules
  if (receivers <= transfer.distributor_receivers) return false
  return !atLeastPpm(raw, index.facts.token.totalSupply, transfer.distributor_keeps_supply_ppm) && !isFresh(index, to, moves[0]?.time ?? null)
}

/** What the receiver paid about the value in around the same time: native coin or dollar coins; null for neither. */
function paidBack(index: FactIndex, { from, to, raw, time }: TransferFact, prices: PriceIndex): string | null {
  const { transfer } = index.rules
  if (time === null) return null
  const tokens = toUnits(raw, index.facts.token.decimals)
  const isPrice = (units: number, price: number | null): boolean =>
    price !== null && units >= transfer.otc_value_min * tokens * price && units <= transfer.otc_value_max * tokens * price
  const isNear = (payment: { readonly to: string; readonly time: number | null }): boolean =>
    payment.to === from && payment.time !== null && Math.abs(payment.time - time) <= transfer.otc_seconds
  const coins = (index.paymentsFrom.get(to) ?? []).filter(isNear)
  if (coins.some((payment) => isPrice(toUnits(payment.raw, index.nativeDecimals), prices.nativePerToken(time)))) return index.nativeSymbol
  const dollars = dollarsFrom(index, to).filter(isNear)
  const dollarPrice = ({ coinUsd }: DollarPayment): number | null => {
    const native = prices.nativePerToken(time)
    return coinUsd === null || native === null ? prices.usdPerTokenAt(time) : native * coinUsd
  }
  return dollars.some((payment) => isPrice(toUnits(payment.raw, payment.decimals), dollarPrice(payment))) ? 'dollar coins' : null
}

function dollarsFrom({ state, facts }: FactIndex, payer: string): readonly DollarPayment[] {
  const byPayer = state.memoize('dollars by payer', [facts.dollarPayments], () => {
    const found = new Map<string, DollarPayment[]>()
    for (const payment of facts.dollarPayments) pushTo(found, payment.from, payment)
    return found
  })
  return byPayer.get(payer) ?? []
}
