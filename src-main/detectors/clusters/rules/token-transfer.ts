import { sumRaw, toUnits } from '../../../../src-shared/domain/amount.ts'
import type { DollarPayment, TransferFact } from '../../../../src-shared/domain/events.ts'
import { shortAddress } from '../../../../src-shared/domain/shown.ts'
import { atLeastPpm, atLeastShare } from '../../math/exact.ts'
import { NO_MOVES } from '../../flows/moves-by-address.ts'
import { compareText } from '../../../../src-shared/domain/compare.ts'
import { pushTo } from '../../math/order.ts'
import { indexPrices, type PriceIndex } from '../../flows/prices.ts'
import type { FactIndex } from '../../fact-index.ts'
import { amountText, countText, durationText, limitText } from '../../text.ts'
import { isFresh } from './disperse.ts'
import { evidence, type ClusterRule, type Evidence } from '../evidence.ts'
import { peaks } from './peaks.ts'
import { startedTogether } from './started-together.ts'

interface Verdict {
  readonly rule: string
  readonly weight: number
  readonly threshold: string
}

/** The token moved between two wallets outside a swap. */
export const tokenTransfer: ClusterRule = (index) => {
  const { state, flows, hubs, holderSet, lookback } = index
  const supply = index.facts.token.totalSupply
  const pairs = state.memoize('pairs', [flows.moves, hubs, holderSet, lookback, supply], () => pairsAboveDust(index))
  const classify = createClassifier(index)
  const { decimals } = index.facts.token
  const evidenceOf = state.memoizeByKey<Evidence>('evidence of transfers', [decimals, index.symbol])
  return [...pairs]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([from, { byReceiver, receivers }]) => {
      const together = startedTogether(index, from, byReceiver.keys())
      return [...byReceiver]
        .sort(([a], [b]) => compareText(a, b))
        .flatMap(([to, moves]) => {
          const raw = sumRaw(moves.map((move) => move.raw))
          const verdict = classify(from, to, raw, moves, receivers, together)
          if (verdict === null) return []
          return evidenceOf(`${from} ${to}`, [moves, verdict.rule, verdict.weight, verdict.threshold], () => {
            const amount = amountText(raw, decimals, index.symbol)
            return evidence({
              ...verdict,
              family: 'transfer',
              between: [from, to],
              txs: moves.map(({ tx }) => tx),
              value: `${amount} in ${countText(moves.length, 'transfer')}`,
              sentence: `${shortAddress(from)} sent ${shortAddress(to)} ${amount}${moves.length === 1 ? '' : ` in ${moves.length} transfers`}.`,
            })
          })
        })
    })
}

interface Sender {
  /** Moves to each receiver, if they add up to more than dust. */
  readonly byReceiver: Map<string, readonly TransferFact[]>
  /** Number of all receivers. */
  readonly receivers: number
}

/** Moves between two wallets, at least one an examined holder, by sender and receiver. Pairs whose moves add up to dust are left out. */
function pairsAboveDust({ state, movesByAddress, hubs, lookback, since, isHub, isHolder, holders, rules, facts }: FactIndex): Map<string, Sender> {
  const { totalSupply } = facts.token
  const counts = ({ from, to, time }: TransferFact): boolean => from !== to && (time === null || time >= since) && !isHub(from) && !isHub(to)
  const aboveDust = (moves: readonly TransferFact[], other: (move: TransferFact) => string): Pair[] => {
    const pairs = new Map<string, TransferFact[]>()
    for (const move of moves) if (counts(move)) pushTo(pairs, other(move), move)
    return [...pairs].filter(([, rows]) => atLeastPpm(sumRaw(rows.map(({ raw }) => raw)), totalSupply, rules.transfer.dust_supply_ppm))
  }
  const sentBy = state.memoizeByKey<readonly Pair[]>('sent above dust', [movesByAddress, hubs, lookback, totalSupply])
  const receivedBy = state.memoizeByKey<readonly Pair[]>('received above dust', [movesByAddress, hubs, lookback, totalSupply])
  const receiversOf = state.memoizeByKey<number>('receivers', [movesByAddress, hubs, lookback])
  const senders = new Map<string, Sender>()
  const add = (from: string, to: string, moves: readonly TransferFact[]): void => {
    let sender = senders.get(from)
    if (sender === undefined) {
      const { sent } = movesByAddress.byAddress.get(from) ?? NO_MOVES
      const receivers = receiversOf(from, [sent], () => new Set(sent.filter(counts).map((move) => move.to)).size)
      sender = { byReceiver: new Map<string, readonly TransferFact[]>(), receivers }
      senders.set(from, sender)
    }
    sender.byReceiver.set(to, moves)
  }
  for (const holder of holders) {
    const { sent, received } = movesByAddress.byAddress.get(holder) ?? NO_MOVES
    for (const [to, moves] of sentBy(holder, [sent], () => aboveDust(sent, (move) => move.to))) add(holder, to, moves)
    for (const [from, moves] of receivedBy(holder, [received], () => aboveDust(received, (move) => move.from)))
      if (!isHolder(from)) add(from, holder, moves)
  }
  return senders
}

