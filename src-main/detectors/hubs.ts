import type { Label } from '../../src-shared/domain/labels.ts'
import type { Activity } from '../../src-shared/domain/token.ts'
import { isBurnAddress } from './burn-addresses.ts'
import type { TokenFacts } from './facts.ts'
import type { Flows } from './flows.ts'
import type { LabelBook } from './labels.ts'
import { steadyMap, type Memory } from './memory.ts'
import { mostInWindow, pushTo } from './order.ts'
import type { RuleSet } from './rules.ts'

/** Shared services, decided before any graph: no edge that touches one joins wallets (engine.md §1.3). */
export interface Hubs {
  /** Why an address is a hub, in words; null for an ordinary wallet. */
  reason(address: string): string | null
}

const DAY = 86_400

/** Labels that make a service of whoever carries them. */
const SERVICE_TAGS: Readonly<Partial<Record<Label, string>>> = {
  burn: 'a burn address',
  liquidity_pool: 'a liquidity pool',
  exchange: 'an exchange',
  vesting: 'a vesting or lock contract',
  presale: 'a presale contract',
}

export function findHubs(
  facts: TokenFacts,
  flows: Flows,
  labels: LabelBook,
  equalPaid: ReadonlyMap<string, readonly ReadonlySet<string>[]>,
  rules: RuleSet,
  memory: Memory,
): Hubs {
  const busy = memory.keep<ReadonlyMap<string, string>>('busy', [flows.moves, flows.payments, facts.funding, facts.activity, equalPaid], (before) =>
    steadyMap(before, busyAddresses(facts, flows, equalPaid, rules.hub)),
  )
  return memory.keep('hubs', [facts.accounts, labels, busy], () => hubBook(facts, labels, busy))
}

function hubBook(facts: TokenFacts, labels: LabelBook, busy: ReadonlyMap<string, string>): Hubs {
  const cache = new Map<string, string | null>()
  const decide = (address: string): string | null => {
    if (isBurnAddress(facts.token.network, address)) return 'a burn address'
    if (address === facts.token.address) return 'the token contract itself'
    for (const tag of labels.tags(address)) {
      const service = SERVICE_TAGS[tag]
      if (service !== undefined) return named(service, labels.name(address))
    }
    if (labels.policy(address) === 'hub') return named('a labelled service', labels.name(address))
    if (facts.accounts.get(address) === 'contract') return 'a contract that is no person’s account'
    return busy.get(address) ?? null
  }
  return {
    reason(address) {
      const before = cache.get(address)
      if (before !== undefined) return before
      const reason = decide(address)
      cache.set(address, reason)
      return reason
    },
  }
}

function named(service: string, name: string | null): string {
  return name === null ? service : `${service}: ${name}`
}

/** Addresses whose traffic is that of a service. Counterparties paid in a campaign of equal amounts do not count. */
function busyAddresses(
  facts: TokenFacts,
  flows: Flows,
  equalPaid: ReadonlyMap<string, readonly ReadonlySet<string>[]>,
  rules: RuleSet['hub'],
): Map<string, string> {
  const isCampaign = (from: string, to: string): boolean => (equalPaid.get(from) ?? []).some((group) => group.has(to))
  const counts = new Map<string, number>()
  const count = (address: string): void => {
    counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  for (const rows of [flows.moves, flows.payments])
    for (const { from, to } of rows) {
      count(from)
      count(to)
    }

  const least = Math.min(rules.degree_24h, rules.degree_lifetime, rules.fan_out_24h)
  const met = new Map<string, { key: string; time: number | null }[]>()
  const meet = (address: string, key: string, time: number | null): void => {
    if ((counts.get(address) ?? 0) > least) pushTo(met, address, { key, time })
  }
  for (const { from, to, time } of flows.moves) {
    meet(from, to, time)
    meet(to, from, time)
  }
  for (const { from, to, time } of flows.payments) {
    if (!isCampaign(from, to)) {
      meet(from, to, time)
      meet(to, from, time)
    }
  }

  const firstPaid = new Map<string, { key: string; time: number | null }[]>()
  for (const { wallet, funder, time } of facts.funding) {
    if (funder === null || isCampaign(funder, wallet)) continue
    pushTo(firstPaid, funder, { key: wallet, time })
  }

  const busy = new Map<string, string>()
  for (const [address, transfers] of counts) {
    if (transfers > rules.hypernode_transfers) busy.set(address, `more than ${rules.hypernode_transfers} transfers`)
  }
  for (const row of facts.activity) {
    const does = serviceActivity(row, rules)
    if (does !== null) busy.set(row.address, does)
  }
  for (const [address, pace] of paces(flows, counts, isCampaign, rules)) busy.set(address, pace)
  for (const [address, fresh] of firstPaid) {
    const most = mostInWindow(fresh, DAY)
    if (most > rules.fan_out_24h) busy.set(address, `paid ${most} new wallets within 24 hours, as an exchange does`)
  }
  for (const [address, counterparties] of met) {
    const ever = new Set(counterparties.map(({ key }) => key)).size
    const inDay = mostInWindow(counterparties, DAY)
    if (ever > rules.degree_lifetime) busy.set(address, `traffic with ${ever} different addresses`)
    else if (inDay > rules.degree_24h) busy.set(address, `traffic with ${inDay} different addresses within 24 hours`)
  }
  return busy
}

/** What an address does that no person does, by its chain's own count (engine.md §1.3 rule 4); null where it is a person's. */
function serviceActivity({ transactions, seconds }: Activity, rules: RuleSet['hub']): string | null {
  if (transactions > rules.sent_transactions) return `sent ${transactions} transactions`
  const isFast = transactions >= rules.throughput_transactions && seconds !== null && seconds < rules.throughput_seconds
  return isFast ? `${transactions} transactions within ${Math.max(1, Math.ceil(seconds / 3600))} hours` : null
}

/** Addresses whose newest transactions follow each other faster than a person's (engine.md §1.3 rule 4), with that in words. */
function paces(
  flows: Flows,
  counts: ReadonlyMap<string, number>,
  isCampaign: (from: string, to: string) => boolean,
  { throughput_transactions: page, throughput_seconds: seconds }: RuleSet['hub'],
): Map<string, string> {
  const txs = new Map<string, Map<string, number>>()
  for (const rows of [flows.moves, flows.payments])
    for (const { from, to, tx, time } of rows) {
      if (time === null || isCampaign(from, to)) continue
      for (const address of [from, to]) {
        if ((counts.get(address) ?? 0) < page) continue
        const seen = txs.get(address)
        if (seen === undefined) txs.set(address, new Map([[tx, time]]))
        else seen.set(tx, time)
      }
    }
  const found = new Map<string, string>()
  for (const [address, seen] of txs) {
    const newest = [...seen.values()].sort((x, y) => y - x).slice(0, page)
    const [last = 0] = newest
    const hours = Math.ceil((last - (newest.at(-1) ?? 0)) / 3600)
    if (newest.length >= page && last - (newest.at(-1) ?? 0) < seconds) found.set(address, `${page} transactions within ${Math.max(1, hours)} hours`)
  }
  return found
}
