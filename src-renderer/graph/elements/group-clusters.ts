import type { GraphCluster, GraphElements, GraphLink, GraphNode } from './elements.ts'
import { nodeRadius } from './style-table.ts'

/** Id of the node that stands for a cluster. Named after a member, so that it is the same in the next snapshot. */
const groupId = (anchor: string): string => `group:${anchor}`

/**
 * Draws clusters as one node each: those that a member named in `anchors` belongs to. Links from outside end at the group,
 * those of the same line between the same two ends become one with the strongest's record; links inside are gone. Pure.
 */
export function groupClusters(elements: GraphElements, anchors: ReadonlySet<string>): GraphElements {
  const folded = elements.clusters.flatMap((cluster) => {
    const anchor = cluster.members.find((member) => anchors.has(member))
    return anchor === undefined || cluster.members.length < 2 ? [] : [{ cluster, id: groupId(anchor) }]
  })
  if (folded.length === 0) return elements
  const groupOf = new Map(folded.flatMap(({ cluster, id }) => cluster.members.map((member) => [member, id] as const)))
  const links = foldLinks(elements.links, groupOf)
  const degrees = new Map<string, number>()
  for (const { source, target } of links) for (const end of [source, target]) degrees.set(end, (degrees.get(end) ?? 0) + 1)
  const groups = folded.map(({ cluster, id }) => groupNode(id, cluster, elements, degrees.get(id) ?? 0))
  const nodes = [...groups, ...elements.nodes.filter((node) => !groupOf.has(node.id))]
  const idOf = new Map(folded.map(({ cluster, id }) => [cluster.id, id]))
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
    radius: nodeRadius('group', cluster.pct),
    cluster: cluster.id,
    creator: members.some((member) => member.creator),
    degree,
    since: times.length === 0 ? null : Math.min(...times),
    added: false,
    members: cluster.members,
  }
}

function foldLinks(links: readonly GraphLink[], groupOf: ReadonlyMap<string, string>): GraphLink[] {
  const bundles = new Map<string, GraphLink>()
  return links
    .flatMap((link): GraphLink[] => {
      const [source, target] = [groupOf.get(link.source) ?? link.source, groupOf.get(link.target) ?? link.target]
      if (source === target) return []
      if (source === link.source && target === link.target) return [link]
      const turned = source > target
      const key = `${turned ? target : source} ${turned ? source : target} ${link.line}`
      const bundle = bundles.get(key)
      bundles.set(key, bundle === undefined ? { ...link, source, target, bend: 0 } : joined(bundle, { ...link, source, target, bend: 0 }))
      return []
    })
    .concat([...bundles.values()])
}

function joined(a: GraphLink, b: GraphLink): GraphLink {
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
