import { z } from 'zod'
import { SERVICE_IDS } from '../../services.ts'
import { API_ERROR_CODES } from '../errors.ts'
import { address, label, networkId, percent, rawAmount, tags, unixSeconds, units } from '../schema.ts'
import { distributionRecord } from './metrics.ts'

/** Records of the `/local/v1` extras: what the page needs beyond interface.md. */

export const tokenSummary = z
  .object({
    network: networkId,
    address,
    name: z.string().nullable(),
    symbol: z.string().nullable(),
    decimals: z.int().nonnegative(),
    total_supply: units,
    holder_count: z.int().nullable(),
    holders_known: z.int().nonnegative().meta({ description: 'Holders stored; fewer than holder_count when only the largest are known' }),
    creator: address.nullable(),
    created_at: unixSeconds.nullable(),
    origin: z.enum(['node', 'import']),
    as_of: unixSeconds,
    opened_at: unixSeconds.nullable(),
    trades: z.int().nonnegative(),
    snapshots: z.int().nonnegative(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'TokenSummary' })
export type TokenSummary = z.infer<typeof tokenSummary>
export const tokenList = z.object({ tokens: z.array(tokenSummary) })

export const evidenceFact = z.object({
  rule: z.string(),
  family: z.enum(['tx', 'funding', 'transfer', 'sink', 'timing']),
  weight: z.number().meta({ description: 'Probability-like weight after damping, 0 to 1' }),
  value: z.string().meta({ description: 'What was measured, in words' }),
  threshold: z.string().meta({ description: 'What it was held against' }),
  sentence: z.string(),
  evidence: z.array(z.string()).max(5),
})
export const evidenceEdge = z
  .object({
    a: address,
    b: address,
    p: z.number().min(0).max(1),
    accepted: z.boolean(),
    bridge: z.boolean().meta({ description: 'Taking this one edge away splits the cluster' }),
    facts: z.array(evidenceFact),
  })
  .meta({ id: 'EvidenceEdge' })
export type EvidenceEdge = z.infer<typeof evidenceEdge>

export const explainedCluster = z
  .object({
    id: z.int().nonnegative().meta({ description: 'As in snapshot nodes; the same from one snapshot to the next' }),
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

export const localDistribution = distributionRecord
  .extend({
    basis: z.object({
      holders_observed: z.int().nonnegative(),
      holders_total: z.int().nullable(),
      supply_observed_pct: percent,
      excluded: z.array(z.object({ address, label: label, percentage: percent })),
      partial: z.boolean(),
    }),
    merged: distributionRecord.meta({ description: 'The same four after merging each cluster into one entity' }),
    theil: z.number().nullable(),
    lorenz: z.array(z.tuple([z.number(), z.number()])).meta({ description: 'Points (share of holders, share of balance), 0..1, poorest first' }),
    top: z.object({ 10: percent, 50: percent, 100: percent }),
    series: z.array(z.object({ timestamp: unixSeconds, ...distributionRecord.shape })),
  })
  .meta({ id: 'LocalDistribution' })
export type LocalDistribution = z.infer<typeof localDistribution>

export const holderRow = z.object({
  rank: z.int().positive(),
  address,
  label: z.string().nullable(),
  tags,
  balance: units,
  balance_raw: rawAmount,
  percentage: percent,
  cluster: z.int().nonnegative().nullable(),
})
export const holderPage = z.object({ total: z.int().nonnegative(), holders: z.array(holderRow) }).meta({ id: 'HolderPage' })
export type HolderPage = z.infer<typeof holderPage>

export const overlapRecord = z
  .object({
    groups: z.array(
      z.object({
        sets: z.array(z.enum(['clusters', 'snipers', 'bundlers', 'insiders', 'dev'])).min(1),
        wallets: z.int().nonnegative(),
        pct: percent,
        addresses: z.array(address),
      }),
    ),
    union_pct: percent,
  })
  .meta({ id: 'Overlap' })
export type OverlapRecord = z.infer<typeof overlapRecord>

/* Jobs */

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type JobState = (typeof JOB_STATES)[number]
export const STAGE_NAMES = ['token', 'transfers', 'holders', 'pools', 'trades', 'accounts', 'funding', 'snapshot', 'import'] as const
export type StageName = (typeof STAGE_NAMES)[number]
export const STAGE_STATES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const

export const jobStage = z.object({
  name: z.enum(STAGE_NAMES),
  state: z.enum(STAGE_STATES),
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  unit: z.string(),
  message: z.string().nullable().meta({ description: 'What failed and what to do, or what was left out and why' }),
  started_at: unixSeconds.nullable(),
  ended_at: unixSeconds.nullable(),
})
export const jobRecord = z
  .object({
    id: z.string(),
    kind: z.enum(['read', 'import']),
    network: networkId,
    token_address: address,
    state: z.enum(JOB_STATES),
    stages: z.array(jobStage),
    created_at: unixSeconds,
    updated_at: unixSeconds,
    seconds_left: z.number().nullable(),
    error: z.string().nullable(),
    error_code: z.enum(API_ERROR_CODES).optional().meta({ description: 'Of a failed job: token_not_found when the chain has no such token' }),
    options: z.object({ depth: z.int().positive(), since_block: z.int().nonnegative().nullable() }),
  })
  .meta({ id: 'Job' })
export type JobRecord = z.infer<typeof jobRecord>
export type JobStage = z.infer<typeof jobStage>
export const jobList = z.object({ jobs: z.array(jobRecord) })
export const startJobBody = z.object({
  kind: z.literal('read'),
  network: networkId,
  token_address: z.string(),
  depth: z.int().min(1).max(10_000).optional(),
  since_block: z.int().nonnegative().optional(),
})

/* Keys, status, log, sources */

export const PERMISSIONS = ['read', 'firehose', 'manage'] as const
export type Permission = (typeof PERMISSIONS)[number]
export const keyRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    permissions: z.array(z.enum(PERMISSIONS)),
    prefix: z.string().meta({ description: 'First characters, to tell keys apart' }),
    created_at: unixSeconds,
    last_used_at: unixSeconds.nullable(),
    revoked_at: unixSeconds.nullable(),
  })
  .meta({ id: 'Key' })
export type KeyRecord = z.infer<typeof keyRecord>
export const keyList = z.object({ keys: z.array(keyRecord) })
export const createKeyBody = z.object({
  name: z.string().trim().min(1).max(80),
  permissions: z.array(z.enum(PERMISSIONS)).min(1).max(PERMISSIONS.length),
})
export const createdKey = keyRecord.extend({ key: z.string().meta({ description: 'The key itself: shown once, never stored' }) })

export const healthRecord = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptime_seconds: z.number(),
})

