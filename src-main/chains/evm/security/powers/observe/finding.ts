import type { Address } from '../../../../../../src-shared/domain/address.ts'
import type { Accepted } from '../trials/screen.ts'
import type { EffectKind, Effects } from './effects.ts'

/** A power that showed an effect on holders. */
export interface Finding {
  /** Functions in the order in which they were called. */
  readonly names: readonly string[]
  readonly caller: Address
  readonly open: boolean
  readonly kinds: ReadonlySet<EffectKind>
  /** Highest tax that was reached, percent; null if the power sets none. */
  readonly taxPct: number | null
  /** The call that stopped all holders, if one alone did. */
  readonly stop: Accepted | null
}

/** Findings of one search for combinations, and the names of combinations that were noticed in probes but not observed. */
export interface CombinationResult {
  readonly found: readonly Finding[]
  readonly unobserved: readonly string[]
}

export function createFinding(
  names: readonly string[],
  { caller, open }: Pick<Finding, 'caller' | 'open'>,
  { kinds, taxPct }: Pick<Effects, 'kinds' | 'taxPct'>,
  stop: Accepted | null = null,
): Finding {
  return { names, caller, open, kinds, taxPct: kinds.has('tax') || kinds.has('personal_tax') ? taxPct : null, stop }
}
