import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { AIRDROP_CATCHES, AIRDROP_TRAPS } from './airdrop-scenarios.ts'
import { BRIDGE_CATCHES, BRIDGE_TRAPS } from './bridge-scenarios.ts'
import { CONTRACT_CATCHES, CONTRACT_TRAPS } from './contract-scenarios.ts'
import { CURVE_CATCHES, CURVE_TRAPS } from './curve-scenarios.ts'
import { CLUSTER_ADVERSARIES, CLUSTER_CATCHES } from './cluster-scenarios.ts'
import { DECOY_ADVERSARIES, DECOY_TRAPS } from './decoy-scenarios.ts'
import { LAUNCH_ADVERSARIES, LAUNCH_TRAPS, LAUNCHES } from './launch-scenarios.ts'
import { DISPERSE_CATCHES, DISPERSE_TRAPS } from './disperse-scenarios.ts'
import { EQUAL_AMOUNT_ADVERSARIES, EQUAL_AMOUNT_CATCHES, EQUAL_AMOUNT_TRAPS } from './equal-amount-scenarios.ts'
import { OPERATION_CATCHES, OPERATION_TRAPS } from './operation-scenarios.ts'
import { SENDING_CATCHES, SENDING_TRAPS } from './sending-scenarios.ts'
import type { Scenario } from './script.ts'
import { TEAM_CATCHES, TEAM_TRAPS } from './team-scenarios.ts'
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
  ...SENDING_CATCHES,
  ...OPERATION_CATCHES,
  ...CONTRACT_CATCHES,
  ...CURVE_CATCHES,
  ...BRIDGE_CATCHES,
  ...TEAM_CATCHES,
  ...TRAPS,
  ...TAX_TRAPS,
  ...LAUNCH_TRAPS,
  ...EQUAL_AMOUNT_TRAPS,
  ...DISPERSE_TRAPS,
  ...SENDING_TRAPS,
  ...OPERATION_TRAPS,
  ...CONTRACT_TRAPS,
  ...CURVE_TRAPS,
  ...BRIDGE_TRAPS,
  ...TEAM_TRAPS,
  ...DECOY_TRAPS,
  ...AIRDROP_TRAPS,
]
/** Scenarios that a network can play. */
export const scenariosOf = (network: NetworkId): readonly Scenario[] =>
  SCENARIOS.filter(({ family }) => family === undefined || family === NETWORKS[network].family)

/** Owners who know the rules and evade them. */
export const ADVERSARIES: readonly Scenario[] = [...CLUSTER_ADVERSARIES, ...LAUNCH_ADVERSARIES, ...EQUAL_AMOUNT_ADVERSARIES, ...DECOY_ADVERSARIES]
