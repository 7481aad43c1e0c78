import type { EvidenceEdge, ExplainedCluster, ExplainedClusters } from '../../src-shared/contract/records/local.ts'
import type { Edge } from '../detectors/clusters/combine.ts'
import type { Evidence } from '../detectors/clusters/evidence.ts'
import type { Cluster } from '../detectors/clusters/detect.ts'
import type { TreeEdge } from '../detectors/clusters/graph/components.ts'
import type { Findings } from '../detectors/findings.ts'
import { clusterRecord, connectorRows } from './clusters.ts'
import { measures } from './measures.ts'

/** Clusters with the evidence that joins them, and the hubs that join no wallets. */
export function explainedClusters(findings: Findings, record = clusterRecord(findings)): ExplainedClusters {
  const { facts, active } = findings
  return {
    rule_set: { version: active.rules.version, changed: [...active.changed] },
    as_of: facts.asOf.time,
    partial: !facts.complete,
    notes: [...facts.token.notes, ...findings.notes],
    total_cluster_pct: record.total_cluster_pct,
    clusters: findings.clusters.clusters.map((cluster, i) => {
      const shown = record.clusters[i]
      return explained(findings, cluster, shown?.pct ?? 0, shown?.tags ?? [])
    }),
    hubs: seenHubs(findings),
  }
}

function explained(findings: Findings, cluster: Cluster, pct: number, tags: ExplainedCluster['tags']): ExplainedCluster {
  const { labels } = findings
  const { holding } = measures(findings)
  const members = cluster.members.map((address) => ({
    ...holding(address),
    tags: [...labels.tags(address)],
    label: labels.name(address),
    role: 'holder' as const,
  }))
  const connectors = connectorRows(cluster, findings).map((row) => ({ ...row, label: labels.name(row.address), role: 'connector' as const }))
  return {
    id: cluster.id,
    pct,
    tags,
    sentence: cluster.sentence,
    weakest: cluster.weakest,
    members: [...members, ...connectors],
    tree: cluster.tree.map(treeEdge),
  }
}

export function treeEdge({ edge, bridge }: TreeEdge): EvidenceEdge {
  return evidenceEdge(edge, bridge)
}

/** @param bridge whether the cluster splits without this edge */
export function evidenceEdge({ a, b, p, accepted, facts }: Edge, bridge: boolean): EvidenceEdge {
  return { a, b, p, accepted, bridge, facts: facts.map(fact) }
}

function fact({ rule, family, weight, value, threshold, sentence, evidence }: Evidence): EvidenceEdge['facts'][number] {
  return { rule, family, weight, value, threshold, sentence, evidence: [...evidence] }
}

/** Hubs among the examined holders and their funders. */
function seenHubs({ index, facts }: Findings): { address: string; reason: string }[] {
  const seen = new Set<string>(index.holders)
  for (const { funder, wallet } of facts.funding) if (funder !== null && index.isHolder(wallet)) seen.add(funder)
  return [...seen].sort().flatMap((address) => {
    const reason = index.hubReason(address)
    return reason === null ? [] : [{ address, reason }]
  })
}
