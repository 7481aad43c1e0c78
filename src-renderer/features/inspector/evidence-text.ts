import type { EvidenceEdge } from '../../../src-shared/contract/records/index.ts'
import { capitalize } from '../../format/capitalize.ts'
import { shortAddress } from '../../format/address.ts'

/** Order and text of spanning tree edges. Pure. */

export interface TreeEdge {
  readonly edge: EvidenceEdge
  /** Whether no edge of the tree is weaker. */
  readonly isWeakest: boolean
}

/** Weakest edges first, because they decide whether the cluster holds. Ties sort by address. */
export function sortTree(tree: readonly EvidenceEdge[], weakest: number | null): TreeEdge[] {
  const least = weakest ?? tree.reduce((low, { p }) => Math.min(low, p), 1)
  const sorted = [...tree].sort((a, b) => a.p - b.p || (a.a < b.a ? -1 : a.a > b.a ? 1 : a.b < b.b ? -1 : 1))
  return sorted.map((edge, index) => ({ edge, isWeakest: index === 0 && edge.p <= least }))
}

/** Consecutive edges that state the same facts. Shared clauses are stated once. */
export interface EdgeGroup {
  /** One sentence per fact; empty if the edges are listed separately. */
  readonly shared: readonly string[]
  readonly edges: readonly (TreeEdge & { readonly own: readonly string[] })[]
}

const CLAUSE_SEPARATOR = ', '

/**
 * Groups adjacent edges whose facts start with the same clause after the pair is replaced by "both": "F gave both their first ETH". Clauses that all
 * edges share become `shared`. The remaining clauses ("36 seconds apart") stay with their edges.
 */
export function groupEdges(sorted: readonly TreeEdge[]): EdgeGroup[] {
  const runs: { key: string | null; edges: { edge: TreeEdge; clauses: string[][] }[] }[] = []
  for (const each of sorted) {
    const clauses = each.edge.facts.map((fact) => splitClauses(fact.sentence, each.edge))
    const key = clauses.length === 0 || clauses.some((of) => of === null) ? null : JSON.stringify(clauses.map((of) => of?.[0]))
    const last = runs.at(-1)
    const entry = { edge: each, clauses: clauses.map((of) => of ?? []) }
    if (key !== null && last?.key === key) last.edges.push(entry)
    else runs.push({ key, edges: [entry] })
  }
  return runs.map(({ edges }) => {
    if (edges.length === 1) return { shared: [], edges: edges.map(({ edge }) => ({ ...edge, own: [] })) }
    const first = edges[0]?.clauses ?? []
    const inAll = (fact: number, clause: string): boolean => edges.every(({ clauses }) => clauses[fact]?.includes(clause))
    return {
      shared: first.map((clauses, fact) => joinClauses(clauses.filter((clause) => inAll(fact, clause)))),
      edges: edges.map(({ edge, clauses }) => ({
        ...edge,
        own: clauses.map((of, fact) => of.filter((clause) => !inAll(fact, clause)).join(CLAUSE_SEPARATOR)).filter((words) => words !== ''),
      })),
    }
  })
}

/** The clauses of a sentence that treats both wallets alike, with the pair replaced by "both"; null if the sentence names a direction. */
function splitClauses(sentence: string, { a, b }: EvidenceEdge): string[] | null {
  const [x, y] = [shortAddress(a), shortAddress(b)]
  const pair = [`${x} and ${y}`, `${y} and ${x}`].find((words) => sentence.includes(words))
  if (pair === undefined) return null
  const said = sentence.replace(`both ${pair}`, 'both').replace(`${pair} both`, 'both').replace(pair, 'both')
  return said.replace(/\.$/, '').split(CLAUSE_SEPARATOR)
}

const joinClauses = (clauses: readonly string[]): string => `${capitalize(clauses.join(CLAUSE_SEPARATOR))}.`

const RULE_SEPARATORS = /[._-]+/g

/** Rule id as text: "funding.shared_funder_24h" → "funding shared funder 24h". */
export function formatRule(rule: string): string {
  return rule.replace(RULE_SEPARATORS, ' ')
}