type Pair = readonly [other: string, moves: readonly TransferFact[]]

/** Distributors: wallets that sent more than dust to more than `transfer.distributor_receivers` wallets. */
export function distributors(index: FactIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const { state, flows, hubs, facts } = index
  return state.memoize('distributors', [flows.moves, hubs, facts.token.totalSupply], () => findDistributors(index))
}

function findDistributors(index: FactIndex): ReadonlyMap<string, ReadonlySet<string>> {
  const { transfer: rules } = index.rules
  const { totalSupply } = index.facts.token
  const most = rules.distributor_receivers
  const found = new Map<string, Set<string>>()
  for (const [address, { sent }] of index.movesByAddress.byAddress) {
    if (sent.length <= most || index.isHub(address)) continue
    const given = new Map<string, bigint>()
    for (const { to, raw } of sent) if (to !== address && !index.isHub(to)) given.set(to, (given.get(to) ?? 0n) + raw)
    if (given.size <= most) continue
    const receivers = new Set([...given].filter(([, raw]) => atLeastPpm(raw, totalSupply, rules.dust_supply_ppm)).map(([to]) => to))
    if (receivers.size > most) found.set(address, receivers)
  }
  return found
}

/** @returns how strongly the tokens one wallet sent another tie them. `together`: receivers that started when the sender did. */
function createClassifier(
  index: FactIndex,
): (from: string, to: string, raw: bigint, moves: readonly TransferFact[], receivers: number, together: ReadonlySet<string>) => Verdict | null {
  const { transfer } = index.rules
  const peak = peaks(index)
  const isUnasked = (to: string, raw: bigint): boolean => !atLeastShare(raw, mostHeld(index, to, peak), transfer.large_receiver_share)
  const verdicts = constantVerdicts(transfer)
  return (from, to, raw, moves, receivers, together) => {
    if (isDust(index, raw)) return null
    const most = peak(from)
    const ofPeak = most !== null && most > 0n && atLeastShare(raw, most, transfer.large_peak_share)
    if (!atLeastPpm(raw, index.facts.token.totalSupply, transfer.large_supply_ppm) && !ofPeak) {
      if (together.has(to) && !isUnasked(to, raw) && findPayment(index, moves) === null && !isHandedOut(index, to, raw, moves, receivers)) {
        return verdicts.together
      }
      return verdicts.small
    }
    const coin = findPayment(index, moves)
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
    return isUnasked(to, raw) ? verdicts.unasked : verdicts.large
  }
}

