import type { RouteId } from '../../../src-shared/contract/routes.ts'
import type { Handler } from '../context.ts'
import * as cadence from './cadence.ts'
import * as caseFiles from './case-files.ts'
import * as caseSharing from './case-sharing.ts'
import * as cases from './cases.ts'
import * as clustersFrom from './clusters-from.ts'
import * as deletions from './deletions.ts'
import * as evidence from './evidence.ts'
import * as follow from './follow.ts'
import * as holderMetrics from './holder-metrics.ts'
import * as imports from './imports.ts'
import * as jobs from './jobs.ts'
import * as keys from './keys.ts'
import * as labels from './labels.ts'
import * as localHolders from './local-holders.ts'
import * as localTokens from './local-tokens.ts'
import * as localTrades from './local-trades.ts'
import * as manyTokens from './many-tokens.ts'
import * as metrics from './metrics.ts'
import * as pageSession from './page-session.ts'
import * as reference from './reference.ts'
import * as replay from './replay.ts'
import * as rules from './rules.ts'
import * as scan from './scan.ts'
import * as service from './service.ts'
import * as settings from './settings.ts'
import * as snapshots from './snapshots.ts'
import * as sources from './sources.ts'
import * as storage from './storage.ts'
import * as stream from './stream.ts'
import * as traces from './traces.ts'
import * as trades from './trades.ts'
import * as wallets from './wallets.ts'
import * as watch from './watch.ts'

/** Every route of the contract has its handler here, exported under the id of the route: a new route fails to compile until it has one. */
export const HANDLERS: { readonly [Id in RouteId]: Handler<Id> } = {
  ...cadence,
  ...caseFiles,
  ...caseSharing,
  ...cases,
  ...clustersFrom,
  ...deletions,
  ...evidence,
  ...follow,
  ...holderMetrics,
  ...imports,
  ...jobs,
  ...keys,
  ...labels,
  ...localHolders,
  ...localTokens,
  ...localTrades,
  ...manyTokens,
  ...metrics,
  ...pageSession,
  ...reference,
  ...replay,
  ...rules,
  ...scan,
  ...service,
  ...settings,
  ...snapshots,
  ...sources,
  ...storage,
  ...stream,
  ...traces,
  ...trades,
  ...wallets,
  ...watch,
}
