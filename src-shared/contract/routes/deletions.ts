import { z } from 'zod'
import * as records from '../records/index.ts'
import { natural, tokenParams } from '../schema.ts'
import { inUrl } from './in-url.ts'
import { localRoute, route } from './route.ts'

const seconds = inUrl(natural)
const evenIfUsed = z.object({
  even_if_used: z.enum(['true', 'false']).optional().meta({ description: 'true: also where a case refers to it. Otherwise that is a conflict' }),
})

/** Deleted data can be restored until the database is compacted (docs/cases.md#deletion). */
export const deletionsRoutes = {
  deletions: localRoute({
    method: 'GET',
    path: '/local/v1/deletions',
    access: 'read',
    summary: 'Deleted tokens, snapshots, scans and imports that can be restored, the last deleted first',
    returns: records.deletionList,
  }),
  restoreDeletion: localRoute({
    method: 'POST',
    path: '/local/v1/deletions/{id}/restore',
    access: 'manage',
    summary: 'Restore what was deleted',
    params: z.object({ id: inUrl(z.int().positive()) }),
    returns: records.deletion,
    errors: ['not_found', 'conflict'],
  }),
  caseReferences: localRoute({
    method: 'GET',
    path: '/local/v1/{network}/{token_address}/cases',
    access: 'read',
    summary: 'Cases that refer to a token, or to one of its snapshots or scans',
    params: tokenParams,
    query: z.object({ snapshot: seconds.optional(), scan: seconds.optional() }),
    returns: records.caseReferences,
    errors: ['unsupported_network'],
  }),
  deleteToken: localRoute({
    method: 'DELETE',
    path: '/local/v1/{network}/{token_address}',
    access: 'manage',
    summary: 'Delete a token with its facts, snapshots and scans. Cases keep what they say about it',
    params: tokenParams,
    query: evenIfUsed,
    returns: records.deletion,
    errors: ['token_not_found', 'conflict'],
  }),
  deleteSnapshot: localRoute({
    method: 'DELETE',
    path: '/local/v1/{network}/{token_address}/snapshots/{timestamp}',
    access: 'manage',
    summary: 'Delete one snapshot. The facts it was based on remain',
    params: tokenParams.extend({ timestamp: seconds }),
    query: evenIfUsed,
    returns: records.deletion,
    errors: ['snapshot_not_found', 'conflict'],
  }),
  deleteScan: route({
    method: 'DELETE',
    path: '/local/v1/scanner/{network}/{token_address}/history/{generated_at}',
    tag: 'Security scan',
    access: 'manage',
    summary: 'Delete one scan',
    params: tokenParams.extend({ generated_at: seconds }),
    query: evenIfUsed,
    returns: records.deletion,
    errors: ['not_found', 'conflict'],
  }),
  takeBackImport: localRoute({
    method: 'DELETE',
    path: '/local/v1/imports/{sha256}',
    access: 'manage',
    summary: 'Undo the import of a holder map, list or snapshot, and restore what it replaced',
    params: z.object({ sha256: z.string().max(64) }),
    returns: records.deletion,
    errors: ['not_found', 'conflict'],
  }),
} as const
