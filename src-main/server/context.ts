import type { Answer, StoredAnswer } from './answer.ts'
import type { Call } from './call.ts'
import type { ServerDeps } from './deps.ts'
import type { FirstRead } from './first-read.ts'
import type { KeyRing } from './keys.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Replays } from './replay/replays.ts'
import type { RequestLog } from './request-log.ts'
import type { SnapshotShelf } from './snapshot-shelf.ts'
import type { RouteId } from '../../src-shared/contract/routes.ts'

/** What handlers work with. */
export interface ServerContext extends Pick<
  ServerDeps,
  | 'store'
  | 'engine'
  | 'jobs'
  | 'follow'
  | 'cadence'
  | 'scanner'
  | 'importer'
  | 'logger'
  | 'clock'
  | 'version'
  | 'dataDir'
  | 'offChainMetadata'
  | 'sources'
  | 'services'
> {
  readonly depth: number
  /** Unix milliseconds. */
  readonly startedAt: number
  /** `127.0.0.1:4690`; known once the server listens. */
  address(): string
  readonly keys: KeyRing
  readonly requestLog: RequestLog
  readonly metrics: Metrics
  readonly replays: Replays
  readonly firstRead: FirstRead
  readonly shelf: SnapshotShelf
  live(): { readonly connections: number; readonly subscriptions: number }
}

type Handle<Id extends RouteId> = (call: Call<Id>, context: ServerContext) => Answer | Promise<Answer>

/** The answer to what a URL asks, if it needs neither a promise nor a look at the store. */
type AtHand<Id extends RouteId> = (asked: Pick<Call<Id>, 'params' | 'query' | 'token'>, context: ServerContext) => StoredAnswer | null

export type Handler<Id extends RouteId> = Handle<Id> & { readonly atHand?: AtHand<Id> }

/** Answers with what is at hand, in the turn of the call, and else as `otherwise` does. */
export function firstAtHand<Id extends RouteId>(atHand: AtHand<Id>, otherwise: Handle<Id>): Handler<Id> {
  return Object.assign((call: Call<Id>, context: ServerContext) => atHand(call, context) ?? otherwise(call, context), { atHand })
}
