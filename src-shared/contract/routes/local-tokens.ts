import { z } from 'zod'
import * as records from '../records/index.ts'
import { natural, networkId, tokenParams } from '../schema.ts'
import { inUrl } from './in-url.ts'
import { underCase } from './under-case.ts'
import { localRoute, tokenErrors } from './route.ts'
import { tradeFilter } from './trade-filter.ts'

function currentState<P extends records.StatePart>(part: P, summary: string) {
  return localRoute({
    method: 'GET',
    path: `/local/v1/{network}/{token_address}/current/${part}`,
    access: 'read',
    summary: `${summary}: all of it, or what changed since a version`,
    params: tokenParams,
    query: z.object({ since: z.string().max(100).optional() }),
    returns: records.CURRENT_STATE[part],
    errors: tokenErrors,
  })
}

/** What the page reads about one token beyond the public routes. */
export const localTokensRoutes = {
  localTokens: localRoute({
    method: 'GET',
    path: '/local/v1/tokens',
    access: 'read',
    summary: 'Stored tokens, most recently opened first; q searches address, name and symbol',
    query: z.object({ q: z.string().max(400).optional(), limit: inUrl(z.int().min(1).max(200)).optional() }),
    returns: records.tokenList,
  }),
  localToken: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}',
    access: 'read',
    summary: 'What is stored about a token',
    params: tokenParams,
    returns: records.tokenSummary,
    errors: tokenErrors,
  }),
  localHolders: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/holders',
    access: 'read',
    summary: 'Holders, largest first',
    params: tokenParams,
    query: z.object({ offset: inUrl(natural).optional(), limit: inUrl(z.int().min(1).max(10_000)).optional() }),
    returns: records.holderPage,
    errors: tokenErrors,
  }),
  holderLines: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/holder-lines',
    access: 'read',
    summary: 'All holders as a stream of lines (NDJSON or CSV), largest first',
    params: tokenParams,
    query: z.object({ format: z.enum(['ndjson', 'csv']).optional() }),
    returns: null,
    produces: ['application/x-ndjson', 'text/csv'],
    errors: tokenErrors,
  }),
  localOverview: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/overview',
    access: 'read',
    summary: 'The six shares of the overview, with early buyers and the creator on every network',
    params: tokenParams,
    returns: records.overviewRecord,
    errors: tokenErrors,
  }),
  localClusters: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/clusters',
    access: 'read',
    summary: 'Clusters with the evidence behind them',
    params: tokenParams,
    query: underCase,
    returns: records.explainedClusters,
    errors: [...tokenErrors, 'not_found'],
  }),
  localDistribution: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/distribution',
    access: 'read',
    summary: 'Distribution with its basis, after merging clusters, and over snapshots',
    params: tokenParams,
    returns: records.localDistribution,
    errors: tokenErrors,
  }),
  currentSnapshot: currentState('snapshot', 'What a snapshot taken now would contain; of an imported token, its newest snapshot'),
  currentHolders: currentState('holders', 'Holders, largest first'),
  currentClusters: currentState('clusters', 'Clusters with the evidence behind them'),
  localOverlap: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/overlap',
    access: 'read',
    summary: 'Every intersection of clusters, snipers, bundlers and insiders',
    params: tokenParams,
    returns: records.overlapRecord,
    errors: tokenErrors,
  }),
  localTrades: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/trades',
    access: 'read',
    summary: 'Trades as a stream of lines (NDJSON or CSV), with time and value filters',
    params: z.object({ network: networkId }),
    query: tradeFilter.omit({ cursor: true, limit: true, order: true }).extend({
      from: inUrl(natural).optional(),
      to: inUrl(natural).optional(),
      min_usd: inUrl(z.number().nonnegative()).optional(),
      format: z.enum(['ndjson', 'csv']).optional(),
    }),
    returns: null,
    produces: ['application/x-ndjson', 'text/csv'],
    errors: ['unsupported_network', 'source_unavailable', 'token_pending'],
  }),
  localSnapshots: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/snapshots',
    access: 'read',
    summary: 'The stored snapshots, ascending, with when each was taken',
    params: tokenParams,
    returns: records.snapshotMoments,
    errors: ['unsupported_network'],
  }),
  takeSnapshot: localRoute({
    method: 'POST',
    path: '/local/v1/{network}/{token_address}/snapshots',
    access: 'manage',
    summary: 'Take a snapshot of the stored state under the time of that state (201); none if nothing changed since the newest (200)',
    params: tokenParams,
    success: 201,
    unchanged: 'Nothing changed since the newest snapshot, which the answer names.',
    returns: records.takenSnapshot,
    errors: [...tokenErrors, 'conflict'],
  }),
  setClustersFrom: localRoute({
    method: 'PUT',
    path: '/local/v1/{network}/{token_address}/clusters',
    access: 'manage',
    summary: 'Choose whether clusters are those of the imported snapshot or computed by the rules; answers both',
    params: tokenParams,
    body: records.clustersFrom,
    bodyLimit: 1024,
    returns: records.clustersChange,
    errors: ['unsupported_network', 'token_not_found', 'conflict'],
  }),
} as const
