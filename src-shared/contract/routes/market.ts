import { z } from 'zod'
import { STREAM_NAMES } from '../streams.ts'
import * as records from '../records/index.ts'
import { networkId, tokenParams } from '../schema.ts'
import { localRoute, route, tokenErrors } from './route.ts'
import { tradeFilter } from './trade-filter.ts'

/** Security scan, trades and labels. */
export const marketRoutes = {
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
    errors: ['unsupported_network', 'source_unavailable', 'token_pending'],
  }),
  stream: localRoute({
    method: 'GET',
    path: '/local/v1/stream',
    access: 'read',
    summary: 'A subscription as Server-Sent Events: the data of each message is a frame as on the WebSocket',
    query: z.object({
      network: networkId,
      address: z.string().min(1).meta({ description: 'A token; for dex_trades also a pool, a wallet or ALL' }),
      stream: z.enum(STREAM_NAMES),
      since: z.string().optional().meta({ description: 'A cursor or a time, as on the WebSocket. The header Last-Event-ID takes precedence.' }),
      retractions: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
      'api-key': z.string().optional().meta({ description: 'The key, for browsers, which cannot set headers here' }),
    }),
    returns: null,
    produces: ['text/event-stream'],
    errors: ['unsupported_network'],
  }),
  labels: route({
    method: 'GET',
    path: '/labels/v1/{network}/{addresses}',
    tag: 'Labels',
    access: 'read',
    summary: 'Labels of up to 100 addresses, comma-separated; unlabelled addresses are omitted',
    params: z.object({ network: networkId, addresses: z.string().min(1) }),
    returns: records.labelRecords,
    errors: ['unsupported_network'],
  }),
} as const
