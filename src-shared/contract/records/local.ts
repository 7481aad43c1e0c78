import { z } from 'zod'
import { address, decimals, label, natural, networkId, party, percent, rawAmount, tags, units, unixSeconds } from '../schema.ts'
import { CLUSTERS_FROM } from '../../domain/token.ts'
import { distributionRecord } from './metrics.ts'

/** Records of a token that `/local/v1` adds: what the page needs beyond the published interface. */

export const tokenSummary = z
  .object({
    network: networkId,
    address,
    name: z.string().nullable(),
    symbol: z.string().nullable(),
    decimals,
    total_supply: units,
    holder_count: z.int().nullable(),
    holders_known: natural.meta({ description: 'Holders stored; fewer than holder_count when only the largest are known' }),
    holders_seen: z
      .boolean()
      .meta({ description: 'Whether the stored holders are those in the transfers read so far, so that larger ones may follow' }),
    creator: address.nullable(),
    created_at: unixSeconds.nullable(),
    origin: z.enum(['node', 'import']),
    as_of: unixSeconds,
    opened_at: unixSeconds.nullable(),
    trades: natural,
    snapshots: natural,
    links_known: z.boolean().meta({
      description:
        'Whether anything is stored that can link holders: a transfer, a trade, a first funding, or a link of an imported map. If not, a cluster_pct of 0 means unknown',
    }),
    clusters_from: z
      .enum(CLUSTERS_FROM)
      .meta({ description: 'Whether clusters and labels are those of an imported snapshot or computed by the rules' }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'TokenSummary' })
export type TokenSummary = z.infer<typeof tokenSummary>
export const tokenList = z.object({ tokens: z.array(tokenSummary) })

/** Where the clusters of a token come from. */
export const clustersFrom = z.strictObject({ from: z.enum(CLUSTERS_FROM) })
const clusterTotals = z.object({ clusters: natural, total_cluster_pct: percent })
/** The totals before and after the source changed. */
export const clustersChange = z.object({ from: z.enum(CLUSTERS_FROM), before: clusterTotals, after: clusterTotals })

export const snapshotMoments = z.object({
  snapshots: z.array(
    z.object({
      timestamp: unixSeconds.meta({ description: 'Of the last block or of the source' }),
      taken_at: unixSeconds.nullable().meta({ description: 'When it was made; null for one that came in a file' }),
    }),
  ),
})
/** `is_new` is false if nothing changed since the newest snapshot. `timestamp` is then that of the newest snapshot. */
export const takenSnapshot = z.object({ timestamp: unixSeconds, is_new: z.boolean() })

const evidenceFact = z.object({
  rule: z.string(),
  family: z.enum(['tx', 'funding', 'transfer', 'sink', 'timing', 'owner']),
  weight: z.number().meta({ description: 'Probability-like weight after damping, 0 to 1' }),
  value: z.string().meta({ description: 'What was measured, as text' }),
  threshold: z.string().meta({ description: 'What it was compared with' }),
  sentence: z.string(),
  evidence: z.array(z.string()).max(5),
})
export const evidenceEdge = z
  .object({
    a: address,
    b: address,
    p: z.number().min(0).max(1),
    accepted: z.boolean(),
    bridge: z.boolean().meta({ description: 'Removing this edge splits the cluster' }),
    facts: z.array(evidenceFact),
  })
  .meta({ id: 'EvidenceEdge' })
export type EvidenceEdge = z.infer<typeof evidenceEdge>

export const explainedCluster = z
  .object({
    id: natural.meta({ description: 'As in snapshot nodes; the same from one snapshot to the next' }),
    pct: percent,
    tags: z.array(label),
    sentence: z.string(),
    weakest: z.number().min(0).max(1).nullable(),
    members: z.array(
      z.object({ address, balance: units, percentage: percent, tags, label: z.string().nullable(), role: z.enum(['holder', 'connector']) }),
    ),
    tree: z.array(evidenceEdge).meta({ description: 'Spanning tree of strongest edges: why these wallets are together' }),
  })
  .meta({ id: 'ExplainedCluster' })
export type ExplainedCluster = z.infer<typeof explainedCluster>

export const explainedClusters = z
  .object({
    rule_set: z.object({ version: z.string(), changed: z.array(z.string()) }),
    as_of: unixSeconds,
    partial: z.boolean(),
    notes: z.array(z.string()),
    total_cluster_pct: percent,
    clusters: z.array(explainedCluster),
    hubs: z.array(z.object({ address, reason: z.string() })),
  })
  .meta({ id: 'ExplainedClusters' })
export type ExplainedClusters = z.infer<typeof explainedClusters>

const distributionExtras = z.object({
  theil: z.number().nullable(),
  lorenz: z.array(z.tuple([z.number(), z.number()])).meta({ description: 'Points (share of holders, share of balance), 0..1, poorest first' }),
  top: z.object({ 10: percent, 50: percent, 100: percent }),
})

export const localDistribution = distributionRecord
  .extend({
    ...distributionExtras.shape,
    basis: z.object({
      holders_observed: natural,
      holders_seen: z.boolean().meta({ description: 'As for the token' }),
      holders_total: z.int().nullable(),
      supply_observed_pct: percent,
      excluded: z.array(z.object({ address, label: label, percentage: percent })),
      partial: z.boolean(),
    }),
    population: natural.meta({ description: 'Holders counted: those observed without the excluded' }),
    merged: distributionRecord
      .extend({
        ...distributionExtras.shape,
        nakamoto: natural.nullable().meta({ description: 'Null if the stored holders have no majority and holders are missing' }),
        population: natural.meta({ description: 'Owners counted; fewer than the holders if clusters are merged' }),
        gini_all_wallets: z.number().meta({
          description: 'Gini over the same number of wallets, with all tokens of a cluster in one of them; never below the Gini of wallets',
        }),
      })
      .nullable()
      .meta({ description: 'The same after merging each cluster into one owner; null if the clusters are unknown' }),
    merged_unknown: z.string().nullable().meta({ description: 'Why `merged` is null; null if `merged` is known' }),
    series: z.array(z.object({ timestamp: unixSeconds, ...distributionRecord.shape })),
  })
  .meta({ id: 'LocalDistribution' })
export type LocalDistribution = z.infer<typeof localDistribution>

export const holderRow = z.object({
  rank: z.int().positive(),
  ...party,
  balance: units,
  balance_raw: rawAmount,
  percentage: percent,
  cluster: natural.nullable(),
})
export const holderPage = z.object({ total: natural, holders: z.array(holderRow) }).meta({ id: 'HolderPage' })
export type HolderPage = z.infer<typeof holderPage>

export const overlapRecord = z
  .object({
    groups: z.array(
      z.object({
        sets: z.array(z.enum(['clusters', 'snipers', 'bundlers', 'insiders', 'dev'])).min(1),
        wallets: natural,
        pct: percent,
        addresses: z.array(address),
      }),
    ),
    union_pct: percent,
  })
  .meta({ id: 'Overlap' })
export type OverlapRecord = z.infer<typeof overlapRecord>
