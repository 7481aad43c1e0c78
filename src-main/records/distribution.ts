import type { LocalDistribution } from '../../src-shared/contract/records/local.ts'
import type { DistributionRecord } from '../../src-shared/contract/records/metrics.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { NOT_IN_POPULATION, type Label } from '../../src-shared/domain/labels.ts'
import { distribution, distributionExtras } from '../detectors/distribution.ts'
import type { Findings } from '../detectors/findings.ts'
import { byPercentage, measures } from './measures.ts'

export type DistributionPoint = LocalDistribution['series'][number]

/** Distribution over holders with a balance, pools and burns left out (contract.md §3). */
export function distributionRecord(findings: Findings): DistributionRecord {
  return record([...population(findings).values()], findings)
}

function record(balances: readonly bigint[], { facts }: Findings): DistributionRecord {
  const { gini, hhi, nakamoto, top10Pct } = distribution(balances, facts.token.totalSupply)
  return { gini, hhi, nakamoto, top_10_holder_concentration: top10Pct }
}

function leftOut(findings: Findings, address: string): Label | undefined {
  return findings.labels.tags(address).find((tag) => NOT_IN_POPULATION.has(tag))
}

function population(findings: Findings): Map<string, bigint> {
  const holders = new Map<string, bigint>()
  for (const [address, raw] of findings.study.balances) if (leftOut(findings, address) === undefined) holders.set(address, raw)
  return holders
}

/**
 * @param series the same four figures of stored snapshots that hold every holder, oldest first
 */
export function localDistributionRecord(findings: Findings, series: readonly DistributionPoint[]): LocalDistribution {
  const { facts, study } = findings
  const { percent, holding } = measures(findings)
  const holders = population(findings)
  const { theil, lorenz, top } = distributionExtras([...holders.values()], facts.token.totalSupply)
  const excluded = [...study.balances.keys()].flatMap((address) => {
    const label = leftOut(findings, address)
    return label === undefined ? [] : [{ address, label, percentage: holding(address).percentage }]
  })
  return {
    ...record([...holders.values()], findings),
    basis: {
      holders_observed: study.balances.size,
      holders_total: facts.token.holderCount,
      supply_observed_pct: percent(sumRaw(study.balances.values())),
      excluded: excluded
        .map((row) => ({ ...row, balance: 0 }))
        .sort(byPercentage)
        .map(({ address, label, percentage }) => ({ address, label, percentage })),
      partial: !facts.complete,
    },
    merged: record(mergedBalances(findings, holders), findings),
    theil,
    lorenz: lorenz.map(([x, y]) => [x, y]),
    top: { ...top },
    series: [...series],
  }
}

/** Balances with each cluster counted as one holder. */
function mergedBalances({ clusters }: Findings, holders: ReadonlyMap<string, bigint>): bigint[] {
  const alone = new Map(holders)
  const merged = clusters.clusters.map(({ members }) =>
    sumRaw(
      members.map((address) => {
        const raw = alone.get(address) ?? 0n
        alone.delete(address)
        return raw
      }),
    ),
  )
  return [...merged, ...alone.values()]
}
