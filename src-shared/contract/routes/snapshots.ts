import { z } from 'zod'
import * as records from '../records/index.ts'
import { tokenParams } from '../schema.ts'
import { inUrl } from './in-url.ts'
import { route, tokenErrors } from './route.ts'

/** Snapshots, and the deprecated paths below them. */
export const snapshotsRoutes = {
  snapshots: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/snapshots',
    alias: '/bubblemaps/v1/{network}/{token_address}/snapshots',
    tag: 'Snapshots',
    access: 'read',
    summary: 'Timestamps of the stored snapshots, ascending',
    params: tokenParams,
    returns: records.snapshotList,
    errors: ['unsupported_network', 'source_unavailable', 'token_pending'],
  }),
  latestSnapshot: route({
    method: 'GET',
    path: '/atlas/v1/{network}/{token_address}/snapshots/latest',
    alias: '/bubblemaps/v1/{network}/{token_address}/snapshots/latest',
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
    alias: '/bubblemaps/v1/{network}/{token_address}/snapshots/{timestamp}',
    tag: 'Snapshots',
    access: 'read',
    summary: 'A snapshot by its timestamp; its bytes never change',
    params: tokenParams.extend({ timestamp: inUrl(z.int().nonnegative()) }),
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
} as const
