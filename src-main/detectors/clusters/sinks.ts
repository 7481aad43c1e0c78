import { sumRaw } from '../../../src-shared/domain/amount.ts'
import { atLeastShare } from '../exact.ts'
import { compareText, pushTo } from '../order.ts'
import type { Study } from '../study.ts'
import { countText, short } from '../wording.ts'
import { evidence, type ClusterRule, type Evidence } from './evidence.ts'

interface Sent {
  readonly from: string
  readonly to: string
  readonly raw: bigint
  readonly time: number | null
  readonly tx: string
}

/** Addresses that behave as exchange deposit addresses, or are labelled so; in order. */
export function depositAddresses(study: Study): string[] {
  const isDeposit = depositTest(study)
  const towards = new Set<string>()
  for (const rows of [study.flows.moves, study.flows.payments])
    for (const { from, to } of rows) if (study.labels.tags(to).includes('exchange')) towards.add(from)
  return [...towards].filter(isDeposit).sort(compareText)
}

/** Two holders send to one exchange deposit address: an exchange gives every customer one of their own. */
export const sharedDeposit: ClusterRule = (study) => {
  const senders = new Map<string, Map<string, string>>()
  const isDeposit = depositTest(study)
  for (const { from, to, tx } of sentAll(study)) {
    if (study.isHub(from) || !isDeposit(to)) continue
    const known = senders.get(to) ?? new Map<string, string>()
    if (!known.has(from)) known.set(from, tx)
    senders.set(to, known)
  }
  return [...senders]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([deposit, from]) => {
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
            sentence: `${short(wallet)} and ${short(other)} pay into the same exchange deposit address ${short(deposit)}.`,
          }),
        ),
      )
    })
}

/** Labelled as a deposit address, or behaving as one: all it gets goes on to an exchange within a day, and nothing anywhere else. */
function depositTest(study: Study): (address: string) => boolean {
  const { sink } = study.rules
  const out = new Map<string, Sent[]>()
  const into = new Map<string, Sent[]>()
  const candidates = new Set<string>()
  const rowsOf = [study.flows.moves, study.flows.payments]
  for (const rows of rowsOf) for (const { from, to } of rows) if (study.labels.tags(to).includes('exchange')) candidates.add(from)
  for (const rows of rowsOf)
    for (const row of rows) {
      if (candidates.has(row.from)) pushTo(out, row.from, row)
      if (candidates.has(row.to)) pushTo(into, row.to, row)
    }
  const cache = new Map<string, boolean>()
  const behaves = (address: string): boolean => {
    if (study.isHub(address) || study.isHolder(address)) return false
    const outflow = out.get(address) ?? []
    const inflow = into.get(address) ?? []
    if (outflow.length === 0 || !outflow.every(({ to }) => study.labels.tags(to).includes('exchange'))) return false
    const soon = inflow.every((came) =>
      outflow.some((went) => came.time !== null && went.time !== null && went.time >= came.time && went.time - came.time <= sink.deposit_seconds),
    )
    return soon && atLeastShare(sumRaw(outflow.map(({ raw }) => raw)), sumRaw(inflow.map(({ raw }) => raw)), sink.deposit_forwarded_share)
  }
  return (address) => {
    const before = cache.get(address)
    if (before !== undefined) return before
    const is = study.labels.policy(address) === 'deposit' || behaves(address)
    cache.set(address, is)
    return is
  }
}

function sentAll(study: Study): Sent[] {
  return [...study.flows.moves, ...study.flows.payments].filter(({ time, from, to }) => from !== to && (time === null || time >= study.since))
}

/** Two or more wallets send at least half of their sale proceeds, or of their tokens, to one wallet within days of each other. */
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
  const { memory, flows, holderSet } = study
  const proceeds = memory.keep('proceeds of holders', [flows.sells, holderSet], () => saleProceeds(study, study.isHolder))
  return [...proceeds].flatMap(([wallet, earned]) =>
    sweeps(
      study,
      wallet,
      study.paymentsFrom.get(wallet) ?? [],
      (raw) => atLeastShare(raw, earned.raw, study.rules.sink.consolidation_share),
      earned.from,
    ),
  )
}

function sweptTokens(study: Study): Sweep[] {
  const { memory, flows, holderSet } = study
  const moves = memory.keep('moves of holders', [flows.moves, holderSet], () => {
    const found = new Map<string, Sent[]>()
    for (const move of flows.moves) if (holderSet.has(move.from)) pushTo(found, move.from, move)
    return found
  })
  return [...moves].flatMap(([wallet, sent]) => {
    const kept = study.balances.get(wallet) ?? 0n
    const all = kept + sumRaw(sent.map(({ raw }) => raw))
    return sweeps(study, wallet, sent, (raw) => atLeastShare(raw, all, study.rules.sink.consolidation_share), study.since)
  })
}

function sweeps(study: Study, from: string, sent: readonly Sent[], isMost: (raw: bigint) => boolean, since: number): Sweep[] {
  if (study.isHub(from) || !study.isHolder(from)) return []
  const bySink = new Map<string, Sent[]>()
  for (const one of sent) if (one.time !== null && one.time >= since && one.to !== from && !study.isHub(one.to)) pushTo(bySink, one.to, one)
  return [...bySink].flatMap(([to, own]) => {
    const last = own.at(-1)?.time ?? null
    return last !== null && isMost(sumRaw(own.map(({ raw }) => raw))) ? [{ from, to, time: last, txs: own.map(({ tx }) => tx).slice(0, 2) }] : []
  })
}

function intoOneSink(study: Study, to: string, found: readonly Sweep[]): Evidence[] {
  const { sink } = study.rules
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
          weight: sink.consolidation,
          txs: [...x.txs, ...y.txs],
          value: `${countText(ordered.length, 'wallet')} sent most of what they had there`,
          threshold: `at least ${sink.consolidation_share * 100} % within 7 days of each other`,
          sentence: `${short(x.from)} and ${short(y.from)} both sent most of what they had to ${short(to)}.`,
        }),
      ),
  )
}

/** Native coin each of some wallets got by selling this token, and when it first did. */
export function saleProceeds({ flows }: Study, isAsked: (wallet: string) => boolean): Map<string, { raw: bigint; from: number }> {
  const proceeds = new Map<string, { raw: bigint; from: number }>()
  for (const { wallet, native, time } of flows.sells) {
    if (native === null || time === null || !isAsked(wallet)) continue
    const before = proceeds.get(wallet)
    proceeds.set(wallet, { raw: (before?.raw ?? 0n) + native, from: Math.min(before?.from ?? time, time) })
  }
  return proceeds
}
