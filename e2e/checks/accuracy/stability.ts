import type { NetworkId } from '../../../src-shared/networks.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectAll } from '../../../src-main/detectors/findings.ts'
import type { ActiveRules } from '../../../src-main/detectors/rules/rule-set.ts'
import { foundInFindings } from './found.ts'
import { adjustedRand } from './score.ts'
import { seeded, type Random, type Scenario } from './script.ts'
import { simulate } from './simulate.ts'

/** How little clusters hang on single rows: found once more where a tenth of the movements is missing (docs/accuracy.md). */

const LOST = 0.1

/** What is lost: movements of token and coin; or with those, what is known of first payments that were among them. */
export const LOSSES = ['movements', 'movements and first payments'] as const
type Loss = (typeof LOSSES)[number]

/** Mean adjusted Rand index of the clusters with and without the lost rows, over the seeds that have clusters; null where none has. */
export function stability(scenario: Scenario, network: NetworkId, seeds: number, loss: Loss, active: ActiveRules): number | null {
  const indices: number[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const { facts } = simulate(scenario.write(seeded(seed)), network)
    const whole = foundInFindings(detectAll(facts, active))
    if (whole.clusterOf.size === 0) continue
    const { clusterOf } = foundInFindings(detectAll(without(facts, loss, seeded(10_000 + seed)), active))
    indices.push(adjustedRand(whole.clusterOf, clusterOf, whole.holders))
  }
  return indices.length === 0 ? null : indices.reduce((sum, index) => sum + index, 0) / indices.length
}

/** Balances and trades stay as they are: a read asks for them by themselves. */
function without(facts: TokenFacts, loss: Loss, random: Random): TokenFacts {
  const stays = (): boolean => random.next() >= LOST
  const transfers = facts.transfers.filter(stays)
  const nativeTransfers = facts.nativeTransfers.filter(stays)
  const kept = new Set(nativeTransfers.map(({ tx, to }) => `${tx} ${to}`))
  const funding = loss === 'movements' ? facts.funding : facts.funding.filter(({ tx, wallet }) => kept.has(`${tx ?? ''} ${wallet}`))
  return { ...facts, transfers, nativeTransfers, funding }
}
