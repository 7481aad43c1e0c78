import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import { atLeastShare } from '../exact.ts'
import { handsOn } from '../forwarding.ts'
import { keepEach } from '../memory.ts'
import { compareText, pushTo } from '../order.ts'
import type { Study } from '../study.ts'
import { countText, durationText, limitText } from '../wording.ts'
import { damping, evidence, type ClusterRule, type Evidence } from './evidence.ts'

interface Sent {
  readonly from: string
  readonly to: string
  readonly raw: bigint
  readonly time: number | null
  readonly tx: string
}

/** Deposit addresses that paid an exchange; in order. */
export function depositAddresses(study: Study): string[] {
  const { toExchanges } = outlets(study)
  return deposits(study).filter((address) => toExchanges.has(address) || (study.paymentsFrom.get(address) ?? []).some(exchangeTest(study.labels)))
}

/** Two holders send to one exchange deposit address: an exchange gives every customer one of their own. */
export const sharedDeposit: ClusterRule = (study) =>
  deposits(study).flatMap((deposit) => {
    const from = new Map<string, string>()
    for (const row of [...(study.movesOf.byAddress.get(deposit)?.received ?? []), ...(study.paymentsTo.get(deposit) ?? [])])
      if (row.from !== deposit && (row.time === null || row.time >= study.since) && !study.isHub(row.from) && !from.has(row.from))
        from.set(row.from, row.tx)
    if (from.size > study.rules.sink.deposit_max_senders) return []
    const wallets = [...from].filter(([wallet]) => study.isHolder(wallet)).sort(([a], [b]) => compareText(a, b))
    return wallets.flatMap(([wallet, tx], i) =>
      wallets.slice(i + 1, i + 3).map(([other, otherTx]) =>
        evidence({
          rule: 'shared_deposit',
          family: 'sink',
          between: [wallet, other],
          around: deposit,
          txs: [tx, otherTx],
          weight: study.rules.sink.shared_deposit,
          value: `${countText(from.size, 'sender')} to one deposit address`,
          threshold: `at most ${study.rules.sink.deposit_max_senders} senders`,
          sentence: `${shortAddress(wallet)} and ${shortAddress(other)} pay into the same exchange deposit address ${shortAddress(deposit)}.`,
        }),
      ),
    )
  })

/** Labelled as deposit addresses, or behaving so: all they get goes on to an exchange within a day, and nothing anywhere else; in order. */
function deposits(study: Study): readonly string[] {
  const { memory, facts, flows, movesOf, paymentsTo, paymentsFrom, labels, hubs, holderSet, rules } = study
  const { toExchanges, elsewhere } = outlets(study)
  const isExchange = exchangeTest(labels)
  const behaves = (address: string): boolean => {
    if (elsewhere.has(address) || hubs.has(address) || holderSet.has(address)) return false
    const paid = paymentsFrom.get(address) ?? []
    if (!paid.every(isExchange)) return false
    // Coin that comes to an address with tokens pays for sending them on.
    const { sent = [], received = [] } = movesOf.byAddress.get(address) ?? {}
    return sent.length > 0 ? handsOn(received, sent, rules.sink) : handsOn(paymentsTo.get(address) ?? [], paid, rules.sink)
  }
  return memory.keep('deposit addresses', [flows.moves, flows.payments, labels, hubs, holderSet], () => {
    const labelled = [...facts.labels].flatMap(([address, { linkPolicy }]) => (linkPolicy === 'deposit' ? [address] : []))
    const behaving = [...toExchanges, ...paymentsFrom.keys()].filter(behaves)
    return [...new Set([...labelled, ...behaving])].sort(compareText)
  })
}

const exchangeTest =
  (labels: Study['labels']) =>
  ({ to }: { readonly to: string }): boolean =>
    labels.tags(to).includes('exchange')

/** Who sent the token to an exchange, and who sent it to anybody else. */
interface Outlets {
  readonly toExchanges: Set<string>
  readonly elsewhere: Set<string>
}

function outlets({ memory, flows, labels }: Study): Outlets {
  const begin = (): Outlets => ({ toExchanges: new Set(), elsewhere: new Set() })
  const isExchange = exchangeTest(labels)
  return memory.fold(
    'outlets',
    [labels],
    flows.moves,
    begin,
    ({ toExchanges, elsewhere }, move) => void (isExchange(move) ? toExchanges : elsewhere).add(move.from),
  )
}

/** Two or more wallets send at least half of their sale proceeds, or of their tokens, to one wallet within days of each other; the more others do, the less it says. */
export const consolidation: ClusterRule = (study) => {
  const sinks = new Map<string, Sweep[]>()
  for (const sweep of [...sweptProceeds(study), ...sweptTokens(study)]) pushTo(sinks, sweep.to, sweep)
  return [...sinks].sort(([a], [b]) => compareText(a, b)).flatMap(([to, sweeps]) => intoOneSink(study, to, sweeps))
}

