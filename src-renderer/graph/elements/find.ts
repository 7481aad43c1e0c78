import { shortAddress } from '../../format/address.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import type { GraphElements } from './elements.ts'
import { NODE_STYLES } from './style-table.ts'

/** A wallet or cluster that matches a search text. */
export type SearchResult =
  | { readonly kind: 'wallet'; readonly id: string; readonly name: string; readonly note: string }
  | { readonly kind: 'cluster'; readonly id: number; readonly name: string; readonly note: string }

const MAX_RESULTS = 8
/** From this many letters of "cluster", the largest clusters are listed. Fewer letters may begin an address. */
const MIN_WORD = 3

/**
 * Finds wallets by part of their address or label, and clusters by number or by the word "cluster". Matches at the beginning come first, then larger
 * shares. Pure.
 */
export function searchGraph(elements: GraphElements, text: string): SearchResult[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const number = /^(?:cluster\s*)?#?(\d{1,5})$/.exec(wanted)?.[1]
  const isNamed = wanted.length >= MIN_WORD && 'cluster'.startsWith(wanted)
  const clusters = elements.clusters
    .filter(({ id }) => isNamed || (number !== undefined && id === Number(number) - 1))
    .slice(0, MAX_RESULTS)
    .map(({ id, pct, members }): SearchResult => ({
      kind: 'cluster',
      id,
      name: `Cluster ${id + 1}`,
      note: `${formatPercent(pct)}, ${countOf(members.length, 'wallet')}`,
    }))
  const rank = (fields: readonly string[]): number =>
    fields.some((field) => field.startsWith(wanted)) ? 0 : fields.some((field) => field.includes(wanted)) ? 1 : 2
  const wallets = elements.nodes
    .map((node) => ({ node, at: rank([node.id.toLowerCase(), (node.name ?? '').toLowerCase()]) }))
    .filter(({ at }) => at < 2)
    .sort((a, b) => a.at - b.at || b.node.percentage - a.node.percentage)
    .slice(0, MAX_RESULTS - clusters.length)
    .map(({ node }): SearchResult => ({
      kind: 'wallet',
      id: node.id,
      name: node.name ?? shortAddress(node.id),
      note: node.kind === 'wallet' ? formatPercent(node.percentage) : `${NODE_STYLES[node.kind].label}, ${formatPercent(node.percentage)}`,
    }))
  return [...clusters, ...wallets]
}
