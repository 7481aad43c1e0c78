import { sumRaw, toUnits } from '../../../src-shared/domain/amount.ts'
import type { DollarPayment, Transfer } from '../../../src-shared/domain/events.ts'
import { atLeastPpm, atLeastShare } from '../exact.ts'
import { keepEach } from '../memory.ts'
import type { MovesOf } from '../moves-of.ts'
import { compareText, pushTo } from '../order.ts'
import { priceBook, type PriceBook } from '../prices.ts'
import type { Study } from '../study.ts'
import { amountText, countText, short } from '../wording.ts'
import { isFresh } from './disperse.ts'
import { evidence, type ClusterRule } from './evidence.ts'
import { peaks } from './peaks.ts'

interface Verdict {
  readonly rule: string
  readonly weight: number
  readonly threshold: string
}

/** The token itself moved between two wallets, outside any swap. */
export const tokenTransfer: ClusterRule = (study) => {
  const { memory, flows, hubs, holderSet, parted } = study
  const supply = study.facts.token.totalSupply
  const pairs = memory.keep('pairs', [flows.moves, hubs, holderSet, parted, supply], () => pairsAboveDust(study))
  const judge = judgement(study)
  return [...pairs]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([from, { byReceiver, receivers }]) =>
      [...byReceiver]
        .sort(([a], [b]) => compareText(a, b))
        .flatMap(([to, moves]) => {
          const raw = sumRaw(moves.map((move) => move.raw))
          const verdict = judge(from, to, raw, moves, receivers)
          if (verdict === null) return []
          const amount = amountText(raw, study.facts.token.decimals, study.symbol)
          return [
            evidence({
              ...verdict,
              family: 'transfer',
              between: [from, to],
              txs: moves.map(({ tx }) => tx),
              value: `${amount} in ${countText(moves.length, 'transfer')}`,
              sentence: `${short(from)} sent ${short(to)} ${amount}${moves.length === 1 ? '' : ` in ${moves.length} transfers`}.`,
            }),
          ]
        }),
    )
}

interface Sender {
  /** Moves to each receiver to whom they add up to more than dust. */
  readonly byReceiver: Map<string, readonly Transfer[]>
  /** How many the sender sent to at all. */
  readonly receivers: number
}

/** Moves between two wallets of which one is a holder looked at, by sender and receiver; those that are dust together are left out. */
function pairsAboveDust({ memory, movesOf, hubs, parted, since, isHub, isHolder, holders, rules, facts }: Study): Map<string, Sender> {
  const { totalSupply } = facts.token
  const counts = ({ from, to, time }: Transfer): boolean => from !== to && (time === null || time >= since) && !isHub(from) && !isHub(to)
  const aboveDust = (moves: readonly Transfer[], other: (move: Transfer) => string): Pair[] => {
    const pairs = new Map<string, Transfer[]>()
    for (const move of moves) if (counts(move)) pushTo(pairs, other(move), move)
    return [...pairs].filter(([, rows]) => atLeastPpm(sumRaw(rows.map(({ raw }) => raw)), totalSupply, rules.transfer.dust_supply_ppm))
  }
  const sentBy = keepEach<readonly Pair[]>(memory, 'sent above dust', [movesOf, hubs, parted, totalSupply])
  const receivedBy = keepEach<readonly Pair[]>(memory, 'received above dust', [movesOf, hubs, parted, totalSupply])
  const receiversOf = keepEach<number>(memory, 'receivers', [movesOf, hubs, parted])
  const senders = new Map<string, Sender>()
  const add = (from: string, to: string, moves: readonly Transfer[]): void => {
    const { sent } = movesOf.byAddress.get(from) ?? NO_MOVES
    const receivers = receiversOf(from, sent, () => new Set(sent.filter(counts).map((move) => move.to)).size)
    const sender = senders.get(from) ?? { byReceiver: new Map<string, readonly Transfer[]>(), receivers }
    sender.byReceiver.set(to, moves)
    senders.set(from, sender)
  }
  for (const holder of holders) {
    const { sent, received } = movesOf.byAddress.get(holder) ?? NO_MOVES
    for (const [to, moves] of sentBy(holder, sent, () => aboveDust(sent, (move) => move.to))) add(holder, to, moves)
    for (const [from, moves] of receivedBy(holder, received, () => aboveDust(received, (move) => move.from)))
      if (!isHolder(from)) add(from, holder, moves)
  }
  return senders
}

