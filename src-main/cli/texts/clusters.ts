import type { EvidenceEdge, ExplainedCluster, ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import type { ClusterRecord } from '../../../src-shared/contract/records/metrics.ts'
import { leastPercent, shortAddress, shortPercent, weightText } from '../../../src-shared/domain/shown.ts'
import { citation, paragraph, table } from '../table.ts'

/** Only the largest clusters are explained. The page and `--json` have all of them. */
const EXPLAINED = 5

/** @param isLeast more wallets may be in clusters */
export function clustersText({ clusters, total_cluster_pct: total }: ClusterRecord, explained: ExplainedClusters | null, isLeast = false): string {
  const rows = clusters.map(({ pct, cluster_addresses }, at) => [
    clusterName(findCluster(cluster_addresses[0]?.address, explained)?.id ?? at),
    shortPercent(pct),
    String(cluster_addresses.filter(({ balance }) => balance > 0).length),
    cluster_addresses[0]?.address ?? '—',
  ])
  const list = table(['cluster', 'percent', 'holders', 'largest wallet'], rows)
  const reasons = clusters.slice(0, EXPLAINED).flatMap(({ cluster_addresses }) => {
    const cluster = findCluster(cluster_addresses[0]?.address, explained)
    return cluster === undefined ? [] : [paragraph(reasonText(cluster), { bullet: `${clusterName(cluster.id)}. ` })]
  })
  return [list, `Together ${isLeast ? leastPercent(total) : shortPercent(total)} of supply.`, ...reasons].join('\n')
}

/** The number on the page: the same from one snapshot to the next. */
export const clusterName = (id: number): string => String(id + 1)

const findCluster = (wallet: string | undefined, explained: ExplainedClusters | null): ExplainedCluster | undefined =>
  explained?.clusters.find(({ members }) => members.some(({ address }) => address === wallet))

/** The sentence about the cluster, and its strongest evidence. */
function reasonText({ sentence, tree }: ExplainedCluster): string {
  const edge = tree.toSorted((a, b) => b.p - a.p)[0]
  return edge === undefined ? sentence : `${sentence} Strongest: ${edgeText(edge)}`
}

export function edgeText({ a, b, p, facts }: EvidenceEdge): string {
  const fact = facts.toSorted((x, y) => y.weight - x.weight)[0]
  const pair = `${shortAddress(a)} and ${shortAddress(b)} (${weightText(p)})`
  return fact === undefined ? `${pair}.` : `${pair}: ${fact.sentence}${citation(fact.evidence)}`
}
