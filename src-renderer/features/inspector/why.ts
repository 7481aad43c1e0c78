import type { EvidenceEdge } from '../../../src-shared/contract/records/index.ts'

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

/** A weight between 0 and 1 as it is shown: "0.65". */
export function likelihood(p: number): string {
  return p.toFixed(2)
}

const RULE_SEPARATORS = /[._-]+/g

/** A rule's id as words: "funding.shared_funder_24h" → "funding shared funder 24h". */
export function ruleWords(rule: string): string {
  return rule.replace(RULE_SEPARATORS, ' ')
}
