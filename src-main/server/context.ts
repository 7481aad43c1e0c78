import type { Readable } from 'node:stream'
import type { Answer } from './http/answer.ts'
import type { Call } from './http/parse-call.ts'
import type { ServerDeps } from './deps.ts'
import type { Awaitable } from '../lib/awaitable.ts'
import type { FirstRead } from './handlers/shared/first-read.ts'
import type { RunningReads } from './handlers/shared/running-reads.ts'
import type { ApiKeys } from './auth/api-keys.ts'
import type { Caller } from './auth/caller.ts'
import type { WantedSubscription } from './live/requests.ts'
import type { PageCodes } from './auth/page-codes.ts'
import type { ServerLimits } from './limits.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Replays } from './replay/replays.ts'
import type { RequestLog } from './http/request-log.ts'
import type { SnapshotCache } from './handlers/shared/snapshot-cache.ts'
import type { ConnectionRecord } from '../../src-shared/contract/records/service.ts'
import type { RouteId } from '../../src-shared/contract/routes.ts'

/** Dependencies of the handlers. */
export interface ServerContext extends Omit<ServerDeps, 'host' | 'port' | 'allowedOrigins' | 'allowedHosts' | 'rendererDir' | 'depth' | 'limits'> {
  readonly depth: number
  /** Unix milliseconds. */
  readonly startedAt: number
  /** `127.0.0.1:4690`; known once the server listens. */
  address(): string
  readonly keys: ApiKeys
  readonly requestLog: RequestLog
  readonly metrics: Metrics
  readonly replays: Replays
  readonly firstRead: FirstRead
  readonly runningReads: RunningReads
  readonly limits: ServerLimits
  readonly pageCodes: PageCodes
  readonly snapshots: SnapshotCache
  live(): { readonly connections: number; readonly subscriptions: number }
  /** Connections to the streams, newest first. */
  listeners(): ConnectionRecord[]
  /** A subscription as Server-Sent Events, until `left` aborts. @throws AppError `rate_limited`, `validation_error` */
  openEventStream(wanted: WantedSubscription, caller: Caller, left: AbortSignal): Promise<Readable>
}

export type Handler<Id extends RouteId> = (call: Call<Id>, context: ServerContext) => Awaitable<Answer>
