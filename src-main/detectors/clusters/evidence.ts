import { MAX_EVIDENCE } from '../../../src-shared/domain/evidence.ts'
import type { BundleFindings } from '../bundlers/bundlers.ts'
import type { FactIndex } from '../fact-index.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { roundWeight } from '../math/exact.ts'

/** One family counts once: its strongest edge (docs/detection.md#clusters). */
export const FAMILIES = ['tx', 'funding', 'transfer', 'sink', 'timing', 'owner'] as const
export type Family = (typeof FAMILIES)[number]

/** A fact that suggests two wallets have one owner. `a` sorts before `b`. */
export interface Evidence {
  readonly rule: string
  readonly family: Family
  readonly a: string
  readonly b: string
  /** 0 to 1, after damping. */
  readonly weight: number
  /** Wallets between the two: a common funder, a pass-through wallet. */
  readonly via: readonly string[]
  /** What ties more than these two wallets: a funder, a transaction, a deposit address. Null if it ties only the two. */
  readonly around: string | null
  readonly value: string
  readonly threshold: string
  readonly sentence: string
  /** Up to five transactions, oldest first. */
  readonly evidence: readonly string[]
}

/** @param bundles wallets that bought together, found before the clusters */
export type ClusterRule = (index: FactIndex, bundles: BundleFindings) => Evidence[]

export interface EvidenceParts extends Omit<Evidence, 'a' | 'b' | 'evidence' | 'via' | 'around'> {
  readonly between: readonly [string, string]
  readonly via?: readonly string[]
  readonly around?: string
  readonly txs?: readonly (string | null)[]
}

export function evidence({ between: [x, y], via = [], around, txs = [], weight, ...text }: EvidenceParts): Evidence {
  const [a, b] = compareText(x, y) <= 0 ? [x, y] : [y, x]
  const known = [...new Set(txs.filter((tx) => tx !== null))]
  return { ...text, a, b, weight: roundWeight(weight), via, around: around ?? null, evidence: known.slice(0, MAX_EVIDENCE) }
}
