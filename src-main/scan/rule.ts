import type { Flag, FlagId } from '../chains/security/facts.ts'
import type { ScanInput } from './input.ts'

/** Result of a rule. Unknown is never clear. */
export type Verdict =
  | {
      readonly state: 'applies'
      readonly value: number | string | boolean
      readonly threshold: number | null
      readonly evidence: readonly string[]
      readonly half: boolean
    }
  | { readonly state: 'clear' }
  | { readonly state: 'unknown'; readonly why: string }

/** A fact that a rule reads: a flag, or another part of the input. */
export type Need = FlagId | 'taxes' | 'liquidity' | 'holders' | 'age' | 'origin' | 'creator'

export interface Rule {
  /** Its key in the published weights (resources/scan/score-weights.json), where its networks, points, family and sentence are. */
  readonly id: string
  /** Facts that decide the verdict: without them it is unknown, and no other fact changes it. */
  readonly needs: readonly Need[]
  /** The change that would clear the finding. */
  readonly clears: string
  decide(input: ScanInput): Verdict
}

export const CLEAR: Verdict = { state: 'clear' }
export const unknown = (why: string): Verdict => ({ state: 'unknown', why })
export const applies = (
  value: number | string | boolean,
  more: { threshold?: number | null; evidence?: readonly string[]; half?: boolean } = {},
): Verdict => ({ state: 'applies', value, threshold: more.threshold ?? null, evidence: more.evidence ?? [], half: more.half ?? false })

/** A flag that is true applies; a power behind a multisig or timelock counts half. */
export function verdictOfFlag(flag: Flag | undefined): Verdict {
  if (flag === undefined) return unknown('Not read from this source.')
  if (flag.value === null) return unknown(flag.how)
  if (!flag.value) return CLEAR
  const { holder } = flag
  const evidence = holder === null ? flag.evidence : [...flag.evidence, holder.address]
  return applies(flag.how, { evidence: evidence.slice(0, 5), half: holder?.kind === 'multisig' || holder?.kind === 'timelock' })
}
