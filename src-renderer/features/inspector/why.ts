import type { EvidenceEdge } from '../../../src-shared/contract/records/index.ts'
import { capital } from '../../format/capital.ts'
import { shortAddress } from '../../format/address.ts'

/** The order in which the edges of a spanning tree are told, and their words. Pure. */

export interface ToldEdge {
  readonly edge: EvidenceEdge
  /** Nothing in the tree is weaker: the cluster stands or falls with it. */
  readonly isWeakest: boolean
}

/** Weakest first: that is what an investigator doubts first. Ties keep the order of addresses. */
export function tellTree(tree: readonly EvidenceEdge[], weakest: number | null): ToldEdge[] {
  const least = weakest ?? tree.reduce((low, { p }) => Math.min(low, p), 1)
  const sorted = [...tree].sort((a, b) => a.p - b.p || (a.a < b.a ? -1 : a.a > b.a ? 1 : a.b < b.b ? -1 : 1))
  return sorted.map((edge, index) => ({ edge, isWeakest: index === 0 && edge.p <= least }))
}

/** Edges that say the same of their two wallets: what they share is said once, what is left beside each. */
export interface ToldGroup {
  /** A sentence for each fact; empty where the edges are told one by one. */
  readonly shared: readonly string[]
  readonly edges: readonly (ToldEdge & { readonly own: readonly string[] })[]
}

const CLAUSES = ', '

/**
 * Neighbours in the order of telling whose facts begin alike once the pair is called "both": "F gave both their first ETH". The clauses
 * that are the same in all of them are the shared words; the others, as "36 seconds apart", each edge's own.
 */
export function groupTold(told: readonly ToldEdge[]): ToldGroup[] {
  const runs: { key: string | null; edges: { told: ToldEdge; clauses: string[][] }[] }[] = []
  for (const each of told) {
    const clauses = each.edge.facts.map((fact) => clausesOf(fact.sentence, each.edge))
    const key = clauses.length === 0 || clauses.some((of) => of === null) ? null : JSON.stringify(clauses.map((of) => of?.[0]))
    const last = runs.at(-1)
    const entry = { told: each, clauses: clauses.map((of) => of ?? []) }
    if (key !== null && last?.key === key) last.edges.push(entry)
    else runs.push({ key, edges: [entry] })
  }
  return runs.map(({ edges }) => {
    if (edges.length === 1) return { shared: [], edges: edges.map(({ told }) => ({ ...told, own: [] })) }
    const first = edges[0]?.clauses ?? []
    const inAll = (fact: number, clause: string): boolean => edges.every(({ clauses }) => clauses[fact]?.includes(clause))
    return {
      shared: first.map((clauses, fact) => sentenceOf(clauses.filter((clause) => inAll(fact, clause)))),
      edges: edges.map(({ told, clauses }) => ({
        ...told,
        own: clauses.map((of, fact) => of.filter((clause) => !inAll(fact, clause)).join(CLAUSES)).filter((words) => words !== ''),
      })),
    }
  })
}

/** The clauses of a sentence about two wallets alike, which are called "both"; null for one that says what the one did to the other. */
function clausesOf(sentence: string, { a, b }: EvidenceEdge): string[] | null {
  const [x, y] = [shortAddress(a), shortAddress(b)]
  const pair = [`${x} and ${y}`, `${y} and ${x}`].find((words) => sentence.includes(words))
  if (pair === undefined) return null
  const said = sentence.replace(`both ${pair}`, 'both').replace(`${pair} both`, 'both').replace(pair, 'both')
  return said.replace(/\.$/, '').split(CLAUSES)
}

const sentenceOf = (clauses: readonly string[]): string => `${capital(clauses.join(CLAUSES))}.`

/** A weight between 0 and 1 as it is shown: "0.65". */
export function likelihood(p: number): string {
  return p.toFixed(2)
}

const RULE_SEPARATORS = /[._-]+/g

/** A rule's id as words: "funding.shared_funder_24h" → "funding shared funder 24h". */
export function ruleWords(rule: string): string {
  return rule.replace(RULE_SEPARATORS, ' ')
}
