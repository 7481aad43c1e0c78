import type { Activity } from '../../../src-shared/domain/token.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import type { TokenFacts } from '../facts.ts'
import type { Flows, Payment } from '../flows/flows.ts'
import type { IncrementalState } from '../incremental/state.ts'
import { countMoves, NO_MOVES, type MovesByAddress, type AddressMoves } from '../flows/moves-by-address.ts'
import { reuseSet } from '../incremental/reuse.ts'
import { maxDistinctInWindow, pushTo } from '../math/order.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import { walletsOfFunnels, type Funnels } from './funnels.ts'
import { findPresales, findSweepers } from './services.ts'
import { countText } from '../text.ts'

/** Addresses with more counterparties, new wallets or transactions than a person has (docs/detection.md#hubs). */

const DAY = 86_400

export interface Traffic {
  readonly facts: TokenFacts
  readonly flows: Flows
  readonly movesByAddress: MovesByAddress
  readonly paymentsTo: ReadonlyMap<string, readonly Payment[]>
  readonly paymentsFrom: ReadonlyMap<string, readonly Payment[]>
  readonly equalPayments: ReadonlyMap<string, readonly ReadonlySet<string>[]>
  readonly funnels: Funnels
  readonly rules: RuleSet
  readonly state: IncrementalState
}

type ByAddress = Pick<Traffic, 'movesByAddress' | 'paymentsTo' | 'paymentsFrom'>
type CampaignTest = (from: string, to: string) => boolean

const createCampaignTest =
  (equalPayments: Traffic['equalPayments']): CampaignTest =>
  (from, to) =>
    (equalPayments.get(from) ?? []).some((group) => group.has(to))

/**
 * Addresses with the traffic of a service, each with the reason. Counterparties paid in a campaign of equal amounts do not count,
 * nor do wallets that only passed on an airdrop.
 */
export function findBusyAddresses(inputs: Traffic): ReadonlyMap<string, string> {
  const {
    facts,
    equalPayments,
    funnels,
    rules: { hub: rules },
    ...traffic
  } = inputs
  const isCampaign = createCampaignTest(equalPayments)
  const busy = new Map<string, string>()
  const known = traffic.state.memoize('traffic', [traffic.movesByAddress], () => new Map<string, AddressTraffic>())
  const examined: AddressTraffic[] = []
  for (const [address, transfers] of countTransfers(traffic)) {
    if (transfers > rules.hypernode_transfers) busy.set(address, `more than ${grouped(rules.hypernode_transfers)} transfers`)
    if (transfers <= Math.min(rules.degree_24h, rules.degree_lifetime) && transfers < rules.throughput_transactions) continue
    const paced = transfers < rules.throughput_transactions ? null : equalPayments
    const now = readRows(traffic, address, paced, isCampaign, walletsOfFunnels(funnels, address))
    const before = known.get(address)
    const one = before !== undefined && isSame(before, now) ? before : examine(address, now, isCampaign, rules)
    known.set(address, one)
    examined.push(one)
  }
  for (const row of facts.activity) {
    const does = describeActivity(row, rules)
    if (does !== null) busy.set(row.address, does)
  }
  for (const { address, pace } of examined) if (pace !== null) busy.set(address, pace)
  for (const [address, paid] of groupFirstPaid(facts, isCampaign)) {
    const most = maxDistinctInWindow(paid, DAY)
    if (most > rules.fan_out_24h) busy.set(address, `paid ${countText(most, 'new wallet')} within 24 hours, as an exchange does`)
  }
  for (const [address, buyers] of findPresales(inputs))
    busy.set(address, `sold the token to ${countText(buyers, 'wallet')} at one price, as a presale does`)
  for (const [address, count] of findSweepers(inputs))
    busy.set(address, `swept the token from ${countText(count, 'deposit address', 'deposit addresses')}, as an exchange does`)
  for (const { address, degree } of examined) if (degree !== null) busy.set(address, degree)
  return busy
}

/**
 * Whether an address pays or is paid by more wallets than a person would be. Movements of this token do not count, because a creator may
 * distribute its token to hundreds of wallets. A service that creates tokens for its customers also has many payments.
 */
export function isBusyWithPayments({ facts, paymentsTo, paymentsFrom, equalPayments, rules: { hub: rules } }: Traffic, address: string): boolean {
  const isCampaign = createCampaignTest(equalPayments)
  const payments = [...(paymentsTo.get(address) ?? []), ...(paymentsFrom.get(address) ?? [])].filter(({ from, to }) => !isCampaign(from, to))
  const others = payments.map(({ from, to, time }) => ({ key: from === address ? to : from, time }))
  return (
    describeDegree(others, rules) !== null ||
    facts.activity.some((row) => row.address === address && describeActivity(row, rules) !== null) ||
    maxDistinctInWindow(groupFirstPaid(facts, isCampaign).get(address) ?? [], DAY) > rules.fan_out_24h
  )
}

/** The fewest movements that can make an address a hub. */
export const minimumTransfers = (rules: RuleSet['hub']): number =>
  Math.min(Math.min(rules.hypernode_transfers, rules.degree_24h, rules.degree_lifetime) + 1, rules.throughput_transactions)

