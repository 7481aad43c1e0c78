import { z } from 'zod'
import { address, label, natural, percent, tags, units } from '../schema.ts'

/** The holder-metrics records (docs/api/records.md#overview). */

export const overviewRecord = z
  .object({
    cluster_pct: percent,
    snipers_pct: percent,
    bundlers_pct: percent,
    dev_pct: percent,
    insiders_pct: percent,
    top10_pct: percent,
  })
  .meta({ id: 'Overview' })
export type OverviewRecord = z.infer<typeof overviewRecord>

export const distributionRecord = z
  .object({
    gini: z.number().min(0).max(1),
    hhi: z.number().min(0),
    nakamoto: natural,
    top_10_holder_concentration: percent,
  })
  .meta({ id: 'Distribution' })
export type DistributionRecord = z.infer<typeof distributionRecord>

const clusterAddress = z.object({ address, balance: units, percentage: percent, tags }).meta({ id: 'ClusterAddress' })

const cluster = z
  .object({
    pct: percent,
    tags: z.array(label),
    cluster_addresses: z.array(clusterAddress),
  })
  .meta({ id: 'Cluster' })

export const clusterRecord = z
  .object({
    total_cluster_pct: percent,
    clusters: z.array(cluster),
  })
  .meta({ id: 'Clusters' })
export type ClusterRecord = z.infer<typeof clusterRecord>

const holding = { address, balance: units, percentage: percent }

export const sniperRecord = z
  .object({
    total_sniper_pct: percent,
    count: z.object({
      total: natural,
      sold_partially: natural,
      sold_fully: natural,
      bought_more: natural,
    }),
    snipers: z.array(z.object(holding)),
  })
  .meta({ id: 'Snipers' })
export type SniperRecord = z.infer<typeof sniperRecord>

export const BUNDLE_REASONS = ['same_tx', 'same_slot_group', 'same_slot_as_pool', 'same_funder', 'same_amount', 'shared_tip'] as const
/** Also the reasons that only the local API has. They need gas settings, so they exist only on EVM networks. */
export const LOCAL_BUNDLE_REASONS = [...BUNDLE_REASONS, 'same_gas', 'next_nonces', 'same_controller'] as const

export const bundlerRecord = z
  .object({
    total_bundlers_pct: percent,
    bundlers: z.array(
      z.object({
        ...holding,
        reasons: z.array(z.enum(BUNDLE_REASONS)).nullable(),
        slot: natural.nullable(),
      }),
    ),
  })
  .meta({ id: 'Bundlers' })
export type BundlerRecord = z.infer<typeof bundlerRecord>

export const insiderRecord = z
  .object({
    total_insiders_pct: percent,
    insiders: z.array(z.object(holding)),
  })
  .meta({ id: 'Insiders' })
export type InsiderRecord = z.infer<typeof insiderRecord>
