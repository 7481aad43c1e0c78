import { AIRDROP_CATCHES, AIRDROP_TRAPS } from './airdrop-scenarios.ts'
import { CLUSTER_ADVERSARIES, CLUSTER_CATCHES } from './cluster-scenarios.ts'
import { DECOY_ADVERSARIES, DECOY_TRAPS } from './decoy-scenarios.ts'
import { LAUNCH_ADVERSARIES, LAUNCH_TRAPS, LAUNCHES } from './launch-scenarios.ts'
import { DISPERSE_CATCHES, DISPERSE_TRAPS } from './disperse-scenarios.ts'
import { EQUAL_AMOUNT_ADVERSARIES, EQUAL_AMOUNT_CATCHES, EQUAL_AMOUNT_TRAPS } from './equal-amount-scenarios.ts'
import type { Scenario } from './script.ts'
import { TAX_CATCHES, TAX_TRAPS } from './tax-scenarios.ts'
import { TRAPS } from './trap-scenarios.ts'

/** Catches must be detected and traps must not. */
export const SCENARIOS: readonly Scenario[] = [
  ...CLUSTER_CATCHES,
  ...AIRDROP_CATCHES,
  ...TAX_CATCHES,
  ...LAUNCHES,
  ...EQUAL_AMOUNT_CATCHES,
  ...DISPERSE_CATCHES,
  ...TRAPS,
  ...TAX_TRAPS,
  ...LAUNCH_TRAPS,
  ...EQUAL_AMOUNT_TRAPS,
  ...DISPERSE_TRAPS,
  ...DECOY_TRAPS,
  ...AIRDROP_TRAPS,
]
/** Owners who know the rules and evade them. */
export const ADVERSARIES: readonly Scenario[] = [...CLUSTER_ADVERSARIES, ...LAUNCH_ADVERSARIES, ...EQUAL_AMOUNT_ADVERSARIES, ...DECOY_ADVERSARIES]
