import { z } from 'zod'
import * as records from '../records/index.ts'
import { networkId } from '../schema.ts'
import { route } from './route.ts'

/** Jobs and imports: what changes the store. */
export const localWorkRoutes = {
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
} as const
