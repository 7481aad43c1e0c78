import type { LocalDistribution } from '../../src-shared/contract/records/local.ts'
import type { DistributionRecord } from '../../src-shared/contract/records/metrics.ts'
import type { Balance } from '../../src-shared/domain/token.ts'
import { sumRaw } from '../../src-shared/domain/amount.ts'
import { NOT_IN_POPULATION, type Label } from '../../src-shared/domain/labels.ts'
import { changesIn } from '../detectors/balance-book.ts'
import {
  addTo,
  distribution as distributionOf,
  distributionExtras,
  emptyTally,
  figuresOf,
  takeFrom,
  type DistributionFigures,
  type Tally,
} from '../detectors/distribution.ts'
import type { Findings } from '../detectors/findings.ts'
import { byPercentage, measures } from './measures.ts'

export type DistributionPoint = LocalDistribution['series'][number]

/** Holders with a balance as contract.md §3 counts them. */
export interface Population {
  readonly tally: Tally
  /** Pools and burns: the label that leaves each out. */
  readonly leftOut: ReadonlyMap<string, Label>
}

interface Counted extends Population {
  readonly leftOut: Map<string, Label>
  ranked: readonly Balance[]
}

/** Of the population before only those are taken out and put in who hold something else: the labels that leave somebody out are no findings. */
export function population({ study: { memory, labels, balances } }: Findings): Population {
  const counted = memory.keep<Counted>('population', [labels], () => ({ tally: emptyTally(), leftOut: new Map(), ranked: [] }))
  const { gone, come } = changesIn(counted.ranked, balances.ranked)
  for (const { address, raw } of gone) if (!counted.leftOut.delete(address)) takeFrom(counted.tally, raw)
  for (const { address, raw } of come) {
    const label = labels.tags(address).find((tag) => NOT_IN_POPULATION.has(tag))
    if (label === undefined) addTo(counted.tally, raw)
    else counted.leftOut.set(address, label)
  }
  counted.ranked = balances.ranked
  return counted
}

export function distributionRecord({ facts }: Findings, { tally }: Population): DistributionRecord {
  return record(figuresOf(tally, facts.token.totalSupply))
}

function record({ gini, hhi, nakamoto, top10Pct }: DistributionFigures): DistributionRecord {
  return { gini, hhi, nakamoto, top_10_holder_concentration: top10Pct }
}

function extras(balances: readonly bigint[], { facts }: Findings): Pick<LocalDistribution, 'theil' | 'lorenz' | 'top'> {
  const { theil, lorenz, top } = distributionExtras(balances, facts.token.totalSupply)
  return { theil, lorenz: lorenz.map(([x, y]) => [x, y]), top: { ...top } }
}

/** The distribution, and what it was made from. */
interface Made {
  readonly population: Population
  readonly distribution: DistributionRecord
}

/**
 * @param series the same four figures of stored snapshots that hold every holder, oldest first
 */
export function localDistributionRecord(
  findings: Findings,
  { population, distribution }: Made,
  series: readonly DistributionPoint[],
): LocalDistribution {
  const { facts, study } = findings
  const { percent, holding } = measures(findings)
  const merged = mergedBalances(findings, population)
  const excluded = [...population.leftOut].map(([address, label]) => ({ address, label, percentage: holding(address).percentage }))
  return {
    ...distribution,
    basis: {
      holders_observed: study.balances.ranked.length,
      holders_total: facts.token.holderCount,
      supply_observed_pct: percent(sumRaw(study.balances.ranked.map(({ raw }) => raw))),
      excluded: excluded.sort(byPercentage),
      partial: !facts.complete,
    },
    ...extras(population.tally.largestFirst, findings),
    merged: { ...record(distributionOf(merged, facts.token.totalSupply)), ...extras(merged, findings) },
    series: [...series],
  }
}

/** Balances with each cluster counted as one holder. */
function mergedBalances({ study, clusters: { clusters } }: Findings, { leftOut }: Population): bigint[] {
  const clustered = new Set(clusters.flatMap(({ members }) => members))
  const alone = study.balances.ranked.flatMap(({ address, raw }) => (clustered.has(address) || leftOut.has(address) ? [] : [raw]))
  const counted = (address: string): bigint => (leftOut.has(address) ? 0n : (study.balances.get(address) ?? 0n))
  return [...clusters.map(({ members }) => sumRaw(members.map(counted))), ...alone]
}
