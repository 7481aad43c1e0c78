import type { CaseRecord } from '../../contract/records/cases.ts'
import { compareBytes } from './byte-order.ts'
import type { CaseChange } from './case.ts'
import type { CaseGraph, GraphChange, GraphKey } from './graph.ts'

type OfGraph = Extract<GraphChange, GraphKey>

/** The graphs of a case after changes. Graphs without changes stay the same objects, and graphs that become empty are left out. */
export function changedGraphs(graphs: CaseRecord['graphs'], changes: readonly CaseChange[]): CaseRecord['graphs'] {
  const own = changes.filter((change): change is OfGraph => change.part === 'graph_set' || change.part === 'pins')
  if (own.length === 0) return graphs
  const byKey = new Map(graphs.map((graph) => [keyOf(graph), graph]))
  for (const change of own) {
    const { network, token_address } = change
    const before = byKey.get(keyOf(change)) ?? { network, token_address, hidden: [], grouped: [], pinned: [] }
    byKey.set(keyOf(change), withChange(before, change))
  }
  return [...byKey.values()]
    .filter(({ hidden, grouped, pinned }) => hidden.length + grouped.length + pinned.length > 0)
    .sort((a, b) => compareBytes(a.network, b.network) || compareBytes(a.token_address, b.token_address))
}

const keyOf = ({ network, token_address }: GraphKey): string => `${network} ${token_address}`

function withChange(graph: CaseGraph, change: OfGraph): CaseGraph {
  if (change.part === 'graph_set') {
    const changed = new Set(change.nodes)
    const others = graph[change.set].filter((node) => !changed.has(node))
    return { ...graph, [change.set]: change.after ? [...others, ...change.nodes].sort(compareBytes) : others }
  }
  const changed = new Set([...change.before, ...change.after].map(({ node }) => node))
  const others = graph.pinned.filter(({ node }) => !changed.has(node))
  return { ...graph, pinned: [...others, ...change.after].sort((a, b) => compareBytes(a.node, b.node)) }
}