/** Most of what a wallet had went to another. */
interface Sweep {
  readonly from: string
  readonly to: string
  readonly time: number
  readonly txs: readonly string[]
}

function sweptProceeds(study: Study): Sweep[] {
  const proceeds = saleProceeds(study)
  return study.holders.flatMap((wallet) => {
    const [earned, paid] = [proceeds.get(wallet), study.paymentsFrom.get(wallet)]
    if (earned === undefined || paid === undefined) return []
    return sweeps(wallet, sunk(study, wallet, paid, Math.max(earned.from, study.since)), (raw) =>
      atLeastShare(raw, earned.raw, study.rules.sink.consolidation_share),
    )
  })
}

function sweptTokens(study: Study): Sweep[] {
  const { memory, movesOf, hubs, parted } = study
  const sentBy = keepEach<Tokens>(memory, 'tokens sent', [movesOf, hubs, parted])
  return study.holders.flatMap((wallet) => {
    const own = movesOf.byAddress.get(wallet)?.sent ?? []
    if (own.length === 0) return []
    const { raw, sinks, largest } = sentBy(wallet, [own], () => tokensOf(own, sunk(study, wallet, own, study.since)))
    const all = (study.balances.get(wallet) ?? 0n) + raw
    const isMost = (part: bigint): boolean => atLeastShare(part, all, study.rules.sink.consolidation_share)
    return isMost(largest) ? sweeps(wallet, sinks, isMost) : []
  })
}

/** The tokens that a wallet sent. */
interface Tokens {
  readonly raw: bigint
  readonly sinks: readonly Sunk[]
  /** What the sink that got most got: where that is not enough, no other need be looked at. */
  readonly largest: bigint
}

function tokensOf(sent: readonly Sent[], sinks: readonly Sunk[]): Tokens {
  const largest = sinks.reduce((most, { raw }) => (raw > most ? raw : most), 0n)
  return { raw: sumRaw(sent.map(({ raw }) => raw)), sinks, largest }
}

/** All that a wallet sent to one other. */
interface Sunk extends Omit<Sweep, 'from'> {
  readonly raw: bigint
}

function sunk(study: Study, from: string, sent: readonly Sent[], since: number): Sunk[] {
  if (study.isHub(from)) return []
  const bySink = new Map<string, Sent[]>()
  for (const one of sent) if (one.time !== null && one.time >= since && one.to !== from && !study.isHub(one.to)) pushTo(bySink, one.to, one)
  return [...bySink].flatMap(([to, own]) => {
    const time = own.at(-1)?.time ?? null
    return time === null ? [] : [{ to, time, raw: sumRaw(own.map(({ raw }) => raw)), txs: own.map(({ tx }) => tx).slice(0, 2) }]
  })
}

const sweeps = (from: string, sinks: readonly Sunk[], isMost: (raw: bigint) => boolean): Sweep[] =>
  sinks.filter(({ raw }) => isMost(raw)).map(({ to, time, txs }) => ({ from, to, time, txs }))

function intoOneSink(study: Study, to: string, found: readonly Sweep[]): Evidence[] {
  const { sink } = study.rules
  const customers = new Set([...(study.movesOf.byAddress.get(to)?.received ?? []), ...(study.paymentsTo.get(to) ?? [])].map(({ from }) => from)).size
  const undamped = study.rules.funding.shared_undamped_fan_out
  const ordered = [...new Map(found.map((sweep) => [sweep.from, sweep])).values()].sort((x, y) => x.time - y.time || compareText(x.from, y.from))
  return ordered.flatMap((x, i) =>
    ordered
      .slice(i + 1, i + 3)
      .filter((y) => y.time - x.time <= sink.consolidation_seconds)
      .map((y) =>
        evidence({
          rule: 'consolidation',
          family: 'sink',
          between: [x.from, y.from],
          via: [to],
          around: to,
          weight: sink.consolidation * damping(customers, undamped),
          txs: [...x.txs, ...y.txs],
          value: `${countText(ordered.length, 'wallet')} of ${countText(customers, 'sender')} sent most of what they had there`,
          threshold: `at least ${limitText(sink.consolidation_share * 100)} within ${durationText(sink.consolidation_seconds)} of each other; full weight up to ${undamped} senders`,
          sentence: `${shortAddress(x.from)} and ${shortAddress(y.from)} both sent most of what they had to ${shortAddress(to)}.`,
        }),
      ),
  )
}

interface Proceeds {
  raw: bigint
  from: number
}

/** Native coin each wallet got by selling this token, and when it first did. */
export function saleProceeds({ flows, memory }: Study): ReadonlyMap<string, Readonly<Proceeds>> {
  return memory.fold(
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
