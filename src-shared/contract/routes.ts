import { z } from 'zod'
import type { MetricNeed } from '../networks.ts'
import type { ApiErrorCode } from './errors.ts'
import * as records from './records/index.ts'
import { address, networkId, tokenAddressText, tokenParams } from './schema.ts'

/** Who may call: anyone, a key with `read`, or a key with `manage`. */
export type RouteAccess = 'open' | 'read' | 'manage'

export interface RouteDef {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** OpenAPI form, with `{parameters}`. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly access: RouteAccess
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Schema of the JSON answer; null for answers that are no JSON (`produces` says what). */
  readonly returns: z.ZodType | null
  readonly produces?: readonly string[]
  /** A column of NETWORKS: a network without it answers 422. */
  readonly needs?: MetricNeed
  /** Errors beyond those every route may answer (COMMON_ERRORS). */
  readonly errors?: readonly ApiErrorCode[]
  /** Path of the route that replaces this one. */
  readonly deprecatedBy?: string
  /** Largest body in bytes; only for routes that take one. */
  readonly bodyLimit?: number
}

/** What any keyed route may answer. */
export const COMMON_ERRORS: readonly ApiErrorCode[] = [
  'unauthorized',
  'forbidden',
  'forbidden_origin',
  'forbidden_host',
  'validation_error',
  'rate_limited',
  'internal',
]

const route = <const R extends RouteDef>(def: R): R => def
const tokenErrors = ['unsupported_network', 'token_not_found', 'source_unavailable', 'token_pending'] as const

export const TRADE_PAGE_DEFAULT = 50
export const TRADE_PAGE_MAX = 200
export const LABELS_MAX = 100

const tradeFilter = z.object({
  token: tokenAddressText.optional(),
  pool: address.optional(),
  signer: address.optional(),
  sort: z.enum(['asc', 'desc']).optional().meta({ description: 'Default desc: newest first' }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'Alias of sort' }),
  limit: z.coerce.number().int().min(1).max(TRADE_PAGE_MAX).optional(),
  cursor: z.string().max(2000).optional(),
})

