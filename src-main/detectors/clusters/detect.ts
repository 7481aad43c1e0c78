import { percentOf, sumRaw } from '../../../src-shared/domain/amount.ts'
import { NOT_A_MEMBER, type Label } from '../../../src-shared/domain/labels.ts'
import { reuseRows } from '../incremental/reuse.ts'
import { compareBig, compareText } from '../../../src-shared/domain/compare.ts'
import { addTo, compareHoldings, pushTo } from '../math/order.ts'
import type { BundleFindings } from '../bundlers/bundlers.ts'
import { indexSharedBuys } from '../flows/shared-buys.ts'
import type { FactIndex } from '../fact-index.ts'
import { airdropFarm } from './rules/airdrop-farm.ts'
import { fundingBeforeBuy } from './rules/before-buy.ts'
import { combine, type Edge } from './combine.ts'
import { disperse } from './rules/disperse.ts'
import type { ClusterRule, Evidence } from './evidence.ts'
import { directFirstFunder, sharedFirstFunder, touchedToken } from './rules/first-funder.ts'
import type { Component, TreeEdge } from './graph/components.ts'
import { identify } from './identity.ts'
import { ownerSaid } from './rules/owner-said.ts'
import { passThrough } from './rules/pass-through.ts'
import { recordedNative, recordedToken } from './rules/recorded.ts'
import { sameTransaction } from './rules/same-tx.ts'
import { keepApart } from './graph/keep-apart.ts'
import { clusterSentence } from './sentence.ts'
import { groupAndSplit } from './graph/split.ts'
import { findSellBursts, slotGroup, synchronousSells } from './rules/timing.ts'
import { consolidation, sharedDeposit } from './rules/sinks.ts'
import { tokenTransfer } from './rules/token-transfer.ts'

/** A set of wallets that evidence attributes to one owner. */
export interface Cluster {
  /** Stable between snapshots. */
  readonly id: number
  /** Wallets whose balances count, largest first, ties by address. */
  readonly members: readonly string[]
  /** Wallets that connect members but do not count as members, by address. */
  readonly connectors: readonly string[]
  /** Sum of the members' balances, raw units. */
  readonly raw: bigint
  readonly tree: readonly TreeEdge[]
  /** p of the weakest edge of the tree. */
  readonly weakest: number | null
  readonly sentence: string
}

export interface ClusterFindings {
  /** Largest first, ties by smallest address. */
  readonly clusters: readonly Cluster[]
  /** Every pair with evidence, accepted or not. */
  readonly edges: readonly Edge[]
  /** Accepted edges left out because they would join wallets that the investigator keeps apart. */
  readonly keptApart: ReadonlySet<Edge>
  /** Labels that follow from the clusters: funding_address, intermediary. */
  readonly labels: ReadonlyMap<string, readonly Label[]>
}

/** Every rule with its inputs. Hubs and holders are inputs of every rule. */
const RULES: readonly { readonly rule: ClusterRule; readonly sees: (index: FactIndex, bundles: BundleFindings) => readonly unknown[] }[] = [
  { rule: sameTransaction, sees: (index) => [indexSharedBuys(index).groups] },
  { rule: directFirstFunder, sees: (index) => [index.funding, index.flows.payments, touchedToken(index)] },
  { rule: sharedFirstFunder, sees: ({ funding, equalPayments }) => [funding, equalPayments] },
  { rule: fundingBeforeBuy, sees: ({ funding, flows, firstBuys, lookback }) => [funding, flows.payments, firstBuys, lookback] },
  { rule: disperse, sees: ({ funding, flows, lookback, equalPayments }) => [funding, flows.payments, lookback, equalPayments] },
  { rule: passThrough, sees: ({ funding, flows, lookback }) => [funding, flows.payments, lookback] },
  {
    rule: tokenTransfer,
    sees: ({ facts, flows, funding, balances, lookback }) => [
      facts.token,
      facts.trades,
      facts.dollarPayments,
      flows.moves,
      flows.transfers,
      flows.payments,
      funding,
      balances,
      lookback,
    ],
  },
  { rule: sharedDeposit, sees: ({ flows, labels, lookback }) => [flows.moves, flows.payments, labels, lookback] },
  {
    rule: consolidation,
    sees: ({ flows, balances, lookback, funnels, facts }) => [
      flows.moves,
      flows.payments,
      facts.dollarPayments,
      flows.sells,
      balances,
      lookback,
      funnels,
    ],
  },
  { rule: airdropFarm, sees: ({ flows, funnels, facts }) => [funnels, flows.moves, flows.transfers, facts.token.decimals, facts.token.symbol] },
  { rule: slotGroup, sees: (_, bundles) => [bundles] },
  { rule: synchronousSells, sees: (index) => [findSellBursts(index)] },
  { rule: recordedNative, sees: ({ facts }) => [facts.recordedLinks] },
  { rule: recordedToken, sees: ({ facts }) => [facts.recordedLinks, facts.token.totalSupply] },
  { rule: ownerSaid, sees: ({ facts, labels }) => [facts.claims, labels] },
]

