import { detectClusters } from '../../../../src-main/detectors/clusters/detect.ts'
import { indexFacts } from '../../../../src-main/detectors/fact-index.ts'
import type { KnownLabel } from '../../../../src-main/detectors/facts.ts'
import type { RuleSet } from '../../../../src-main/detectors/rules/rule-set.ts'
import { createFacts } from '../recorded-facts.ts'
import { comparePairs, type Counts } from '../score.ts'
import type { LabelledGraph } from './read-graph.ts'

export interface GraphAccuracy {
  /** Pairs of labelled addresses in one found cluster against pairs in one true group. */
  readonly pairs: Counts
  /** Labelled addresses in clusters of at least `OPERATOR_FROM` of them, against the struck addresses. */
  readonly addresses: Counts
}

/** Minimum labelled addresses for a cluster to count as one operator. The airdrop's team struck groups of this size. */
const OPERATOR_FROM = 10

/**
 * Clusters of the app's own detectors on a labelled graph. Every address holds an equal part and every link comes from an imported map,
 * so only the link rules apply.
 *
 * @param withServices whether the detectors get the service lists as labels, or have to recognise services themselves
 */
export function measureGraph(graph: LabelledGraph, rules: RuleSet, withServices: boolean): GraphAccuracy {
  const labels = [...graph.services].map(([address, name]): [string, KnownLabel] => [address, { name, tags: [], linkPolicy: 'hub' }])
  const facts = createFacts({
    network: 'eth',
    token: 'airdrop',
    holders: graph.addresses.map((address) => ({ address, raw: 1n })),
    links: graph.links,
    counterparties: graph.counterparties,
    funding: [],
    labels: new Map(withServices ? labels : []),
    at: 0,
  })
  const deep = { ...rules, cluster: { ...rules.cluster, depth_holders: graph.addresses.length } }
  const { clusters } = detectClusters(indexFacts(facts, deep))
  return compareWithLabels(new Map(clusters.flatMap(({ members }, i) => members.map((address): [string, number] => [address, i]))), graph)
}

/** @param found cluster by address */
export function compareWithLabels(found: ReadonlyMap<string, number>, { groups, struck }: Pick<LabelledGraph, 'groups' | 'struck'>): GraphAccuracy {
  const labelled = [...struck.keys()]
  const sizes = new Map<number, number>()
  for (const address of labelled) {
    const cluster = found.get(address)
    if (cluster !== undefined) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  }
  const counts = { right: 0, wrong: 0, missed: 0 }
  for (const [address, isStruck] of struck) {
    const isFlagged = (sizes.get(found.get(address) ?? -1) ?? 0) >= OPERATOR_FROM
    if (isFlagged) counts[isStruck ? 'right' : 'wrong']++
    else if (isStruck) counts.missed++
  }
  return { pairs: comparePairs(found, groups, labelled), addresses: counts }
}
