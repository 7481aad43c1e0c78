import type { ClusterRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { RecordName } from '../../engine/interface.ts'
import { andThen, type Awaitable } from '../../lib/awaitable.ts'
import { liveProvenance, recordAnswer, valueAnswer, type Answer } from '../http/answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import { answerUnderCase } from './evidence.ts'
import { orIfNotFound, readRecord, type TokenCall } from './shared/token-record.ts'

/** Holder metrics, and their deprecated paths among the snapshots. */

/** No data is an empty record, not an error (docs/api/rest.md#holder-metrics). Its headers say that it is unknown who belongs together. */
const NO_CLUSTERS: ClusterRecord = { total_cluster_pct: 0, clusters: [] }

const answersRecord =
  (name: RecordName) =>
  (call: TokenCall, context: ServerContext): Awaitable<Answer> =>
    andThen(readRecord(call, context, name), recordAnswer)

const readClusters = (call: TokenCall, context: ServerContext): Promise<Answer> =>
  orIfNotFound(answersRecord('clusters')(call, context), () =>
    valueAnswer(NO_CLUSTERS, { ...liveProvenance(context.clock), unknown: Object.keys(NO_CLUSTERS) }),
  )

export const overview: Handler<'overview'> = answersRecord('overview')
export const distribution: Handler<'distribution'> = answersRecord('distribution')
export const snipers: Handler<'snipers'> = answersRecord('snipers')
export const clusters: Handler<'clusters'> = readClusters
export const bundlers: Handler<'bundlers'> = answersRecord('bundlers')
export const insiders: Handler<'insiders'> = answersRecord('insiders')

export const legacyDistribution: Handler<'legacyDistribution'> = answersRecord('distribution')
export const legacySnipers: Handler<'legacySnipers'> = answersRecord('snipers')
export const legacyClusters: Handler<'legacyClusters'> = readClusters

export const localOverview: Handler<'localOverview'> = answersRecord('localOverview')
/** The same record, in the cached bytes unless a case is named. */
export const localClusters: Handler<'localClusters'> = (call, context) =>
  call.query.case === undefined ? answersRecord('localClusters')(call, context) : answerUnderCase(call, context, 'clusters', {})
export const localDistribution: Handler<'localDistribution'> = answersRecord('localDistribution')
export const localOverlap: Handler<'localOverlap'> = answersRecord('localOverlap')
