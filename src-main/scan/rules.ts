import { flagRules } from './flag-rules.ts'
import { creatorRules, holderRules } from './holder-rules.ts'
import { liquidityRules } from './liquidity-rules.ts'
import { powerRules } from './power-rules.ts'
import type { Rule } from './rule.ts'
import { taxRules } from './tax-rules.ts'

/** Every rule, one for each published weight. */
export const RULES: readonly Rule[] = [...flagRules, ...powerRules, ...taxRules, ...liquidityRules, ...holderRules, ...creatorRules]
