import type { ClusterRecord } from '../../../src-shared/contract/records/metrics.ts'
import { AppError } from '../../lib/app-error.ts'
import { valueAnswer, type Answer } from '../answer.ts'
import type { Handler, ServerContext } from '../context.ts'
import { answerRecord, type TokenCall } from './token-record.ts'

/** Holder metrics, and their old places in the snapshot area. */

/** interface.md, rule 1 of the holder metrics: no data is an empty record, not an error. */
const NO_CLUSTERS: ClusterRecord = { total_cluster_pct: 0, clusters: [] }

function answerClusters(call: TokenCall, context: ServerContext): Answer | Promise<Answer> {
  const answer = answerRecord(call, context, 'clusters')
  if (!(answer instanceof Promise)) return answer
  return answer.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'token_not_found') throw error
    return valueAnswer(NO_CLUSTERS, { asOf: context.clock.now(), source: 'live' })
  })
}

export const overview: Handler<'overview'> = (call, context) => answerRecord(call, context, 'overview')
export const distribution: Handler<'distribution'> = (call, context) => answerRecord(call, context, 'distribution')
export const snipers: Handler<'snipers'> = (call, context) => answerRecord(call, context, 'snipers')
export const clusters: Handler<'clusters'> = answerClusters
export const bundlers: Handler<'bundlers'> = (call, context) => answerRecord(call, context, 'bundlers')
export const insiders: Handler<'insiders'> = (call, context) => answerRecord(call, context, 'insiders')

export const legacyDistribution: Handler<'legacyDistribution'> = (call, context) => answerRecord(call, context, 'distribution')
export const legacySnipers: Handler<'legacySnipers'> = (call, context) => answerRecord(call, context, 'snipers')
export const legacyClusters: Handler<'legacyClusters'> = answerClusters

export const localClusters: Handler<'localClusters'> = (call, context) => answerRecord(call, context, 'localClusters')
export const localDistribution: Handler<'localDistribution'> = (call, context) => answerRecord(call, context, 'localDistribution')
export const localOverlap: Handler<'localOverlap'> = (call, context) => answerRecord(call, context, 'localOverlap')
