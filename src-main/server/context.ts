import type { Answer, StoredAnswer } from './answer.ts'
import type { Call } from './call.ts'
import type { ServerDeps } from './deps.ts'
import type { FirstRead } from './first-read.ts'
import type { KeyRing } from './keys.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Replays } from './replay/replays.ts'
import type { RequestLog } from './request-log.ts'
import type { SnapshotShelf } from './snapshot-shelf.ts'
import type { ConnectionRecord } from '../../src-shared/contract/records/service.ts'
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
  | 'offChain'
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
  /** Who is connected to the streams, newest first. */
  listeners(): ConnectionRecord[]
}

/** What the URL of a call says. */
export type Asked<Id extends RouteId> = Pick<Call<Id>, 'params' | 'query' | 'token'>

/** The answer to what a URL asks, if it needs neither a promise nor a look at the store. */
type AtHand<A> = (asked: A, context: ServerContext) => StoredAnswer | null
type Handle<C> = (call: C, context: ServerContext) => Answer | Promise<Answer>

export type Handler<Id extends RouteId> = Handle<Call<Id>> & { readonly atHand?: AtHand<Asked<Id>> }

/** Answers with what is at hand, in the turn of the call, and else as `otherwise` does. */
export function firstAtHand<A, C extends A>(atHand: AtHand<A>, otherwise: Handle<C>): Handle<C> & { readonly atHand: AtHand<A> } {
  return Object.assign((call: C, context: ServerContext) => atHand(call, context) ?? otherwise(call, context), { atHand })
}
