import type { SelectionState } from '../../stores/selection.ts'
import type { GraphElements, GraphLink } from './elements.ts'
import { linkKeyString } from './link-key.ts'

/** The elements that stay bright while something is selected. All others are dimmed. */
export interface Highlight {
  readonly nodes: ReadonlySet<string>
  readonly links: readonly GraphLink[]
  /** Drawn with a ring: the selected nodes, without their neighbours. */
  readonly ringed: ReadonlySet<string>
  readonly cluster: number | null
}

/** Null if nothing in these elements is selected. Memoized, because every frame calls it. */
export function computeHighlight(selection: SelectionState, elements: GraphElements): Highlight | null {
  if (last?.selection !== selection || last.elements !== elements) last = { selection, elements, highlight: compute(selection, elements) }
  return last.highlight
}

let last: { readonly selection: SelectionState; readonly elements: GraphElements; readonly highlight: Highlight | null } | null = null

function compute(selection: SelectionState, elements: GraphElements): Highlight | null {
  if (selection.link !== null) return highlightLink(linkKeyString(selection.link), elements)
  if (selection.cluster !== null) return highlightCluster(selection.cluster, elements)
  const wallets = selection.wallets.map((id) => elements.groupOf.get(id) ?? id).filter((id) => elements.nodeById.has(id))
  return wallets.length === 0 ? null : highlightWallets(wallets, elements)
}

function highlightLink(id: string, elements: GraphElements): Highlight | null {
  const link = elements.links.find((each) => each.id === id)
  if (link === undefined) return null
  const ends = new Set([link.source, link.target])
  return { nodes: ends, links: [link], ringed: ends, cluster: null }
}

function highlightCluster(id: number, elements: GraphElements): Highlight | null {
  const cluster = elements.clusters.find((each) => each.id === id)
  if (cluster === undefined) return null
  const members = new Set(cluster.members)
  const links = elements.links.filter((link) => members.has(link.source) && members.has(link.target))
  return { nodes: members, links, ringed: new Set(), cluster: id }
}

/** One wallet keeps all its neighbours bright. Several keep only the links between them. */
function highlightWallets(wallets: readonly string[], elements: GraphElements): Highlight {
  const chosen = new Set(wallets)
  const alone = chosen.size === 1
  const touched = elements.links.filter((link) => {
    const [source, target] = [chosen.has(link.source), chosen.has(link.target)]
    return alone ? source || target : source && target
  })
  const nodes = new Set(chosen)
  for (const { source, target } of touched) nodes.add(source).add(target)
  return { nodes, links: touched, ringed: chosen, cluster: null }
}
