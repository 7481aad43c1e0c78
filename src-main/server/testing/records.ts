import type { DexMetricsData } from '../../../src-shared/contract/streams.ts'
import type { TokenRecords } from '../../engine/interface.ts'
import { SOL } from './story.ts'

/** Minimal valid records of the story's Solana token, with some figures changed. */
export function smallRecords(changes: Partial<DexMetricsData> = {}): TokenRecords {
  const metrics: DexMetricsData = {
    total_supply: 1_000_000_000,
    cluster_pct: 17,
    snipers_pct: 9,
    bundlers_pct: 0,
    dev_pct: 10,
    insiders_pct: 0,
    top10_pct: 40,
    gini: 0.21,
    hhi: 0.0306,
    nakamoto: 0,
    top_10_holder_concentration: 40,
    holder_count: 7,
    ...changes,
  }
  const { cluster_pct, snipers_pct, bundlers_pct, dev_pct, insiders_pct, top10_pct, gini, hhi, nakamoto, top_10_holder_concentration } = metrics
  const figures = { gini, hhi, nakamoto, top_10_holder_concentration }
  const extras = {
    theil: null,
    lorenz: [
      [0, 0],
      [1, 1],
    ] as [number, number][],
    top: { 10: 40, 50: 40, 100: 40 },
  }
  const [first = '', second = ''] = SOL.buyers
  const holding = (address: string, percentage: number): { address: string; balance: number; percentage: number } => ({
    address,
    balance: percentage * 1e7,
    percentage,
  })
  const overview = { cluster_pct, snipers_pct, bundlers_pct, dev_pct, insiders_pct, top10_pct }
  return {
    overview,
    localOverview: overview,
    distribution: figures,
    clusters: {
      total_cluster_pct: cluster_pct,
      clusters: [
        {
          pct: cluster_pct,
          tags: ['wallet'],
          cluster_addresses: [
            { ...holding(first, 9), tags: ['wallet'] },
            { ...holding(second, 8), tags: ['wallet'] },
          ],
        },
      ],
    },
    snipers: { total_sniper_pct: snipers_pct, count: { total: 1, sold_partially: 0, sold_fully: 0, bought_more: 0 }, snipers: [holding(first, 9)] },
    bundlers: { total_bundlers_pct: bundlers_pct, bundlers: [] },
    insiders: { total_insiders_pct: insiders_pct, insiders: [] },
    localClusters: {
      rule_set: { version: 'test', changed: [] },
      as_of: 1_700_000_000,
      partial: false,
      notes: [],
      total_cluster_pct: cluster_pct,
      clusters: [],
      hubs: [],
    },
    localDistribution: {
      ...figures,
      ...extras,
      population: 7,
      merged: { ...figures, ...extras, population: 6, gini_all_wallets: figures.gini },
      merged_unknown: null,
      basis: { holders_observed: 7, holders_seen: false, holders_total: null, supply_observed_pct: 100, excluded: [], partial: false },
      series: [],
    },
    localOverlap: { groups: [], union_pct: cluster_pct },
    localHolders: {
      total: 3,
      holders: [first, second, SOL.creator].map((address, index) => ({
        rank: index + 1,
        address,
        label: null,
        tags: ['wallet'],
        balance: 10 - index,
        balance_raw: String(10 - index),
        percentage: 10 - index,
        cluster: null,
      })),
    },
    dexMetrics: metrics,
  }
}