export const ROUTES = {
  overview: route({
    method: 'GET',
    path: '/dex-metrics/v1/{network}/{token_address}',
    tag: 'Holder metrics',
    access: 'read',
    summary: 'Who holds the token: the six percentages of the overview',
    params: tokenParams,
    returns: records.overviewRecord,
    errors: tokenErrors,
  }),
  distribution: route({
    method: 'GET',
    path: '/dex-metrics/v1/{network}/{token_address}/distribution',
    tag: 'Holder metrics',
    access: 'read',
    summary: 'Gini, HHI, Nakamoto coefficient and top-10 concentration',
    params: tokenParams,
    returns: records.distributionRecord,
    errors: tokenErrors,
  }),
  snipers: route({
    method: 'GET',
    path: '/dex-metrics/v1/{network}/{token_address}/snipers',
    tag: 'Holder metrics',
    access: 'read',
    summary: 'Wallets that bought first, and what they hold now',
    params: tokenParams,
    returns: records.sniperRecord,
    needs: 'snipers',
    errors: tokenErrors,
  }),
  clusters: route({
    method: 'GET',
    path: '/dex-metrics/v1/{network}/{token_address}/clusters',
    tag: 'Holder metrics',
    access: 'read',
    summary: 'Groups of wallets that belong together',
    params: tokenParams,
    returns: records.clusterRecord,
    errors: ['unsupported_network', 'source_unavailable', 'token_pending'],
  }),
  bundlers: route({
    method: 'GET',
    path: '/dex-metrics/v1/{network}/{token_address}/bundlers',
    tag: 'Holder metrics',
    access: 'read',
    summary: 'Wallets that bought together in one transaction or a tight window',
    params: tokenParams,
    returns: records.bundlerRecord,
    needs: 'bundlers',
    errors: tokenErrors,
  }),
  insiders: route({
    method: 'GET',
    path: '/dex-metrics/v1/{network}/{token_address}/insiders',
    tag: 'Holder metrics',
    access: 'read',
    summary: 'Wallets linked to the creator',
    params: tokenParams,
    returns: records.insiderRecord,
    needs: 'insiders',
    errors: tokenErrors,
  }),
  snapshots: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/snapshots',
    tag: 'Snapshots',
    access: 'read',
    summary: 'Timestamps of the stored snapshots, ascending',
    params: tokenParams,
    returns: records.snapshotList,
    errors: ['unsupported_network'],
  }),
  latestSnapshot: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/snapshots/latest',
    tag: 'Snapshots',
    access: 'read',
    summary: 'The newest snapshot',
    params: tokenParams,
    returns: records.snapshotRecord,
    errors: [...tokenErrors, 'snapshot_not_found'],
  }),
  snapshot: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/snapshots/{timestamp}',
    tag: 'Snapshots',
    access: 'read',
    summary: 'One snapshot by its timestamp; the same bytes for ever',
    params: tokenParams.extend({ timestamp: z.coerce.number().int().nonnegative() }),
    returns: records.snapshotRecord,
    errors: ['unsupported_network', 'snapshot_not_found'],
  }),
  legacyDistribution: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/metrics/distribution',
    tag: 'Deprecated',
    access: 'read',
    summary: 'Moved to holder metrics',
    params: tokenParams,
    returns: records.distributionRecord,
    errors: tokenErrors,
    deprecatedBy: '/dex-metrics/v1/{network}/{token_address}/distribution',
  }),
  legacySnipers: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/metrics/snipers',
    tag: 'Deprecated',
    access: 'read',
    summary: 'Moved to holder metrics',
    params: tokenParams,
    returns: records.sniperRecord,
    needs: 'snipers',
    errors: tokenErrors,
    deprecatedBy: '/dex-metrics/v1/{network}/{token_address}/snipers',
  }),
  legacyClusters: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/metrics/clusters',
    tag: 'Deprecated',
    access: 'read',
    summary: 'Moved to holder metrics',
    params: tokenParams,
    returns: records.clusterRecord,
    errors: ['unsupported_network', 'source_unavailable', 'token_pending'],
    deprecatedBy: '/dex-metrics/v1/{network}/{token_address}/clusters',
  }),
  scan: route({
    method: 'GET',
    path: '/scanner/v1/tokens/{network}/{token_address}',
    tag: 'Security scan',
    access: 'read',
    summary: 'The security report of a token',
    params: tokenParams,
    returns: records.scanReport,
    errors: tokenErrors,
  }),
  trades: route({
    method: 'GET',
    path: '/dex/v1/{network}/trades',
    tag: 'Trades',
    access: 'read',
    summary: 'Historical trades by token, pool or signer, in pages',
    params: z.object({ network: networkId }),
    query: tradeFilter,
    returns: records.tradePage,
    errors: ['unsupported_network'],
  }),
  labels: route({
    method: 'GET',
    path: '/labels/v1/{network}/{addresses}',
    tag: 'Labels',
    access: 'read',
    summary: 'What is known of up to 100 addresses, comma-separated; unlabelled ones are omitted',
    params: z.object({ network: networkId, addresses: z.string().min(1) }),
    returns: records.labelRecords,
    errors: ['unsupported_network'],
  }),

  localTokens: route({
    method: 'GET',
    path: '/local/v1/tokens',
    tag: 'Local',
    access: 'read',
    summary: 'Stored tokens, most recently opened first; q searches address, name and symbol',
    query: z.object({ q: z.string().max(400).optional(), limit: z.coerce.number().int().min(1).max(200).optional() }),
    returns: records.tokenList,
  }),
  localToken: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}',
    tag: 'Local',
    access: 'read',
    summary: 'What is stored of one token',
    params: tokenParams,
    returns: records.tokenSummary,
    errors: tokenErrors,
  }),
  localHolders: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/holders',
    tag: 'Local',
    access: 'read',
    summary: 'Holders, largest first',
    params: tokenParams,
    query: z.object({ offset: z.coerce.number().int().nonnegative().optional(), limit: z.coerce.number().int().min(1).max(10_000).optional() }),
    returns: records.holderPage,
    errors: tokenErrors,
  }),
  localClusters: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/clusters',
    tag: 'Local',
    access: 'read',
    summary: 'Clusters with the evidence that joins them',
    params: tokenParams,
    returns: records.explainedClusters,
    errors: tokenErrors,
  }),
  localDistribution: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/distribution',
    tag: 'Local',
    access: 'read',
    summary: 'Distribution with its basis, after merging clusters, and over snapshots',
    params: tokenParams,
    returns: records.localDistribution,
    errors: tokenErrors,
  }),
  localOverlap: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/overlap',
    tag: 'Local',
    access: 'read',
    summary: 'Every intersection of clusters, snipers, bundlers and insiders',
    params: tokenParams,
    returns: records.overlapRecord,
    errors: tokenErrors,
  }),
  localTrades: route({
    method: 'GET',
    path: '/local/v1/{network}/trades',
    tag: 'Local',
    access: 'read',
    summary: 'Trades as a stream of lines (NDJSON or CSV), with time and value filters',
    params: z.object({ network: networkId }),
    query: tradeFilter.omit({ cursor: true, limit: true, order: true }).extend({
      from: z.coerce.number().int().nonnegative().optional(),
      to: z.coerce.number().int().nonnegative().optional(),
      min_usd: z.coerce.number().nonnegative().optional(),
      format: z.enum(['ndjson', 'csv']).optional(),
    }),
    returns: null,
    produces: ['application/x-ndjson', 'text/csv'],
    errors: ['unsupported_network'],
  }),
  takeSnapshot: route({
    method: 'POST',
    path: '/local/v1/{network}/{token_address}/snapshots',
    tag: 'Local',
    access: 'manage',
    summary: 'Take a snapshot of the stored state now',
    params: tokenParams,
    returns: z.object({ timestamp: z.int() }),
    errors: tokenErrors,
  }),
  jobs: route({
    method: 'GET',
    path: '/local/v1/jobs',
    tag: 'Local',
    access: 'read',
    summary: 'Jobs, newest first',
    returns: records.jobList,
  }),
  job: route({
    method: 'GET',
    path: '/local/v1/jobs/{id}',
    tag: 'Local',
    access: 'read',
    summary: 'One job with its stages',
    params: z.object({ id: z.string().max(64) }),
    returns: records.jobRecord,
    errors: ['not_found'],
  }),
  startJob: route({
    method: 'POST',
    path: '/local/v1/jobs',
    tag: 'Local',
    access: 'manage',
    summary: 'Start reading a token',
    body: records.startJobBody,
    bodyLimit: 64 * 1024,
    returns: records.jobRecord,
    errors: ['unsupported_network', 'source_unavailable', 'too_large', 'unsupported_media_type'],
  }),
  cancelJob: route({
    method: 'POST',
    path: '/local/v1/jobs/{id}/cancel',
    tag: 'Local',
    access: 'manage',
    summary: 'Stop a job; what it read stays',
    params: z.object({ id: z.string().max(64) }),
    returns: records.jobRecord,
    errors: ['not_found', 'conflict'],
  }),
  resumeJob: route({
    method: 'POST',
    path: '/local/v1/jobs/{id}/resume',
    tag: 'Local',
    access: 'manage',
    summary: 'Go on with a stopped job',
    params: z.object({ id: z.string().max(64) }),
    returns: records.jobRecord,
    errors: ['not_found', 'conflict'],
  }),
  imports: route({
    method: 'GET',
    path: '/local/v1/imports',
    tag: 'Local',
    access: 'read',
    summary: 'Files that were imported, newest first, with their source',
    returns: records.importList,
  }),
  importFile: route({
    method: 'POST',
    path: '/local/v1/imports',
    tag: 'Local',
    access: 'manage',
    summary: 'Import a holder map, a snapshot, or recorded node answers (JSON or NDJSON)',
    query: z.object({ network: networkId.optional(), name: z.string().max(300).optional() }),
    body: z.unknown(),
    bodyLimit: 256 * 1024 * 1024,
    returns: records.importResult,
    errors: ['too_large', 'unsupported_media_type'],
  }),
  keys: route({
    method: 'GET',
    path: '/local/v1/keys',
    tag: 'Local',
    access: 'manage',
    summary: 'Keys, without their secrets',
    returns: records.keyList,
  }),
  createKey: route({
    method: 'POST',
    path: '/local/v1/keys',
    tag: 'Local',
    access: 'manage',
    summary: 'Make a key; it is shown once',
    body: records.createKeyBody,
    bodyLimit: 64 * 1024,
    returns: records.createdKey,
    errors: ['too_large', 'unsupported_media_type'],
  }),
  revokeKey: route({
    method: 'DELETE',
    path: '/local/v1/keys/{id}',
    tag: 'Local',
    access: 'manage',
    summary: 'Revoke a key',
    params: z.object({ id: z.string().max(64) }),
    returns: records.keyRecord,
    errors: ['not_found'],
  }),
  status: route({
    method: 'GET',
    path: '/local/v1/status',
    tag: 'Local',
    access: 'read',
    summary: 'Version, sources, connections',
    returns: records.statusRecord,
  }),
  requests: route({
    method: 'GET',
    path: '/local/v1/requests',
    tag: 'Local',
    access: 'manage',
    summary: 'The latest requests',
    returns: records.requestLog,
  }),

  health: route({
    method: 'GET',
    path: '/health',
    tag: 'Service',
    access: 'open',
    summary: 'Whether the service is up',
    returns: records.healthRecord,
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    tag: 'Service',
    access: 'open',
    summary: 'This description, OpenAPI 3.1',
    returns: z.record(z.string(), z.unknown()),
  }),
  asyncapi: route({
    method: 'GET',
    path: '/asyncapi.json',
    tag: 'Service',
    access: 'open',
    summary: 'The streams, AsyncAPI 3',
    returns: z.record(z.string(), z.unknown()),
  }),
  docs: route({
    method: 'GET',
    path: '/docs',
    tag: 'Service',
    access: 'open',
    summary: 'Both as a page, offline',
    returns: null,
    produces: ['text/html'],
  }),
} as const satisfies Record<string, RouteDef>

export type RouteId = keyof typeof ROUTES
export type Route<Id extends RouteId> = (typeof ROUTES)[Id]

type Parsed<R, K extends 'params' | 'query' | 'body'> = R extends { readonly [P in K]: infer S }
  ? S extends z.ZodType
    ? z.infer<S>
    : undefined
  : undefined
export type RouteParams<Id extends RouteId> = Parsed<Route<Id>, 'params'>
export type RouteQuery<Id extends RouteId> = Parsed<Route<Id>, 'query'>
export type RouteBody<Id extends RouteId> = Parsed<Route<Id>, 'body'>
export type RouteAnswer<Id extends RouteId> = Route<Id>['returns'] extends z.ZodType ? z.infer<Route<Id>['returns']> : never
