import { sumRaw, toUnits } from '../../../src-shared/domain/amount.ts'
import type { DollarPayment, TransferFact } from '../../../src-shared/domain/events.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { atLeastPpm, atLeastShare } from '../exact.ts'
import { keepEach } from '../memory.ts'
import { NO_MOVES } from '../moves-of.ts'
import { compareText, pushTo } from '../order.ts'
import { priceBook, type PriceBook } from '../prices.ts'
import type { Study } from '../study.ts'
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
function pairsAboveDust({ memory, movesOf, hubs, parted, since, isHub, isHolder, holders, rules, facts }: Study): Map<string, Sender> {
  const { totalSupply } = facts.token
  const counts = ({ from, to, time }: TransferFact): boolean => from !== to && (time === null || time >= since) && !isHub(from) && !isHub(to)
  const aboveDust = (moves: readonly TransferFact[], other: (move: TransferFact) => string): Pair[] => {
    const pairs = new Map<string, TransferFact[]>()
    for (const move of moves) if (counts(move)) pushTo(pairs, other(move), move)
    return [...pairs].filter(([, rows]) => atLeastPpm(sumRaw(rows.map(({ raw }) => raw)), totalSupply, rules.transfer.dust_supply_ppm))
  }
  const sentBy = keepEach<readonly Pair[]>(memory, 'sent above dust', [movesOf, hubs, parted, totalSupply])
  const receivedBy = keepEach<readonly Pair[]>(memory, 'received above dust', [movesOf, hubs, parted, totalSupply])
  const receiversOf = keepEach<number>(memory, 'receivers', [movesOf, hubs, parted])
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
export function distributors(study: Study): ReadonlyMap<string, ReadonlySet<string>> {
  const { memory, flows, hubs, facts } = study
  return memory.keep('distributors', [flows.moves, hubs, facts.token.totalSupply], () => findDistributors(study))
}

function findDistributors(study: Study): ReadonlyMap<string, ReadonlySet<string>> {
  const { transfer: rules } = study.rules
  const { totalSupply } = study.facts.token
  const most = rules.distributor_receivers
  const found = new Map<string, Set<string>>()
  for (const [address, { sent }] of study.movesOf.byAddress) {
    if (sent.length <= most || study.isHub(address)) continue
    const given = new Map<string, bigint>()
    for (const { to, raw } of sent) if (to !== address && !study.isHub(to)) given.set(to, (given.get(to) ?? 0n) + raw)
    if (given.size <= most) continue
    const receivers = new Set([...given].filter(([, raw]) => atLeastPpm(raw, totalSupply, rules.dust_supply_ppm)).map(([to]) => to))
    if (receivers.size > most) found.set(address, receivers)
  }
  return found
}

function judgement(study: Study): (from: string, to: string, raw: bigint, moves: readonly TransferFact[], receivers: number) => Verdict | null {
  const { transfer } = study.rules
  const peak = peaks(study)
  return (from, to, raw, moves, receivers) => {
    if (isDust(study, raw)) return null
    const most = peak(from)
    const ofPeak = most !== null && most > 0n && atLeastShare(raw, most, transfer.large_peak_share)
    if (!atLeastPpm(raw, study.facts.token.totalSupply, transfer.large_supply_ppm) && !ofPeak) {
      return {
        rule: 'token_transfer_small',
        weight: transfer.small,
        threshold: `above dust, ${limitText(transfer.dust_supply_ppm / 1e4)} of supply`,
      }
    }
    const coin = soldFor(study, moves)
    if (coin !== null) {
      return {
        rule: 'otc_transfer',
        weight: transfer.otc,
        threshold: `paid for in ${coin} within ${durationText(transfer.otc_seconds)}: a sale between strangers`,
      }
    }
    if (isHandedOut(study, to, raw, moves, receivers)) {
      return {
        rule: 'distributor_transfer',
        weight: transfer.distributor,
        threshold: `the sender sent it to ${countText(receivers, 'wallet')}: only new or large receivers count fully`,
      }
    }
    if (!atLeastShare(raw, mostHeld(study, to, peak), transfer.large_receiver_share)) {
      const threshold = `below ${limitText(transfer.large_receiver_share * 100)} of what the receiver held: anybody can send that unasked`
      return { rule: 'token_transfer_small', weight: transfer.small, threshold }
    }
    const threshold = `at least ${limitText(transfer.large_supply_ppm / 1e4)} of supply or ${limitText(transfer.large_peak_share * 100)} of the sender’s peak`
    return { rule: 'token_transfer', weight: transfer.large, threshold }
  }
}

/** As far as transfers tell, which may be short of what it holds. */
function mostHeld({ balances }: Study, address: string, peak: ReturnType<typeof peaks>): bigint {
  const [ever, now] = [peak(address) ?? 0n, balances.get(address) ?? 0n]
  return ever > now ? ever : now
}

/** Too little to say anything, of supply or in dollars where the price is known. */
export function isDust(study: Study, raw: bigint): boolean {
  const { token } = study.facts
  const { dust_supply_ppm: ppm, dust_usd: usd } = study.rules.transfer
  const price = priceBook(study).usdPerToken
  return !atLeastPpm(raw, token.totalSupply, ppm) || (price !== null && toUnits(raw, token.decimals) * price < usd)
}

/** What the receiver of tokens paid for them where it was a sale: native coin or dollar coins; null where it paid nothing. */
export function soldFor(study: Study, moves: readonly TransferFact[]): string | null {
  const prices = priceBook(study)
  for (const move of moves) {
    const paid = paidBack(study, move, prices)
    if (paid !== null) return paid
  }
  return null
}

/** Whether tokens came as they did to many others: a distributor’s, to a wallet neither new nor given much (engine.md §2.3). */
export function isHandedOut(study: Study, to: string, raw: bigint, moves: readonly TransferFact[], receivers: number): boolean {
  const { transfer } = study.rules
  if (receivers <= transfer.distributor_receivers) return false
  return !atLeastPpm(raw, study.facts.token.totalSupply, transfer.distributor_keeps_supply_ppm) && !isFresh(study, to, moves[0]?.time ?? null)
}

/** What the receiver paid about the value in around the same time: native coin or dollar coins; null for neither. */
function paidBack(study: Study, { from, to, raw, time }: TransferFact, prices: PriceBook): string | null {
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