type Pair = readonly [other: string, moves: readonly Transfer[]]
const NO_MOVES: MovesOf = { sent: [], received: [] }

/** Distributors: wallets that sent the token to more wallets than one person has friends. */
export function distributors(study: Study): ReadonlyMap<string, ReadonlySet<string>> {
  const most = study.rules.transfer.distributor_receivers
  const found = new Map<string, Set<string>>()
  for (const [address, { sent }] of study.movesOf.byAddress) {
    if (sent.length <= most || study.isHub(address)) continue
    const receivers = new Set(sent.flatMap(({ to }) => (to === address || study.isHub(to) ? [] : [to])))
    if (receivers.size > most) found.set(address, receivers)
  }
  return found
}

function judgement(study: Study): (from: string, to: string, raw: bigint, moves: readonly Transfer[], receivers: number) => Verdict | null {
  const { transfer } = study.rules
  const supply = study.facts.token.totalSupply
  const peak = peaks(study)
  return (from, to, raw, moves, receivers) => {
    const prices = priceBook(study)
    const usd = prices.usdPerToken
    const worth = usd === null ? null : toUnits(raw, study.facts.token.decimals) * usd
    if (worth !== null && worth < transfer.dust_usd) return null
    const most = peak(from)
    const ofPeak = most !== null && most > 0n && atLeastShare(raw, most, transfer.large_peak_share)
    if (!atLeastPpm(raw, supply, transfer.large_supply_ppm) && !ofPeak) {
      return { rule: 'token_transfer_small', weight: transfer.small, threshold: `above dust, ${transfer.dust_supply_ppm / 1e4} % of supply` }
    }
    const coin = moves.map((move) => paidBack(study, move, prices)).find((paid) => paid !== null)
    if (coin !== undefined) {
      return { rule: 'otc_transfer', weight: transfer.otc, threshold: `paid for in ${coin} within one hour: a sale between strangers` }
    }
    const kept = atLeastPpm(raw, supply, transfer.distributor_keeps_supply_ppm) || isFresh(study, to, moves[0]?.time ?? null)
    if (receivers > transfer.distributor_receivers && !kept) {
      return {
        rule: 'distributor_transfer',
        weight: transfer.distributor,
        threshold: `the sender paid ${receivers} wallets: only new or large receivers count fully`,
      }
    }
    const threshold = `at least ${transfer.large_supply_ppm / 1e4} % of supply or ${transfer.large_peak_share * 100} % of the sender’s peak`
    return { rule: 'token_transfer', weight: transfer.large, threshold }
  }
}

/** What the receiver paid about the value in around the same time: native coin or dollar coins; null for neither. */
function paidBack(study: Study, { from, to, raw, time }: Transfer, prices: PriceBook): string | null {
  const { transfer } = study.rules
  if (time === null) return null
  const tokens = toUnits(raw, study.facts.token.decimals)
  const isPrice = (units: number, price: number | null): boolean =>
    price !== null && units >= transfer.otc_value_min * tokens * price && units <= transfer.otc_value_max * tokens * price
  const isNear = (payment: { readonly to: string; readonly time: number | null }): boolean =>
    payment.to === from && payment.time !== null && Math.abs(payment.time - time) <= transfer.otc_seconds
  const coins = (study.paymentsFrom.get(to) ?? []).filter(isNear)
  if (coins.some((payment) => isPrice(toUnits(payment.raw, study.nativeDecimals), prices.nativePerToken(time)))) return study.nativeSymbol
  const dollars = dollarsFrom(study, to).filter(isNear)
  const dollarPrice = ({ coinUsd }: DollarPayment): number | null => {
    const native = prices.nativePerToken(time)
    return coinUsd === null || native === null ? prices.usdPerTokenAt(time) : native * coinUsd
  }
  return dollars.some((payment) => isPrice(toUnits(payment.raw, payment.decimals), dollarPrice(payment))) ? 'dollar coins' : null
}

function dollarsFrom({ memory, facts }: Study, payer: string): readonly DollarPayment[] {
  const byPayer = memory.keep('dollars by payer', [facts.dollarPayments], () => {
    const found = new Map<string, DollarPayment[]>()
    for (const payment of facts.dollarPayments) pushTo(found, payment.from, payment)
    return found
  })
  return byPayer.get(payer) ?? []
}
