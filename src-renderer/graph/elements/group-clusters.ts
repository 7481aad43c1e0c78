import type { GraphCluster, GraphElements, GraphLink, GraphNode } from './elements.ts'
import { nodeRadius } from './style-table.ts'

/** Id of the node that represents a cluster. It contains a member's address, so it is the same in the next snapshot. */
const groupId = (anchor: string): string => `group:${anchor}`

/**
 * Replaces each cluster that has a member in `anchors` by one node. Links from outside end at that node. Links of one kind between the same two ends
 * are merged, with the record of the widest. Links inside the cluster are dropped. Pure.
 */
export function groupClusters(elements: GraphElements, anchors: ReadonlySet<string>): GraphElements {
  const collapsed = elements.clusters.flatMap((cluster) => {
    const anchor = cluster.members.find((member) => anchors.has(member))
    return anchor === undefined || cluster.members.length < 2 ? [] : [{ cluster, id: groupId(anchor) }]
  })
  if (collapsed.length === 0) return elements
  const groupOf = new Map(collapsed.flatMap(({ cluster, id }) => cluster.members.map((member) => [member, id] as const)))
  const links = collapseLinks(elements.links, groupOf)
  const degrees = new Map<string, number>()
  for (const { source, target } of links) for (const end of [source, target]) degrees.set(end, (degrees.get(end) ?? 0) + 1)
  const groups = collapsed.map(({ cluster, id }) => groupNode(id, cluster, elements, degrees.get(id) ?? 0))
  const nodes = [...groups, ...elements.nodes.filter((node) => !groupOf.has(node.id))]
  const idOf = new Map(collapsed.map(({ cluster, id }) => [cluster.id, id]))
  return {
    nodes,
    nodeById: new Map(nodes.map((node) => [node.id, node])),
    links,
    groupOf,
    clarity: elements.clarity,
    clusters: elements.clusters.map((cluster): GraphCluster => {
      const id = idOf.get(cluster.id)
      return id === undefined ? cluster : { ...cluster, members: [id] }
    }),
  }
}

function groupNode(id: string, cluster: GraphCluster, elements: GraphElements, degree: number): GraphNode {
  const members = cluster.members.flatMap((member) => elements.nodeById.get(member) ?? [])
  const times = members.flatMap((member) => member.since ?? [])
  return {
    id,
    kind: 'group',
    name: `Cluster ${cluster.id + 1}`,
    percentage: cluster.pct,
    radius: nodeRadius({ kind: 'group', percentage: cluster.pct, cluster: cluster.id }),
    cluster: cluster.id,
    creator: members.some((member) => member.creator),
    degree,
    since: times.length === 0 ? null : Math.min(...times),
    added: false,
    members: cluster.members,
  }
}

function collapseLinks(links: readonly GraphLink[], groupOf: ReadonlyMap<string, string>): GraphLink[] {
  const bundles = new Map<string, GraphLink>()
  return links
    .flatMap((link): GraphLink[] => {
      const [source, target] = [groupOf.get(link.source) ?? link.source, groupOf.get(link.target) ?? link.target]
      if (source === target) return []
      if (source === link.source && target === link.target) return [link]
      const isReversed = source > target
      const key = `${isReversed ? target : source} ${isReversed ? source : target} ${link.line}`
      const bundle = bundles.get(key)
      bundles.set(key, bundle === undefined ? { ...link, source, target, bend: 0 } : mergeLinks(bundle, { ...link, source, target, bend: 0 }))
      return []
    })
    .concat([...bundles.values()])
}

function mergeLinks(a: GraphLink, b: GraphLink): GraphLink {
  const [strong, weak] = b.width > a.width ? [b, a] : [a, b]
  const same = strong.source === weak.source
  return {
    ...strong,
    forward: strong.forward || (same ? weak.forward : weak.backward),
    backward: strong.backward || (same ? weak.backward : weak.forward),
    weight: Math.max(a.weight, b.weight),
    count: a.count + b.count,
  }
}
