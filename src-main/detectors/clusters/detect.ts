import { percentOf, sumRaw } from '../../../src-shared/domain/amount.ts'
import { NOT_A_MEMBER, type Label } from '../../../src-shared/domain/labels.ts'
import { steadyRows } from '../memory.ts'
import { compareBig, compareText, pushTo } from '../order.ts'
import type { BundleFindings } from '../bundlers.ts'
import { sharedBuys } from '../shared-buys.ts'
import type { Study } from '../study.ts'
import { fundingBeforeBuy } from './before-buy.ts'
import { combine, type Edge } from './combine.ts'
import { disperse } from './disperse.ts'
import type { ClusterRule, Evidence } from './evidence.ts'
import { directFirstFunder, sharedFirstFunder, touchedToken } from './first-funder.ts'
import type { Component, TreeEdge } from './graph.ts'
import { identify } from './identity.ts'
import { passThrough } from './pass-through.ts'
import { recordedNative, recordedToken } from './recorded.ts'
import { sameTransaction } from './same-tx.ts'
import { clusterSentence } from './sentence.ts'
import { groupAndSplit } from './split.ts'
import { improbableMoments, slotGroup, synchronousSells } from './timing.ts'
import { consolidation, sharedDeposit } from './sinks.ts'
import { tokenTransfer } from './token-transfer.ts'

/** A set of wallets that evidence says are one hand. */
export interface Cluster {
  /** Steady between snapshots. */
  readonly id: number
  /** Wallets whose balances count, largest first, ties by address. */
  readonly members: readonly string[]
  /** Wallets without a balance that the evidence runs through, by address. */
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
  /** Labels that follow from the clusters: funding_address, intermediary. */
  readonly labels: ReadonlyMap<string, readonly Label[]>
}

/** Every rule with all it looks at, services and holders aside, which all rules look at. */
const RULES: readonly { readonly rule: ClusterRule; readonly sees: (study: Study, bundles: BundleFindings) => readonly unknown[] }[] = [
  { rule: sameTransaction, sees: (study) => [sharedBuys(study).groups] },
  { rule: directFirstFunder, sees: (study) => [study.funding, study.flows.payments, touchedToken(study)] },
  { rule: sharedFirstFunder, sees: ({ funding, equalPaid }) => [funding, equalPaid] },
  { rule: fundingBeforeBuy, sees: ({ funding, flows, firstBuys, parted }) => [funding, flows.payments, firstBuys, parted] },
  { rule: disperse, sees: ({ funding, flows, parted }) => [funding, flows.payments, parted] },
  { rule: passThrough, sees: ({ funding, flows, parted }) => [funding, flows.payments, parted] },
  {
    rule: tokenTransfer,
    sees: ({ facts, flows, funding, balances, parted }) => [
      facts.token,
      facts.trades,
      facts.dollarPayments,
      flows.moves,
      flows.transfers,
      flows.payments,
      funding,
      balances,
      parted,
    ],
  },
  { rule: sharedDeposit, sees: ({ flows, labels, parted }) => [flows.moves, flows.payments, labels, parted] },
  { rule: consolidation, sees: ({ flows, balances, parted }) => [flows.moves, flows.payments, flows.sells, balances, parted] },
  { rule: slotGroup, sees: (_, bundles) => [bundles] },
  { rule: synchronousSells, sees: (study) => [improbableMoments(study)] },
  { rule: recordedNative, sees: ({ facts }) => [facts.recordedLinks] },
  { rule: recordedToken, sees: ({ facts }) => [facts.recordedLinks, facts.token.totalSupply] },
]