/** @param bundles wallets that bought together; without them, ties by block position are not searched */
export function detectClusters(index: FactIndex, bundles: BundleFindings = { bundlers: [], groups: [] }): ClusterFindings {
  const { state, hubs, holderSet } = index
  const evidence = RULES.map(({ rule, sees }, i) =>
    state.memoize<readonly Evidence[]>(`rule ${i}`, [hubs, holderSet, ...sees(index, bundles)], (before) => reuseRows(before, rule(index, bundles))),
  )
  const edges = state.memoize('edges', evidence, () => combine(evidence.flat(), index.rules.cluster.accept))
  const counts = (address: string): boolean => index.balances.has(address) && !index.labels.tags(address).some((tag) => NOT_A_MEMBER.has(tag))
  const claimed = index.facts.claims
  const { joining, keptApart } = state.memoize('joining edges', [edges, claimed], () => {
    const accepted = edges.filter((edge) => edge.accepted)
    const groups = claimed?.entities.filter(({ rule }) => rule === 'not_same').map(({ wallets }) => wallets) ?? []
    const remaining = new Set(keepApart(accepted, groups))
    return { joining: [...remaining], keptApart: new Set(accepted.filter((edge) => !remaining.has(edge))) }
  })
  const joined = state.memoize('parts', [joining, holderSet], () => groupAndSplit(dropDanglingConnectors(index, joining), index.rules.cluster))
  const parts = joined
    .map((part) => ({ part, members: part.nodes.filter(counts) }))
    .filter(({ members }) => members.length >= index.rules.cluster.min_holders)
    .map(({ part, members }) => {
      const ranked = members.map((address) => ({ address, raw: index.balances.get(address) ?? 0n })).sort(compareHoldings)
      return { part, members, ranked: ranked.map(({ address }) => address), raw: sumRaw(ranked.map(({ raw }) => raw)) }
    })
    .sort((x, y) => compareBig(y.raw, x.raw) || compareText(x.members[0] ?? '', y.members[0] ?? ''))

  const taken = new Set(parts.flatMap(({ part }) => part.nodes))
  const labels = new Map<string, Label[]>()
  const ids = identify(parts, index.facts.clustersBefore, index.balances)
  const clusters = parts.map(({ part, members, ranked, raw }, i): Cluster => {
    const connectors = findConnectors(index, part, members, taken)
    for (const [address, label] of labelRoles(index, part, members)) pushTo(labels, address, label)
    const tree = part.tree
    const weakest = tree.length === 0 ? null : Math.min(...tree.map(({ edge }) => edge.p))
    const sentence = clusterSentence(members.length, percentOf(raw, index.facts.token.totalSupply), tree)
    return { id: ids[i] ?? 0, members: ranked, connectors, raw, tree, weakest, sentence }
  })
  return { clusters, edges, keptApart, labels }
}

/** Drops non-holders that link fewer than two holders. */
function dropDanglingConnectors(index: FactIndex, accepted: readonly Edge[]): Edge[] {
  const holdersOf = new Map<string, Set<string>>()
  for (const { a, b } of accepted) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      if (!index.isHolder(x) && index.isHolder(y)) addTo(holdersOf, x, y)
    }
  }
  const stays = (address: string): boolean => index.isHolder(address) || (holdersOf.get(address)?.size ?? 0) >= 2
  return accepted.filter(({ a, b }) => stays(a) && stays(b))
}

/** Nodes that are not members, and the wallets that tree edges pass through. Each address belongs to only one cluster. */
function findConnectors(index: FactIndex, part: Component, members: readonly string[], taken: Set<string>): string[] {
  const counted = new Set(members)
  const connectors = new Set(part.nodes.filter((node) => !counted.has(node)))
  for (const { edge } of part.tree) {
    for (const through of walletsBetween(edge, index.rules.cluster.accept)) {
      if (taken.has(through) || index.isHub(through)) continue
      taken.add(through)
      connectors.add(through)
    }
  }
  return [...connectors].sort(compareText)
}

/** The wallets that an edge passes through: from its strongest fact, or from all its facts if no single one suffices. */
function walletsBetween({ facts }: Edge, accept: number): readonly string[] {
  const [strongest] = facts
  return strongest !== undefined && strongest.weight >= accept ? strongest.via : facts.flatMap(({ via }) => via)
}

/** Labels of wallets that funded two or more members, and of wallets that passed payments through. */
function labelRoles(index: FactIndex, part: Component, members: readonly string[]): [string, Label][] {
  const inside = new Set(members)
  const funded = new Map<string, Set<string>>()
  const fund = (funder: string, wallet: string): void => {
    if (inside.has(wallet) && funder !== wallet && !index.isHub(funder)) addTo(funded, funder, wallet)
  }
  for (const wallet of members) {
    const funder = index.funding.get(wallet)?.funder
    if (funder !== null && funder !== undefined) fund(funder, wallet)
  }
  const roles: [string, Label][] = []
  for (const { edge } of part.tree) {
    for (const fact of edge.facts) {
      if (fact.rule === 'funding_before_buy') {
        fund(fact.a, fact.b)
        fund(fact.b, fact.a)
      }
      if (fact.rule === 'pass_through') for (const through of fact.via) roles.push([through, 'intermediary'])
    }
  }
  for (const [funder, wallets] of [...funded].sort(([a], [b]) => compareText(a, b))) if (wallets.size >= 2) roles.push([funder, 'funding_address'])
  return roles
}
