import type { LocalDistribution } from '../../src-shared/contract/records/local.ts'
import type { DistributionRecord } from '../../src-shared/contract/records/metrics.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import type { FirstRead } from '../../src-shared/domain/token.ts'
import {
  distributionExtras,
  computeFigures,
  gini,
  tallyBalances,
  type DistributionFigures,
  type Tally,
} from '../detectors/distribution/distribution.ts'
import type { Findings } from '../detectors/findings.ts'
import { clustersUnknown, isNakamotoUnknown } from './completeness.ts'
import { byPercentage, measures } from './measures.ts'
import type { Population } from './population.ts'

export type DistributionPoint = LocalDistribution['series'][number]

export function distributionRecord({ facts }: Findings, { tally }: Population): DistributionRecord {
  return record(computeFigures(tally, facts.token.totalSupply))
}

function record({ gini, hhi, nakamoto, top10Pct }: DistributionFigures): DistributionRecord {
  return { gini, hhi, nakamoto, top_10_holder_concentration: top10Pct }
}

function extras(tally: Tally, { facts }: Findings): Pick<LocalDistribution, 'theil' | 'lorenz' | 'top'> {
  const { theil, lorenz, top } = distributionExtras(tally, facts.token.totalSupply)
  return { theil, lorenz: lorenz.map(([x, y]) => [x, y]), top: { ...top } }
}

/** The distribution with its population. */
interface DistributionWithPopulation {
  readonly population: Population
  readonly distribution: DistributionRecord
}

/**
 * @param series the same four figures from stored snapshots that contain every holder, oldest first
 * @param firstRead of the token; null if it was read whole, or came in a file
 */
export function localDistributionRecord(
  findings: Findings,
  { population, distribution }: DistributionWithPopulation,
  series: readonly DistributionPoint[],
  firstRead: FirstRead | null,
): LocalDistribution {
  const { facts, index } = findings
  const { percent, holding } = measures(findings)
  const mergedUnknown = clustersUnknown(findings, firstRead)
  const excluded = [...population.leftOut].map(([address, label]) => ({ address, label, percentage: holding(address).percentage }))
  return {
    ...distribution,
    basis: {
      holders_observed: index.balances.ranked.length,
      holders_seen: firstRead?.holdersSeen === true,
      holders_total: facts.token.holderCount,
      supply_observed_pct: percent(sumRaw(index.balances.ranked.map(({ raw }) => raw))),
      excluded: excluded.sort(byPercentage),
      partial: !facts.complete,
    },
    ...extras(population.tally, findings),
    population: population.tally.largestFirst.length,
    merged: mergedUnknown === null ? mergedRecord(findings, population, isNakamotoUnknown(findings, firstRead)) : null,
    merged_unknown: mergedUnknown,
    series: [...series],
  }
}

/** @param isOpen missing holders may have the majority that the stored ones do not have, merged or not */
function mergedRecord(findings: Findings, population: Population, isOpen: boolean): LocalDistribution['merged'] {
  const tally = tallyBalances(mergedBalances(findings, population))
  const figures = record(computeFigures(tally, findings.facts.token.totalSupply))
  return {
    ...figures,
    nakamoto: isOpen ? null : figures.nakamoto,
    ...extras(tally, findings),
    population: tally.largestFirst.length,
    gini_all_wallets: gini(tally, population.tally.largestFirst.length),
  }
}

/** Balances with each cluster counted as one holder. */
function mergedBalances({ index, clusters: { clusters } }: Findings, { leftOut }: Population): bigint[] {
  const clustered = new Set(clusters.flatMap(({ members }) => members))
  const alone = index.balances.ranked.flatMap(({ address, raw }) => (clustered.has(address) || leftOut.has(address) ? [] : [raw]))
  const counted = (address: string): bigint => (leftOut.has(address) ? 0n : (index.balances.get(address) ?? 0n))
  return [...clusters.map(({ members }) => sumRaw(members.map(counted))), ...alone]
}