/** @param bundles wallets that bought together; without them, ties by their place in a block are not looked for */
export function detectClusters(study: Study, bundles: BundleFindings = { bundlers: [], groups: [] }): ClusterFindings {
  const { memory, hubs, holderSet } = study
  const evidence = RULES.map(({ rule, sees }, i) =>
    memory.keep<readonly Evidence[]>(`rule ${i}`, [hubs, holderSet, ...sees(study, bundles)], (before) => steadyRows(before, rule(study, bundles))),
  )
  const edges = memory.keep('edges', evidence, () => combine(evidence.flat(), study.rules.cluster.accept))
  const counts = (address: string): boolean =>
    (study.balances.get(address) ?? 0n) > 0n && !study.labels.tags(address).some((tag) => NOT_A_MEMBER.has(tag))
  const joined = memory.keep('parts', [edges, holderSet], () =>
    groupAndSplit(
      withoutLooseEnds(
        study,
        edges.filter(({ accepted }) => accepted),
      ),
      study.rules.cluster,
    ),
  )
  const parts = joined
    .filter(({ nodes }) => nodes.filter(counts).length >= study.rules.cluster.min_holders)
    .map((part) => ({
      part,
      members: part.nodes.filter(counts),
      raw: sumRaw(part.nodes.filter(counts).map((node) => study.balances.get(node) ?? 0n)),
    }))
    .sort((x, y) => compareBig(y.raw, x.raw) || compareText(x.members[0] ?? '', y.members[0] ?? ''))

  const taken = new Set(parts.flatMap(({ part }) => part.nodes))
  const labels = new Map<string, Label[]>()
  const ids = identify(parts, study.facts.clustersBefore, study.balances)
  const clusters = parts.map(({ part, members, raw }, i): Cluster => {
    const connectors = connectorsOf(study, part, members, taken)
    for (const [address, label] of rolesIn(study, part, members)) pushTo(labels, address, label)
    const ranked = [...members].sort((x, y) => compareBig(study.balances.get(y) ?? 0n, study.balances.get(x) ?? 0n) || compareText(x, y))
    const tree = part.tree
    const weakest = tree.length === 0 ? null : Math.min(...tree.map(({ edge }) => edge.p))
    const sentence = clusterSentence(members.length, percentOf(raw, study.facts.token.totalSupply), tree)
    return { id: ids[i] ?? 0, members: ranked, connectors, raw, tree, weakest, sentence }
  })
  return { clusters, edges, labels }
}

/** Non-holders stay only where they link at least two holders: magic nodes. */
function withoutLooseEnds(study: Study, accepted: readonly Edge[]): Edge[] {
  const holdersOf = new Map<string, Set<string>>()
  for (const { a, b } of accepted) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      if (study.isHolder(x) || !study.isHolder(y)) continue
      const linked = holdersOf.get(x)
      if (linked === undefined) holdersOf.set(x, new Set([y]))
      else linked.add(y)
    }
  }
  const stays = (address: string): boolean => study.isHolder(address) || (holdersOf.get(address)?.size ?? 0) >= 2
  return accepted.filter(({ a, b }) => stays(a) && stays(b))
}

/** Nodes that do not count, and the wallets that tree edges run through; each address belongs to one cluster only. */
function connectorsOf(study: Study, part: Component, members: readonly string[], taken: Set<string>): string[] {
  const counted = new Set(members)
  const connectors = new Set(part.nodes.filter((node) => !counted.has(node)))
  for (const { edge } of part.tree) {
    for (const through of throughOf(edge, study.rules.cluster.accept)) {
      if (taken.has(through) || study.isHub(through)) continue
      taken.add(through)
      connectors.add(through)
    }
  }
  return [...connectors].sort(compareText)
}

/** The wallets an edge needs: those of its strongest fact, or of all its facts where no single one suffices. */
function throughOf({ facts }: Edge, accept: number): readonly string[] {
  const [strongest] = facts
  return strongest !== undefined && strongest.weight >= accept ? strongest.via : facts.flatMap(({ via }) => via)
}

/** Who funded two or more members, and who passed money through. */
function rolesIn(study: Study, part: Component, members: readonly string[]): [string, Label][] {
  const inside = new Set(members)
  const funded = new Map<string, Set<string>>()
  const fund = (funder: string, wallet: string): void => {
    if (!inside.has(wallet) || funder === wallet || study.isHub(funder)) return
    const wallets = funded.get(funder)
    if (wallets === undefined) funded.set(funder, new Set([wallet]))
    else wallets.add(wallet)
  }
  for (const wallet of members) {
    const funder = study.funding.get(wallet)?.funder
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
