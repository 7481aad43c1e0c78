import type { WhyRecord } from '../../src-shared/contract/records/evidence.ts'
import { shortAddress } from '../../src-shared/domain/shown.ts'
import type { Edge } from '../detectors/clusters/combine.ts'
import type { Cluster } from '../detectors/clusters/detect.ts'
import type { TreeEdge } from '../detectors/clusters/graph/components.ts'
import type { Findings } from '../detectors/findings.ts'
import { countText } from '../detectors/text.ts'
import { evidenceEdge, treeEdge } from './explained-clusters.ts'
import { clusterIds } from './holders.ts'

/** Why two wallets are joined or not: their direct evidence, and the path of the strongest accepted evidence between them. */
export function whyRecord(findings: Findings, { a, b }: { a: string; b: string }): WhyRecord {
  const ids = clusterIds(findings)
  const [own, other] = [ids.get(a), ids.get(b)]
  const same = own !== undefined && own === other ? own : null
  const cluster = findings.clusters.clusters.find(({ id }) => id === same)
  const edge = findings.clusters.edges.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a)) ?? null
  const path = cluster === undefined ? [] : treePath(cluster, a, b)
  const bridge = cluster?.tree.some((one) => one.edge === edge && one.bridge) ?? false
  return {
    a,
    b,
    joined: same !== null,
    same_cluster: same,
    edge: edge === null ? null : evidenceEdge(edge, bridge),
    path: path.map(treeEdge),
    sentence: sentence(findings, a, b, edge, path, same !== null),
  }
}

/** The path between two wallets along the tree of strongest edges. A connector is an end of each edge that runs through it. */
function treePath({ tree }: Cluster, a: string, b: string): TreeEdge[] {
  const cameBy = new Map<string, { from: string; edge: TreeEdge | null }>([[a, { from: a, edge: null }]])
  for (const from of cameBy.keys()) {
    if (from === b) break
    for (const one of tree) {
      const ends = endsOf(one)
      if (!ends.includes(from)) continue
      for (const to of ends) if (!cameBy.has(to)) cameBy.set(to, { from, edge: one })
    }
  }
  const path: TreeEdge[] = []
  for (let at = b; at !== a;) {
    const step = cameBy.get(at)
    if (step === undefined) return []
    if (step.edge !== null && path.at(-1) !== step.edge) path.push(step.edge)
    at = step.from
  }
  return path.reverse()
}

function endsOf({ edge: { a, b, facts } }: TreeEdge): string[] {
  return [a, b, ...new Set(facts.flatMap(({ via }) => via))]
}

function sentence(
  { active, index, clusters }: Findings,
  a: string,
  b: string,
  edge: Edge | null,
  path: readonly TreeEdge[],
  joined: boolean,
): string {
  const strongest = edge?.facts[0]?.sentence
  if (a === b) return 'Both are the same wallet.'
  if (joined && edge?.accepted === true && strongest !== undefined) return strongest
  if (joined) {
    const weakest = Math.min(...path.map((one) => one.edge.p))
    return `${shortAddress(a)} and ${shortAddress(b)} are joined through ${countText(path.length, 'link')}, the weakest of ${weakest}.`
  }
  const apart = index.facts.claims?.entities.find(({ rule, wallets }) => rule === 'not_same' && wallets.includes(a) && wallets.includes(b))
  if (apart !== undefined) return `The investigator says that ${shortAddress(a)} and ${shortAddress(b)} do not belong together.`
  for (const [one, reason] of [a, b].map((address) => [address, index.hubReason(address)] as const)) {
    if (reason !== null) return `${shortAddress(one)} is kept from joining anybody: ${reason}.`
  }
  if (edge === null || strongest === undefined) return `Nothing that is stored ties ${shortAddress(a)} to ${shortAddress(b)}.`
  if (clusters.keptApart.has(edge)) return `Not joined: that would bring together wallets that the investigator keeps apart. ${strongest}`
  if (edge.accepted) return `The two are tied (${edge.p}), but too few of those tied with them count as holders. ${strongest}`
  return `Not joined: the evidence comes to ${edge.p}, and ${active.rules.cluster.accept} is needed. ${strongest}`
}
