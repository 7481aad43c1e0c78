import { creatorRugs } from './rules/creator_rugs.ts'
import { creatorSerial } from './rules/creator_serial.ts'
import { fewHolders } from './rules/few_holders.ts'
import { lowLiquidity } from './rules/low_liquidity.ts'
import { lpLockShort } from './rules/lp_lock_short.ts'
import { lpPartlyLocked } from './rules/lp_partly_locked.ts'
import { lpUnlocked } from './rules/lp_unlocked.ts'
import { noLiquidity } from './rules/no_liquidity.ts'
import { notVerified } from './rules/not_verified.ts'
import { ownerLive } from './rules/owner_live.ts'
import { taxModifiable } from './rules/tax_modifiable.ts'
import { tradingLimits } from './rules/trading_limits.ts'
import { ruleOfRow } from './rule-kinds.ts'
import { RULE_TABLE } from './rule-table.ts'
import type { Rule } from './rule.ts'
import type { FindingGroup } from './weights.ts'

/** Rules that need more than a row of the table, one file each. */
const RULES_WITH_LOGIC: Readonly<Record<FindingGroup, readonly Rule[]>> = {
  exit: [],
  tax: [taxModifiable],
  authority: [ownerLive, tradingLimits, notVerified],
  liquidity: [noLiquidity, lowLiquidity, lpUnlocked, lpPartlyLocked, lpLockShort],
  distribution: [fewHolders],
  origin: [creatorRugs, creatorSerial],
}

const FAMILIES = Object.keys(RULE_TABLE) as FindingGroup[]

/** Every rule, one for each published weight, by the family whose cap it counts towards. */
export const RULES_BY_FAMILY: ReadonlyMap<FindingGroup, readonly Rule[]> = new Map(
  FAMILIES.map((family) => [family, [...RULE_TABLE[family].map(ruleOfRow), ...RULES_WITH_LOGIC[family]]]),
)

export const RULES: readonly Rule[] = [...RULES_BY_FAMILY.values()].flat()
