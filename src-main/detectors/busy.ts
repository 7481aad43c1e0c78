import type { Activity } from '../../src-shared/domain/token.ts'
import { grouped } from '../../src-shared/domain/shown.ts'
import type { TokenFacts } from './facts.ts'
import type { Flows, Payment } from './flows.ts'
import type { Memory } from './memory.ts'
import { movedBy, NO_MOVES, type MovesByAddress, type MovesOf } from './moves-of.ts'
import { mostInWindow, pushTo } from './order.ts'
import type { RuleSet } from './rules.ts'
import { presaleSellers, sweptFromMany } from './services.ts'
import { countText } from './wording.ts'

/** Who does what no person does: too many counterparties, new wallets or transactions (engine.md §1.3). */

const DAY = 86_400

export interface Traffic {
  readonly facts: TokenFacts
  readonly flows: Flows
  readonly movesOf: MovesByAddress
  readonly paymentsTo: ReadonlyMap<string, readonly Payment[]>
  readonly paymentsFrom: ReadonlyMap<string, readonly Payment[]>
  readonly equalPaid: ReadonlyMap<string, readonly ReadonlySet<string>[]>
  readonly rules: RuleSet
  readonly memory: Memory
}

type ByAddress = Pick<Traffic, 'movesOf' | 'paymentsTo' | 'paymentsFrom'>
type CampaignTest = (from: string, to: string) => boolean

const campaignTest =
  (equalPaid: Traffic['equalPaid']): CampaignTest =>
  (from, to) =>
    (equalPaid.get(from) ?? []).some((group) => group.has(to))

/** Addresses whose traffic is that of a service, with why in words. Counterparties paid in a campaign of equal amounts do not count. */
export function busyAddresses(seen: Traffic): ReadonlyMap<string, string> {
  const {
    facts,
    equalPaid,
    rules: { hub: rules },
    ...traffic
  } = seen
  const isCampaign = campaignTest(equalPaid)
  const busy = new Map<string, string>()
  const known = traffic.memory.keep('traffic', [traffic.movesOf], () => new Map<string, Met>())
  const met: Met[] = []
  for (const [address, transfers] of transfersOf(traffic)) {
    if (transfers > rules.hypernode_transfers) busy.set(address, `more than ${grouped(rules.hypernode_transfers)} transfers`)
    if (transfers <= Math.min(rules.degree_24h, rules.degree_lifetime) && transfers < rules.throughput_transactions) continue
    const now = rowsOf(traffic, address, transfers < rules.throughput_transactions ? null : equalPaid, isCampaign)
    const before = known.get(address)
    const one = before !== undefined && isSame(before, now) ? before : meet(address, now, isCampaign, rules)
    known.set(address, one)
    met.push(one)
  }
  for (const row of facts.activity) {
    const does = serviceActivity(row, rules)
    if (does !== null) busy.set(row.address, does)
  }
  for (const { address, pace } of met) if (pace !== null) busy.set(address, pace)
  for (const [address, paid] of firstPaid(facts, isCampaign)) {
    const most = mostInWindow(paid, DAY)
    if (most > rules.fan_out_24h) busy.set(address, `paid ${countText(most, 'new wallet')} within 24 hours, as an exchange does`)
  }
  for (const [address, buyers] of presaleSellers(seen))
    busy.set(address, `sold the token to ${countText(buyers, 'wallet')} at one price, as a presale does`)
  for (const [address, count] of sweptFromMany(seen))
    busy.set(address, `swept the token from ${countText(count, 'deposit address', 'deposit addresses')}, as an exchange does`)
  for (const { address, degree } of met) if (degree !== null) busy.set(address, degree)
  return busy
}

/**
 * Whether an address pays or is paid by more than a person does, its own moves of this token aside: who makes a token and hands it
 * out to hundreds is its creator all the same, and a service that makes tokens for its customers is not.
 */
export function isBusyWithCoin({ facts, paymentsTo, paymentsFrom, equalPaid, rules: { hub: rules } }: Traffic, address: string): boolean {
  const isCampaign = campaignTest(equalPaid)
  const payments = [...(paymentsTo.get(address) ?? []), ...(paymentsFrom.get(address) ?? [])].filter(({ from, to }) => !isCampaign(from, to))
  const others = payments.map(({ from, to, time }) => ({ key: from === address ? to : from, time }))
  return (
    degreeOf(others, rules) !== null ||
    facts.activity.some((row) => row.address === address && serviceActivity(row, rules) !== null) ||
    mostInWindow(firstPaid(facts, isCampaign).get(address) ?? [], DAY) > rules.fan_out_24h
  )
}

/** How many movements an address must have a part in for anything to come of them. */
export const fewestThatMatter = (rules: RuleSet['hub']): number =>
  Math.min(Math.min(rules.hypernode_transfers, rules.degree_24h, rules.degree_lifetime) + 1, rules.throughput_transactions)