export const sourceStatus = z.object({
  network: networkId,
  endpoints: z.array(z.string()).meta({ description: 'Host and path start only; keys inside endpoints are never shown' }),
  set_by: z
    .enum(['flag', 'variable', 'file'])
    .nullable()
    .meta({ description: 'Where they were set; only what the file says can be changed while the service runs' }),
  readable: z.boolean().meta({ description: 'Whether this version reads this network from a node' }),
  state: z.enum(['unset', 'untested', 'ok', 'failing']),
  message: z.string().nullable(),
})
export const sourceSetting = sourceStatus.pick({ network: true, endpoints: true, set_by: true }).meta({ id: 'SourceSetting' })
export const setSourceBody = z.object({
  before: z.array(z.string().max(2_048)).max(16).meta({ description: 'The endpoints as they are shown now; another list is a conflict' }),
  endpoints: z
    .array(z.union([z.strictObject({ kept: z.int().nonnegative() }), z.strictObject({ url: z.string().min(1).max(2_048) })]))
    .max(16)
    .meta({ description: 'In order of preference: a new one by its URL, one that is set by its place in `before`; none reads the network no more' }),
})
export const testSourceBody = z.object({ network: networkId })
export const sourceTest = z
  .object({
    network: networkId,
    endpoints: z.array(
      z.object({
        endpoint: z.string().meta({ description: 'Scheme and host only' }),
        ok: z.boolean(),
        message: z.string().nullable().meta({ description: 'Why the endpoint cannot be used' }),
        head: z.int().nonnegative().nullable(),
        archive: z.boolean().nullable().meta({ description: 'Keeps old state; null when not known' }),
        traces: z.boolean().nullable(),
        simulate: z.boolean().nullable(),
        logs_max_range: z
          .int()
          .nonnegative()
          .nullable()
          .meta({ description: 'Largest range of blocks a log query was seen to take; null when no limit was met' }),
      }),
    ),
  })
  .meta({ id: 'SourceTest' })
export type SourceTest = z.infer<typeof sourceTest>

export const serviceSetting = z
  .object({
    service: z.enum(SERVICE_IDS),
    endpoint: z.string().nullable().meta({ description: 'Scheme and host only; null where it is not set' }),
    has_key: z.boolean().meta({ description: 'The key itself is never shown' }),
    set_by: z.enum(['flag', 'variable', 'file']).nullable(),
  })
  .meta({ id: 'ServiceSetting' })
export type ServiceSetting = z.infer<typeof serviceSetting>
export const setServiceBody = z.object({
  url: z.string().min(1).max(2_048).nullable().meta({ description: 'Base address, https or on this machine; null asks the service no more' }),
  key: z
    .string()
    .min(1)
    .max(512)
    .nullable()
    .optional()
    .meta({ description: 'Without it the key stays, unless the address is of another host; null forgets it' }),
})

export const statusRecord = z
  .object({
    version: z.string(),
    started_at: unixSeconds,
    data_dir: z.string(),
    off_chain_metadata: z.boolean().meta({ description: 'A scan may ask for the metadata file that a token names' }),
    sources: z.array(sourceStatus),
    services: z.array(serviceSetting).meta({ description: 'Services outside the chains: none is asked that is not set' }),
    connections: z.int().nonnegative(),
    subscriptions: z.int().nonnegative(),
  })
  .meta({ id: 'Status' })
export type StatusRecord = z.infer<typeof statusRecord>

export const requestLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  ms: z.number(),
  key: z.string().nullable().meta({ description: 'Name of the key used' }),
})
export const requestLog = z.object({ requests: z.array(requestLogEntry) })

export const importResult = z
  .object({
    kind: z.enum(['holder_map', 'relationship_map', 'node_answers', 'snapshot']),
    tokens: z.array(z.object({ network: networkId, token_address: address })),
    trades: z.int().nonnegative(),
    transfers: z.int().nonnegative(),
    holders: z.int().nonnegative(),
    snapshots: z.int().nonnegative(),
    skipped: z.int().nonnegative(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ImportResult' })
export type ImportResult = z.infer<typeof importResult>

export const importRecord = importResult
  .extend({
    sha256: z.string().meta({ description: 'Of the file as it came' }),
    name: z.string(),
    imported_at: unixSeconds,
    /** Who recorded the data and under what terms, where the file came with that knowledge. */
    source: z.string().nullable(),
    licence: z.string().nullable(),
    sample: z.boolean().meta({ description: 'Part of the sample case that comes with the app' }),
  })
  .meta({ id: 'Import' })
export type ImportRecord = z.infer<typeof importRecord>
export const importList = z.object({ imports: z.array(importRecord) })
