import { z } from 'zod'
import * as records from '../records/index.ts'
import { networkId, tokenParams } from '../schema.ts'
import { inUrl } from './in-url.ts'
import { route, tokenErrors } from './route.ts'
import { tradeFilter } from './trade-filter.ts'

/** What the page reads about one token beyond the public routes. */
export const localTokensRoutes = {
  localTokens: route({
    method: 'GET',
    path: '/local/v1/tokens',
    tag: 'Local',
    access: 'read',
    summary: 'Stored tokens, most recently opened first; q searches address, name and symbol',
    query: z.object({ q: z.string().max(400).optional(), limit: inUrl(z.int().min(1).max(200)).optional() }),
    returns: records.tokenList,
  }),
  localToken: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}',
    tag: 'Local',
    access: 'read',
    summary: 'What is stored about a token',
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
    query: z.object({ offset: inUrl(z.int().nonnegative()).optional(), limit: inUrl(z.int().min(1).max(10_000)).optional() }),
    returns: records.holderPage,
    errors: tokenErrors,
  }),
  localClusters: route({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/clusters',
    tag: 'Local',
    access: 'read',
    summary: 'Clusters with the evidence behind them',
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
      from: inUrl(z.int().nonnegative()).optional(),
      to: inUrl(z.int().nonnegative()).optional(),
      min_usd: inUrl(z.number().nonnegative()).optional(),
      format: z.enum(['ndjson', 'csv']).optional(),
    }),
    returns: null,
    produces: ['application/x-ndjson', 'text/csv'],
    errors: ['unsupported_network', 'source_unavailable', 'token_pending'],
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
} as const