/** How many movements each address had a part in, of the busiest and of whoever paid or was paid; one to itself counts twice. */
function* transfersOf({ movesOf, paymentsTo, paymentsFrom }: ByAddress): Generator<[string, number]> {
  const moved = (address: string): number => movedBy(movesOf.byAddress.get(address) ?? NO_MOVES)
  for (const [address, to] of paymentsTo) yield [address, moved(address) + to.length + (paymentsFrom.get(address)?.length ?? 0)]
  for (const [address, from] of paymentsFrom) if (!paymentsTo.has(address)) yield [address, moved(address) + from.length]
  for (const address of movesOf.busiest) if (!paymentsTo.has(address) && !paymentsFrom.has(address)) yield [address, moved(address)]
}

/** All movements of one address; its moves only ever grow at their ends. */
interface Rows {
  readonly moves: MovesOf
  readonly payments: readonly Payment[]
  /** Payments that are no part of a campaign. */
  readonly counted: readonly Payment[]
  /** The campaigns, where there are enough movements for their pace to matter, which leaves out those of campaigns; else null. */
  readonly paced: object | null
}

interface Row {
  readonly from: string
  readonly to: string
  readonly tx: string
  readonly time: number | null
}

/** What the movements of one address say, as of so many of them. */
interface Met extends Pick<Rows, 'counted' | 'paced'> {
  readonly address: string
  readonly moved: number
  readonly degree: string | null
  readonly pace: string | null
}

function rowsOf({ movesOf, paymentsTo, paymentsFrom }: ByAddress, address: string, paced: object | null, isCampaign: CampaignTest): Rows {
  const payments = [...(paymentsTo.get(address) ?? []), ...(paymentsFrom.get(address) ?? [])]
  const counted = payments.filter(({ from, to }) => !isCampaign(from, to))
  return { moves: movesOf.byAddress.get(address) ?? NO_MOVES, payments, counted, paced }
}

/** Payments are read anew for each count: they are told by what is in them. */
function isSame(before: Met, { moves, counted, paced }: Rows): boolean {
  if (before.moved !== movedBy(moves) || before.counted.length !== counted.length || before.paced !== paced) return false
  return counted.every((row, i) => {
    const was = before.counted[i]
    return row === was || (row.tx === was?.tx && row.from === was.from && row.to === was.to && row.time === was.time)
  })
}

function meet(address: string, { moves, payments, counted, paced }: Rows, isCampaign: CampaignTest, rules: RuleSet['hub']): Met {
  const { sent, received } = moves
  const counterparties = [sent, received, counted].flatMap((rows) =>
    rows.map(({ from, to, time }: Row) => ({ key: from === address ? to : from, time })),
  )
  const pace = paced === null ? null : paceOf([sent, received, payments], isCampaign, rules)
  return { address, moved: movedBy(moves), counted, paced, degree: degreeOf(counterparties, rules), pace }
}

function degreeOf(counterparties: readonly { readonly key: string; readonly time: number | null }[], rules: RuleSet['hub']): string | null {
  const ever = new Set(counterparties.map(({ key }) => key)).size
  if (ever > rules.degree_lifetime) return `traffic with ${grouped(ever)} different addresses`
  if (ever <= rules.degree_24h) return null
  const inDay = mostInWindow(counterparties, DAY)
  return inDay > rules.degree_24h ? `traffic with ${grouped(inDay)} different addresses within 24 hours` : null
}

/** Whether the newest transactions follow each other faster than a person's (engine.md §1.3 rule 4), in words. */
function paceOf(
  sides: readonly (readonly Row[])[],
  isCampaign: CampaignTest,
  { throughput_transactions: page, throughput_seconds: seconds }: RuleSet['hub'],
): string | null {
  const times = new Map<string, number>()
  for (const rows of sides) for (const { from, to, tx, time } of rows) if (time !== null && !isCampaign(from, to)) times.set(tx, time)
  const newest = [...times.values()].sort((x, y) => y - x).slice(0, page)
  const took = (newest[0] ?? 0) - (newest.at(-1) ?? 0)
  return newest.length >= page && took < seconds ? paceText(page, took) : null
}

/** @param seconds in which they were sent, rounded up to whole hours */
function paceText(transactions: number, seconds: number): string {
  return `${countText(transactions, 'transaction')} within ${countText(Math.max(1, Math.ceil(seconds / 3600)), 'hour')}`
}

/** What an address does that no person does, by its chain's own count (engine.md §1.3 rule 4); null where it is a person's. */
function serviceActivity({ transactions, seconds }: Activity, rules: RuleSet['hub']): string | null {
  if (transactions > rules.sent_transactions) return `sent ${countText(transactions, 'transaction')}`
  const isFast = transactions >= rules.throughput_transactions && seconds !== null && seconds < rules.throughput_seconds
  return isFast ? paceText(transactions, seconds) : null
}

/** Wallets that got their first coin from each funder. */
function firstPaid({ funding }: TokenFacts, isCampaign: CampaignTest): Map<string, { key: string; time: number | null }[]> {
  const paid = new Map<string, { key: string; time: number | null }[]>()
  for (const { wallet, funder, time } of funding) if (funder !== null && !isCampaign(funder, wallet)) pushTo(paid, funder, { key: wallet, time })
  return paid
}