/** Number of movements of the busiest addresses and of every payer and payee. A movement from an address to itself counts twice. */
function* countTransfers({ movesByAddress, paymentsTo, paymentsFrom }: ByAddress): Generator<[string, number]> {
  const moved = (address: string): number => countMoves(movesByAddress.byAddress.get(address) ?? NO_MOVES)
  for (const [address, to] of paymentsTo) yield [address, moved(address) + to.length + (paymentsFrom.get(address)?.length ?? 0)]
  for (const [address, from] of paymentsFrom) if (!paymentsTo.has(address)) yield [address, moved(address) + from.length]
  for (const address of movesByAddress.busiest) if (!paymentsTo.has(address) && !paymentsFrom.has(address)) yield [address, moved(address)]
}

/** All movements of one address. Its moves are append-only. */
interface Rows {
  readonly moves: AddressMoves
  readonly payments: readonly Payment[]
  /** Payments that are not part of a campaign. */
  readonly counted: readonly Payment[]
  /** The campaigns to leave out of the pace; null if there are too few movements to measure a pace. */
  readonly paced: object | null
  /** Wallets that only passed an airdrop on to this address. */
  readonly funnel: ReadonlySet<string>
}

interface Row {
  readonly from: string
  readonly to: string
  readonly tx: string
  readonly time: number | null
}

/** Result for one address as of `moved` movements. */
interface AddressTraffic extends Pick<Rows, 'counted' | 'paced' | 'funnel'> {
  readonly address: string
  readonly moved: number
  readonly degree: string | null
  readonly pace: string | null
}

function readRows(
  { movesByAddress, paymentsTo, paymentsFrom }: ByAddress,
  address: string,
  paced: object | null,
  isCampaign: CampaignTest,
  funnel: ReadonlySet<string>,
): Rows {
  const payments = [...(paymentsTo.get(address) ?? []), ...(paymentsFrom.get(address) ?? [])]
  const counted = payments.filter(({ from, to }) => !isCampaign(from, to))
  return { moves: movesByAddress.byAddress.get(address) ?? NO_MOVES, payments, counted, paced, funnel }
}

/** Payments are new objects if funding was read again, so their content is compared. */
function isSame(before: AddressTraffic, { moves, counted, paced, funnel }: Rows): boolean {
  if (reuseSet(before.funnel, funnel) !== before.funnel) return false
  if (before.moved !== countMoves(moves) || before.counted.length !== counted.length || before.paced !== paced) return false
  return counted.every((row, i) => {
    const was = before.counted[i]
    return row === was || (row.tx === was?.tx && row.from === was.from && row.to === was.to && row.time === was.time)
  })
}

function examine(
  address: string,
  { moves, payments, counted, paced, funnel }: Rows,
  isCampaign: CampaignTest,
  rules: RuleSet['hub'],
): AddressTraffic {
  const { sent, received } = moves
  const counterparties = [sent, received, counted]
    .flatMap((rows) => rows.map(({ from, to, time }: Row) => ({ key: from === address ? to : from, time })))
    .filter(({ key }) => !funnel.has(key))
  const pace = paced === null ? null : describePace([sent, received, payments], isCampaign, rules)
  return { address, moved: countMoves(moves), counted, paced, funnel, degree: describeDegree(counterparties, rules), pace }
}

function describeDegree(counterparties: readonly { readonly key: string; readonly time: number | null }[], rules: RuleSet['hub']): string | null {
  const ever = new Set(counterparties.map(({ key }) => key)).size
  if (ever > rules.degree_lifetime) return `traffic with ${grouped(ever)} different addresses`
  if (ever <= rules.degree_24h) return null
  const inDay = maxDistinctInWindow(counterparties, DAY)
  return inDay > rules.degree_24h ? `traffic with ${grouped(inDay)} different addresses within 24 hours` : null
}

/** Text if the newest transactions follow each other faster than a person's (docs/detection.md#hubs), else null. */
function describePace(
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

/** @param seconds period in which they were sent, shown rounded up to whole hours */
function paceText(transactions: number, seconds: number): string {
  return `${countText(transactions, 'transaction')} within ${countText(Math.max(1, Math.ceil(seconds / 3600)), 'hour')}`
}

/** Text if the chain's own transaction count of an address exceeds a person's (docs/detection.md#hubs), else null. */
function describeActivity({ transactions, seconds }: Activity, rules: RuleSet['hub']): string | null {
  if (transactions > rules.sent_transactions) return `sent ${countText(transactions, 'transaction')}`
  const isFast = transactions >= rules.throughput_transactions && seconds !== null && seconds < rules.throughput_seconds
  return isFast ? paceText(transactions, seconds) : null
}

/** By funder, the wallets that it first funded. */
function groupFirstPaid({ funding }: TokenFacts, isCampaign: CampaignTest): Map<string, { key: string; time: number | null }[]> {
  const paid = new Map<string, { key: string; time: number | null }[]>()
  for (const { wallet, funder, time } of funding) if (funder !== null && !isCampaign(funder, wallet)) pushTo(paid, funder, { key: wallet, time })
  return paid
}
