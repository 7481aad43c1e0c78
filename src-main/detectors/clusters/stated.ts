import { percentOf, sumRaw } from '../../../src-shared/domain/amount.ts'
import { NOT_A_MEMBER } from '../../../src-shared/domain/labels.ts'
import type { FactIndex } from '../fact-index.ts'
import type { StatedClusters } from '../facts.ts'
import { compareBig, compareText } from '../../../src-shared/domain/compare.ts'
import type { Cluster, ClusterFindings } from './detect.ts'
import { groupComponents } from './graph/components.ts'
import { clusterSentence } from './sentence.ts'

/**
 * Clusters as an imported snapshot states them, instead of the clusters that the rules find. Only the evidence is computed: a snapshot has links
 * but no transactions, so the rules would find different clusters.
 *
 * @param found clusters found by the rules, for their edges
 */
export function statedClusters(index: FactIndex, stated: StatedClusters, found: ClusterFindings): ClusterFindings {
  const balance = (address: string): bigint => index.balances.get(address) ?? 0n
  const counts = (address: string): boolean => balance(address) > 0n && !index.labels.tags(address).some((tag) => NOT_A_MEMBER.has(tag))
  const clusters = stated
    .map(({ id, nodes }): Cluster => {
      const members = nodes.filter(counts).sort((x, y) => compareBig(balance(y), balance(x)) || compareText(x, y))
      const raw = sumRaw(members.map(balance))
      const inside = new Set(nodes)
      const parts = groupComponents(found.edges.filter(({ a, b, accepted }) => accepted && inside.has(a) && inside.has(b)))
      const tree = parts.flatMap((part) => part.tree)
      const isWhole = parts.length === 1 && parts[0]?.nodes.length === nodes.length
      return {
        id,
        members,
        connectors: nodes.filter((address) => !counts(address)).sort(compareText),
        raw,
        tree,
        weakest: isWhole ? Math.min(...tree.map(({ edge }) => edge.p)) : null,
        sentence: clusterSentence(members.length, percentOf(raw, index.facts.token.totalSupply), tree),
      }
    })
    .sort((x, y) => compareBig(y.raw, x.raw) || compareText(x.members[0] ?? '', y.members[0] ?? ''))
  return { clusters, edges: found.edges, keptApart: new Set(), labels: new Map() }
}
