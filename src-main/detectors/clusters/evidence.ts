import type { BundleFindings } from '../bundlers.ts'
import type { Study } from '../study.ts'
import { compareText } from '../order.ts'
import { roundWeight } from '../exact.ts'

/** One family counts once: its strongest edge (engine.md §2.2). */
export const FAMILIES = ['tx', 'funding', 'transfer', 'sink', 'timing'] as const
export type Family = (typeof FAMILIES)[number]

/** A fact that speaks for two wallets being one hand. `a` sorts before `b`. */
export interface Evidence {
  readonly rule: string
  readonly family: Family
  readonly a: string
  readonly b: string
  /** 0 to 1, after damping. */
  readonly weight: number
  /** Wallets between the two that the fact runs through: a common funder, a pass-through wallet. */
  readonly via: readonly string[]
  /** What ties more than these two at once: a funder, a transaction, a deposit address; null for a tie of two. */
  readonly around: string | null
  readonly value: string
  readonly threshold: string
  readonly sentence: string
  /** Up to five transactions, oldest first. */
  readonly evidence: readonly string[]
}

/** @param bundles wallets that bought together, found before the clusters */
export type ClusterRule = (study: Study, bundles: BundleFindings) => Evidence[]

const MOST_EVIDENCE = 5

export interface EvidenceParts extends Omit<Evidence, 'a' | 'b' | 'evidence' | 'via' | 'around'> {
  readonly between: readonly [string, string]
  readonly via?: readonly string[]
  readonly around?: string
  readonly txs?: readonly (string | null)[]
}

export function evidence({ between: [x, y], via = [], around, txs = [], weight, ...words }: EvidenceParts): Evidence {
  const [a, b] = compareText(x, y) <= 0 ? [x, y] : [y, x]
  const known = [...new Set(txs.filter((tx) => tx !== null))]
  return { ...words, a, b, weight: roundWeight(weight), via, around: around ?? null, evidence: known.slice(0, MOST_EVIDENCE) }
}

/** A service with more customers says less: full weight up to `undamped` wallets, then falling with the logarithm. */
export function damping(fanOut: number, undamped: number): number {
  return Math.min(1, Math.log(undamped + 1) / Math.log(1 + Math.max(1, fanOut)))
}
