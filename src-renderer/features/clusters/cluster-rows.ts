import type { ExplainedClusters } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { countsInCluster, LABELS, type Label } from '../../../src-shared/domain/labels.ts'
import { capitalize } from '../../format/capitalize.ts'
import { isWithin, parseTableFilter } from '../../format/filter-bounds.ts'
import { LABEL_TEXT } from '../../format/label-text.ts'
import { countOf, formatPercent } from '../../format/number.ts'

/** A row of the clusters table. Snapshots store the groups; reasons are known for the latest state only. */
export interface ClusterRow {
  readonly id: number
  readonly pct: number
  /** Holders and connecting wallets. */
  readonly members: readonly string[]
  /** Number of members with a balance. */
  readonly wallets: number
  readonly labels: readonly string[]
  readonly tags: readonly Label[]
  readonly sentence: string | null
  /** Weight of the weakest accepted edge, 0 to 1. */
  readonly weakest: number | null
}

export function rowsFromClusters(record: ExplainedClusters): ClusterRow[] {
  return record.clusters.map(({ id, pct, tags, sentence, weakest, members }) => ({
    id,
    pct,
    tags,
    sentence,
    weakest,
    members: members.map((member) => member.address),
    wallets: members.filter((member) => member.role === 'holder').length,
    labels: members.flatMap((member) => (member.label === null ? [] : [member.label])),
  }))
}

export function rowsFromSnapshot(snapshot: SnapshotRecord): ClusterRow[] {
  const groups = new Map<number, SnapshotRecord['nodes']>()
  for (const node of snapshot.nodes) {
    if (node.cluster === null) continue
    const group = groups.get(node.cluster)
    if (group === undefined) groups.set(node.cluster, [node])
    else group.push(node)
  }
  return [...groups]
    .map(([id, nodes]) => ({
      id,
      pct: sumPercent(nodes.filter(countsInCluster).map((node) => node.percentage)),
      members: nodes.map((node) => node.address),
      wallets: nodes.filter(countsInCluster).length,
      labels: nodes.flatMap((node) => (node.label === null ? [] : [node.label])),
      tags: LABELS.filter((label) => nodes.some((node) => node.tags.includes(label))),
      sentence: null,
      weakest: null,
    }))
    .sort((a, b) => b.pct - a.pct || a.id - b.id)
}

/**
 * Clusters that match every word in members, labels, types or reasons, and every bound of the filter. A bare number selects that
 * cluster.
 */
export function filterClusters(rows: readonly ClusterRow[], text: string): readonly ClusterRow[] {
  const wanted = text.trim()
  if (wanted === '') return rows
  const { words, bounds, cluster } = parseTableFilter(/^\d{1,4}$/.test(wanted) ? `cluster ${wanted}` : wanted)
  return rows.filter((row) => {
    if ((cluster !== null && row.id !== cluster) || !isWithin(bounds, { share: row.pct, weight: row.weakest })) return false
    const kinds = row.tags.map((tag) => LABEL_TEXT[tag].label).join(' ')
    const hay = `${row.sentence ?? ''} ${kinds} ${row.labels.join(' ')} ${row.members.join(' ')}`.toLowerCase()
    return words.every((word) => hay.includes(word))
  })
}

const SENTENCE_HEAD = /^\S+ wallets? hold.*? together(?=: |\.)/

/** The sentence without its beginning: wallets and share have columns of their own. */
export function extractReason(sentence: string): string {
  const [head] = SENTENCE_HEAD.exec(sentence) ?? ['']
  const reasons = head === '' ? '' : sentence.slice(head.length + ': '.length)
  return reasons === '' ? sentence : capitalize(reasons)
}

/** Whether the snapshot groups wallets exactly like these clusters, so that their reasons apply. */
export function matchesSnapshot(record: ExplainedClusters, snapshot: SnapshotRecord): boolean {
  const clusterOf = new Map(record.clusters.flatMap(({ id, members }) => members.map(({ address }) => [address, id] as const)))
  return snapshot.nodes.every(({ address, cluster }) => (clusterOf.get(address) ?? null) === cluster)
}

const NOT_COUNTED = { balance: 0, percentage: 0 }

/** Current reasons with the shares of a snapshot that has the same groups. Members that the snapshot does not list are dropped. */
export function explainSnapshot(record: ExplainedClusters, snapshot: SnapshotRecord): ExplainedClusters {
  const nodes = new Map(snapshot.nodes.map((node) => [node.address, node]))
  const clusters = record.clusters.flatMap((cluster) => {
    const members = cluster.members.flatMap((member) => {
      const node = nodes.get(member.address)
      if (node === undefined) return []
      // A member that only connects has no share (docs/api/records.md#clusters).
      const { balance, percentage } = countsInCluster(node) ? node : NOT_COUNTED
      return [{ ...member, balance, percentage, role: countsInCluster(node) ? ('holder' as const) : ('connector' as const) }]
    })
    if (members.length === 0) return []
    const pct = sumPercent(members.map(({ percentage }) => percentage))
    const wallets = members.filter(({ role }) => role === 'holder').length
    const head = `${countOf(wallets, 'wallet')} ${wallets === 1 ? 'holds' : 'hold'} ${formatPercent(pct)} of supply together`
    return [{ ...cluster, members, pct, sentence: cluster.sentence.replace(SENTENCE_HEAD, head) }]
  })
  clusters.sort((a, b) => b.pct - a.pct || a.id - b.id)
  return { ...record, clusters, total_cluster_pct: sumPercent(clusters.map(({ pct }) => pct)) }
}

/** The snapshot with its wallets regrouped by these clusters. */
export function regroupSnapshot(snapshot: SnapshotRecord, record: ExplainedClusters): SnapshotRecord {
  const clusterOf = new Map(record.clusters.flatMap(({ id, members }) => members.map(({ address }) => [address, id] as const)))
  return { ...snapshot, nodes: snapshot.nodes.map((node) => ({ ...node, cluster: clusterOf.get(node.address) ?? null })) }
}