/** The verdicts whose text does not depend on the pair. */
function constantVerdicts(transfer: FactIndex['rules']['transfer']): Readonly<Record<'together' | 'small' | 'unasked' | 'large', Verdict>> {
  const seconds = durationText(transfer.together_seconds)
  return {
    together: {
      rule: 'token_transfer_together',
      weight: transfer.together,
      threshold: `at least ${countText(transfer.together_min_wallets, 'wallet')} whose first coins came within ${seconds} of the sender’s, improbable at the pace of other holders`,
    },
    small: {
      rule: 'token_transfer_small',
      weight: transfer.small,
      threshold: `above dust, ${limitText(transfer.dust_supply_ppm / 1e4)} of supply`,
    },
    unasked: {
      rule: 'token_transfer_small',
      weight: transfer.small,
      threshold: `below ${limitText(transfer.large_receiver_share * 100)} of what the receiver held: anybody can send that unasked`,
    },
    large: {
      rule: 'token_transfer',
      weight: transfer.large,
      threshold: `at least ${limitText(transfer.large_supply_ppm / 1e4)} of supply or ${limitText(transfer.large_peak_share * 100)} of the sender’s peak`,
    },
  }
}

/** The larger of current balance and peak: stored transfers may be incomplete. */
function mostHeld({ balances }: FactIndex, address: string, peak: ReturnType<typeof peaks>): bigint {
  const [ever, now] = [peak(address) ?? 0n, balances.get(address) ?? 0n]
  return ever > now ? ever : now
}

/** Below the dust threshold of supply, or of dollars if the price is known. */
export function isDust(index: FactIndex, raw: bigint): boolean {
  const { token } = index.facts
  const { dust_supply_ppm: ppm, dust_usd: usd } = index.rules.transfer
  const price = indexPrices(index).usdPerToken
  return !atLeastPpm(raw, token.totalSupply, ppm) || (price !== null && toUnits(raw, token.decimals) * price < usd)
}

/** Name of the coin that the receiver paid for the tokens: native coin or dollar coins; null if it was no sale. */
export function findPayment(index: FactIndex, moves: readonly TransferFact[]): string | null {
  const prices = indexPrices(index)
  for (const move of moves) {
    const paid = paymentFor(index, move, prices)
    if (paid !== null) return paid
  }
  return null
}

/** Whether a distributor sent the tokens to a wallet that is not new and did not receive much (docs/detection.md#edge-cases). */
export function isHandedOut(index: FactIndex, to: string, raw: bigint, moves: readonly TransferFact[], receivers: number): boolean {
  const { transfer } = index.rules
  if (receivers <= transfer.distributor_receivers) return false
  return !atLeastPpm(raw, index.facts.token.totalSupply, transfer.distributor_keeps_supply_ppm) && !isFresh(index, to, moves[0]?.time ?? null)
}

/** Name of the coin in which the receiver paid roughly the tokens' value around the same time; null for none. */
function paymentFor(index: FactIndex, { from, to, raw, time }: TransferFact, prices: PriceIndex): string | null {
  const { transfer } = index.rules
  if (time === null) return null
  const isNear = (payment: { readonly to: string; readonly time: number | null }): boolean =>
    payment.to === from && payment.time !== null && Math.abs(payment.time - time) <= transfer.otc_seconds
  const coins = (index.paymentsFrom.get(to) ?? []).filter(isNear)
  const dollars = dollarsFrom(index, to).filter(isNear)
  if (coins.length + dollars.length === 0) return null
  const tokens = toUnits(raw, index.facts.token.decimals)
  const isPrice = (units: number, price: number | null): boolean =>
    price !== null && units >= transfer.otc_value_min * tokens * price && units <= transfer.otc_value_max * tokens * price
  if (coins.some((payment) => isPrice(toUnits(payment.raw, index.nativeDecimals), prices.nativePerToken(time)))) return index.nativeSymbol
  const dollarPrice = ({ coinUsd }: DollarPayment): number | null => {
    const native = prices.nativePerToken(time)
    return coinUsd === null || native === null ? prices.usdPerTokenAt(time) : native * coinUsd
  }
  return dollars.some((payment) => isPrice(toUnits(payment.raw, payment.decimals), dollarPrice(payment))) ? 'dollar coins' : null
}

function dollarsFrom({ state, facts }: FactIndex, payer: string): readonly DollarPayment[] {
  const byPayer = state.memoize('dollars by payer', [facts.dollarPayments], () => Map.groupBy(facts.dollarPayments, ({ from }) => from as string))
  return byPayer.get(payer) ?? []
}
