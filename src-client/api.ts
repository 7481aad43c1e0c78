import type { ApiErrorCode } from '../src-shared/contract/errors.ts'
import type { TradeRecord } from '../src-shared/contract/records/trade.ts'
import type { RouteAnswer, RouteBody, RouteId, RouteParams, RouteQuery } from '../src-shared/contract/routes.ts'
import type { StreamData, StreamName } from '../src-shared/contract/streams.ts'
import type { NetworkId } from '../src-shared/networks.ts'

/**
 * The types of the contract under the names that the client uses. In the published package, `package/api.d.ts` declares the same names from
 * /openapi.json and the streams, because its users have no zod.
 */

export type CallId = RouteId
export type CallParams<Id extends CallId> = RouteParams<Id>
export type CallQuery<Id extends CallId> = RouteQuery<Id>
export type CallBody<Id extends CallId> = RouteBody<Id>
export type CallAnswer<Id extends CallId> = RouteAnswer<Id>
export type { ApiErrorCode, NetworkId, StreamData, StreamName }
export type Trade = TradeRecord
