import type { z } from 'zod'
import { casesRoutes } from './routes/cases.ts'
import { deletionsRoutes } from './routes/deletions.ts'
import { holderMetricsRoutes } from './routes/holder-metrics.ts'
import { localEvidenceRoutes } from './routes/local-evidence.ts'
import { localScanRoutes } from './routes/local-scan.ts'
import { localTokensRoutes } from './routes/local-tokens.ts'
import { localWorkRoutes } from './routes/local-work.ts'
import { marketRoutes } from './routes/market.ts'
import type { RouteDef } from './routes/route.ts'
import { serviceRoutes } from './routes/service.ts'
import { snapshotsRoutes } from './routes/snapshots.ts'
import { tracesRoutes } from './routes/traces.ts'
import { walletsRoutes } from './routes/wallets.ts'
import { watchRoutes } from './routes/watch.ts'

export { BODY_ERRORS, COMMON_ERRORS, type RouteAccess, type RouteDef } from './routes/route.ts'

/** Maximum number of addresses in one label request. */
export const LABELS_MAX = 100

/** Every REST route, one row each. The server's checks, the client's types and the API reference are made from these rows. */
export const ROUTES = {
  ...holderMetricsRoutes,
  ...snapshotsRoutes,
  ...marketRoutes,
  ...localTokensRoutes,
  ...localEvidenceRoutes,
  ...localScanRoutes,
  ...localWorkRoutes,
  ...casesRoutes,
  ...deletionsRoutes,
  ...walletsRoutes,
  ...tracesRoutes,
  ...watchRoutes,
  ...serviceRoutes,
} as const satisfies Record<string, RouteDef>

export type RouteId = keyof typeof ROUTES
export type Route<Id extends RouteId> = (typeof ROUTES)[Id]

type Parsed<R, K extends 'params' | 'query' | 'body'> = R extends { readonly [P in K]: infer S }
  ? S extends z.ZodType
    ? z.infer<S>
    : undefined
  : undefined
export type RouteParams<Id extends RouteId> = Parsed<Route<Id>, 'params'>
export type RouteQuery<Id extends RouteId> = Parsed<Route<Id>, 'query'>
export type RouteBody<Id extends RouteId> = Parsed<Route<Id>, 'body'>
export type RouteAnswer<Id extends RouteId> = Route<Id>['returns'] extends z.ZodType ? z.infer<Route<Id>['returns']> : never
