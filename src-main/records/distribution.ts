import type { LocalDistribution } from '../../src-shared/contract/records/local.ts'
import type { DistributionRecord } from '../../src-shared/contract/records/metrics.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { NOT_IN_POPULATION, type Label } from '../../src-shared/domain/labels.ts'
import { distribution, distributionExtras } from '../detectors/distribution.ts'
import type { Findings } from '../detectors/findings.ts'
import { byPercentage, measures } from './measures.ts'

export type DistributionPoint = LocalDistribution['series'][number]

/** Holders with a balance as contract.md §3 counts them. */
export interface Population {
  /** Raw units, largest first. */
  readonly balances: readonly bigint[]
  /** Pools and burns: the label that leaves each out. */
  readonly leftOut: ReadonlyMap<string, Label>
}

export function population({ study, labels }: Findings): Population {
  const balances: bigint[] = []
  const leftOut = new Map<string, Label>()
  for (const [address, raw] of study.balances) {
    const label = labels.tags(address).find((tag) => NOT_IN_POPULATION.has(tag))
    if (label === undefined) balances.push(raw)
    else leftOut.set(address, label)
  }
  return { balances, leftOut }
}

export function distributionRecord(findings: Findings, { balances }: Population): DistributionRecord {
  return record(balances, findings)
}

function record(balances: readonly bigint[], { facts }: Findings): DistributionRecord {
  const { gini, hhi, nakamoto, top10Pct } = distribution(balances, facts.token.totalSupply)
  return { gini, hhi, nakamoto, top_10_holder_concentration: top10Pct }
}

function extras(balances: readonly bigint[], { facts }: Findings): Pick<LocalDistribution, 'theil' | 'lorenz' | 'top'> {
  const { theil, lorenz, top } = distributionExtras(balances, facts.token.totalSupply)
  return { theil, lorenz: lorenz.map(([x, y]) => [x, y]), top: { ...top } }
}

/** The distribution, and what it was made from. */
interface Counted {
  readonly population: Population
  readonly distribution: DistributionRecord
}

/**
 * @param series the same four figures of stored snapshots that hold every holder, oldest first
 */
export function localDistributionRecord(
  findings: Findings,
  { population, distribution }: Counted,
  series: readonly DistributionPoint[],
): LocalDistribution {
  const { facts, study } = findings
  const { percent, holding } = measures(findings)
  const merged = mergedBalances(findings, population)
  const excluded = [...population.leftOut].map(([address, label]) => ({ address, label, percentage: holding(address).percentage }))
  return {
    ...distribution,
    basis: {
      holders_observed: study.balances.size,
      holders_total: facts.token.holderCount,
      supply_observed_pct: percent(sumRaw(study.balances.values())),
      excluded: excluded.sort(byPercentage),
      partial: !facts.complete,
    },
    ...extras(population.balances, findings),
    merged: { ...record(merged, findings), ...extras(merged, findings) },
    series: [...series],
  }
}

/** Balances with each cluster counted as one holder. */
function mergedBalances({ study, clusters: { clusters } }: Findings, { leftOut }: Population): bigint[] {
  const clustered = new Set(clusters.flatMap(({ members }) => members))
  const alone = [...study.balances].flatMap(([address, raw]) => (clustered.has(address) || leftOut.has(address) ? [] : [raw]))
  const counted = (address: string): bigint => (leftOut.has(address) ? 0n : (study.balances.get(address) ?? 0n))
  return [...clusters.map(({ members }) => sumRaw(members.map(counted))), ...alone]
}
