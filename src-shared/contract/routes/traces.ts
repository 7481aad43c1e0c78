import { z } from 'zod'
import * as records from '../records/index.ts'
import { networkId } from '../schema.ts'
import { localRoute } from './route.ts'

const params = z.object({ id: z.string().max(64) })

/** Money traced from wallet to wallet. */
export const tracesRoutes = {
  traces: localRoute({
    method: 'GET',
    path: '/local/v1/traces',
    access: 'read',
    summary: 'Traces of money, newest first, without their wallets and payments',
    returns: records.traceList,
  }),
  trace: localRoute({
    method: 'GET',
    path: '/local/v1/traces/{id}',
    access: 'read',
    summary: 'A trace of money, as far as it has progressed',
    params,
    returns: records.traceRecord,
    errors: ['not_found'],
  }),
  startTrace: localRoute({
    method: 'POST',
    path: '/local/v1/{network}/traces',
    access: 'manage',
    summary: 'Trace what a wallet sent or received, hop by hop, reading each wallet on demand',
    params: z.object({ network: networkId }),
    body: records.startTraceBody,
    success: 202,
    returns: records.traceRecord,
    errors: ['token_not_found', 'source_unavailable'],
  }),
  cancelTrace: localRoute({
    method: 'POST',
    path: '/local/v1/traces/{id}/cancel',
    access: 'manage',
    summary: 'Stop a trace; what it has read stays stored',
    params,
    returns: records.traceRecord,
    errors: ['not_found'],
  }),
  resumeTrace: localRoute({
    method: 'POST',
    path: '/local/v1/traces/{id}/resume',
    access: 'manage',
    summary: 'Resume a trace that ended or was stopped, with a new budget',
    params,
    returns: records.traceRecord,
    errors: ['not_found', 'source_unavailable'],
  }),
} as const
