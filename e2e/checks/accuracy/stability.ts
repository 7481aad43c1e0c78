import type { NetworkId } from '../../../src-shared/networks.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import type { ActiveRules } from '../../../src-main/detectors/rules/rule-set.ts'
import { detectionsFromFindings } from './detections.ts'
import { adjustedRand } from './score.ts'
import { seeded, type Random, type Scenario } from './script.ts'
import { simulate } from './simulate.ts'

/** Stability of clusters: they are detected again with a tenth of the transfers missing (docs/accuracy.md). */

const LOST_SHARE = 0.1

/** What is dropped: token and coin transfers, and optionally the first-funder rows that came from the dropped coin transfers. */
export const LOSSES = ['movements', 'movements and first payments'] as const
type Loss = (typeof LOSSES)[number]

/** Mean adjusted Rand index of the clusters with and without the dropped rows, over the seeds that have clusters. null if none has. */
export function stability(scenario: Scenario, network: NetworkId, seeds: number, loss: Loss, active: ActiveRules): number | null {
  const indices: number[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const { facts } = simulate(scenario.build(seeded(seed)), network)
    const whole = detectionsFromFindings(detectAll(facts, active))
    if (whole.clusterOf.size === 0) continue
    const { clusterOf } = detectionsFromFindings(detectAll(dropRows(facts, loss, seeded(10_000 + seed)), active))
    indices.push(adjustedRand(whole.clusterOf, clusterOf, whole.holders))
  }
  return indices.length === 0 ? null : indices.reduce((sum, index) => sum + index, 0) / indices.length
}

/** Balances and trades stay complete, because a read job requests them separately. */
function dropRows(facts: TokenFacts, loss: Loss, random: Random): TokenFacts {
  const stays = (): boolean => random.next() >= LOST_SHARE
  const transfers = facts.transfers.filter(stays)
  const nativeTransfers = facts.nativeTransfers.filter(stays)
  const kept = new Set(nativeTransfers.map(({ tx, to }) => `${tx} ${to}`))
  const funding = loss === 'movements' ? facts.funding : facts.funding.filter(({ tx, wallet }) => kept.has(`${tx ?? ''} ${wallet}`))
  return { ...facts, transfers, nativeTransfers, funding }
}
