import * as records from '../records/index.ts'
import { tokenParams } from '../schema.ts'
import { route, tokenErrors } from './route.ts'

/** Security scans with their ledger, new and stored. */
export const localScanRoutes = {
  localScan: route({
    method: 'GET',
    path: '/local/v1/scanner/{network}/{token_address}',
    tag: 'Security scan',
    access: 'read',
    summary: 'The newest scan with findings, ledger, unknowns and changes since the previous one',
    params: tokenParams,
    returns: records.localScan,
    errors: tokenErrors,
  }),
  makeScan: route({
    method: 'POST',
    path: '/local/v1/scanner/{network}/{token_address}',
    tag: 'Security scan',
    access: 'manage',
    summary: 'Scan a token now',
    params: tokenParams,
    returns: records.localScan,
    errors: tokenErrors,
  }),
  scanHistory: route({
    method: 'GET',
    path: '/local/v1/scanner/{network}/{token_address}/history',
    tag: 'Security scan',
    access: 'read',
    summary: 'Scans of a token, newest first; empty for a token that was never scanned',
    params: tokenParams,
    returns: records.scanHistory,
    errors: ['unsupported_network'],
  }),
} as const
