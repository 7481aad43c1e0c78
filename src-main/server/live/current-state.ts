import type { Engine } from '../../engine/interface.ts'
import type { Follow } from '../../ingest/follow/interface.ts'
import type { Jobs } from '../../ingest/jobs/interface.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Store } from '../../store/interface.ts'
import { DERIVE, isRecordStream, type RecordStream } from './derive.ts'
import type { TopicKey } from './topics.ts'

export interface StateSources {
  readonly engine: Engine
  readonly jobs: Jobs
  readonly follow: Follow
  readonly store: Store
}

/** The present data of a full-state stream as JSON; null when there is none yet, or the stream has no state. */
export async function currentState(sources: StateSources, { stream, network, address }: TopicKey): Promise<string | Uint8Array | null> {
  const token: TokenKey = { network, address: trustedAddress(address) }
  if (isRecordStream(stream)) return recordState(sources.engine, token, stream)
  if (stream === 'scanner') return (await sources.store.read.scan({ token, back: 0 }))?.json ?? null
  if (stream === 'dex_trades') return null
  if (stream === 'local.follow') return JSON.stringify(sources.follow.state(token))
  const newest = (await sources.jobs.list()).find((job) => job.network === network && job.token_address === address)
  return newest === undefined ? null : JSON.stringify(newest)
}

async function recordState(engine: Engine, token: TokenKey, stream: RecordStream): Promise<string | null> {
  const [dexMetrics, clusters] = await Promise.all([engine.record(token, 'dexMetrics'), engine.record(token, 'clusters')])
  if (dexMetrics === null || clusters === null) return null
  return JSON.stringify(DERIVE[stream]({ dexMetrics: dexMetrics.value, clusters: clusters.value }))
}
