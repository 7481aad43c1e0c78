import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { isRecordStream, type Engine, type StreamPayload } from '../../engine/interface.ts'
import type { Follow } from '../../ingest/follow/interface.ts'
import type { Jobs } from '../../ingest/jobs/interface.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Store } from '../../store/interface.ts'
import type { TopicKey } from './topics.ts'

export interface StateSources {
  readonly engine: Engine
  readonly jobs: Jobs
  readonly follow: Follow
  readonly store: Store
}

/** The current data of a full-state stream. Null when there is none yet, or when the stream has no state. */
export async function currentState(sources: StateSources, { stream, network, address }: TopicKey): Promise<StreamPayload | null> {
  const token: TokenKey = { network, address: trustedAddress(address) }
  if (isRecordStream(stream)) return (await sources.engine.streamPayloads(token))?.[stream] ?? null
  if (stream === 'scanner') {
    const scan = await sources.store.read.scan({ token, back: 0 })
    return scan === null ? null : { json: [scan.json], notes: '', fingerprint: scan.sha256 }
  }
  if (stream === 'dex_trades') return null
  if (stream === 'local.follow') return valuePayload(sources.follow.state(token))
  const newest = (await sources.jobs.list()).find((job) => job.network === network && job.token_address === address)
  return newest === undefined ? null : valuePayload(newest)
}

/** A small value that is serialised on the spot. */
export function valuePayload(value: FollowRecord | JobRecord): StreamPayload {
  const text = JSON.stringify(value)
  return { json: [Buffer.from(text)], notes: '', fingerprint: text }
}
