import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'
import { SERVICE_IDS } from '../../../src-shared/services.ts'
import { liveAnswer } from '../http/answer.ts'
import { isActive } from '../../ingest/jobs/plan.ts'
import type { Handler, ServerContext } from '../context.ts'
import { archiveSetting, offChainSetting, serviceSetting } from './settings.ts'

/** The state of the service. */

export const health: Handler<'health'> = async (_call, { store, clock, startedAt, version, logger }) => {
  const sound = await store.read.setting('health').then(
    () => true,
    (error: unknown) => {
      logger.error({ err: error }, 'the store does not answer')
      return false
    },
  )
  const value = { status: sound ? 'ok' : 'degraded', version, uptime_seconds: Math.max(0, (clock.now() - startedAt) / 1000) }
  return liveAnswer(value, clock)
}

export const status: Handler<'status'> = async ({ query }, context) => {
  if (query.network !== undefined) await context.sources.check(query.network)
  const jobs = await context.jobs.list()
  const value: StatusRecord = {
    version: context.version,
    started_at: Math.floor(context.startedAt / 1000),
    data_dir: context.dataDir,
    off_chain_metadata: offChainSetting(context.offChain),
    sources: NETWORK_IDS.map((network) => sourceStatus(context, network, jobs)),
    archive: archiveSetting(context.archives),
    services: SERVICE_IDS.map((id) => serviceSetting(context.services, id)),
    ...context.live(),
  }
  return liveAnswer(value, context.clock)
}

/** State of a source when last used: by the newest read of its network, or by a test or check of its endpoints. */
function sourceStatus({ sources }: ServerContext, network: NetworkId, records: readonly JobRecord[]): StatusRecord['sources'][number] {
  const endpoints = sources.shown(network)
  const lastRead = records.find((job) => job.network === network && job.kind === 'read')
  const failing = lastRead?.state === 'failed'
  const asRead = failing ? 'failing' : lastRead?.state === 'done' ? 'ok' : 'untested'
  const probe = sources.status(network)
  const ended = lastRead === undefined || isActive(lastRead) ? 0 : lastRead.updated_at
  const isProbeNewer = probe !== null && probe.at >= ended
  const state = endpoints.length === 0 ? 'unset' : isProbeNewer ? probe.state : asRead
  const fault = isProbeNewer ? probe.fault : (lastRead?.error ?? null)
  return {
    network,
    endpoints: [...endpoints],
    set_by: sources.setBy(network),
    readable: true,
    state,
    message: state === 'failing' ? fault : null,
  }
}

export const connections: Handler<'connections'> = (_call, { listeners, clock }) => liveAnswer({ connections: listeners() }, clock)

export const requests: Handler<'requests'> = (_call, { requestLog, clock }) => liveAnswer({ requests: requestLog.latest() }, clock)
