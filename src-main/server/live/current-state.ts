import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { isRecordStream, type Engine, type StreamPayload } from '../../engine/interface.ts'
import type { Follow } from '../../ingest/follow/interface.ts'
import type { Jobs } from '../../ingest/jobs/interface.ts'
import { trustedAddress, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { Scanner } from '../../ingest/scan/scanner.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import type { Hub } from './hub.ts'
import { valuePayload } from './value-payload.ts'
import type { TopicEvent } from './topic-event.ts'
import type { Topic, TopicKey } from './topics.ts'

export interface StateSources {
  readonly engine: Engine
  readonly jobs: Jobs
  readonly follow: Follow
  readonly store: Store
  readonly hub: Hub
  readonly scanner: Pick<Scanner, 'scan' | 'canScan'>
}

/** The current state of a full-state stream as an event. Null when there is none yet, or when the stream has no state. */
export async function currentState(sources: StateSources, topic: Topic): Promise<TopicEvent | null> {
  await sources.hub.arrive(topic)
  if (topic.stream === 'scanner') {
    const scan = await sources.store.read.scan({ token: tokenOf(topic), back: 0 })
    return scan === null ? null : sources.hub.scanEvent(topic, scan.json, scan.id)
  }
  const payload = await currentPayload(sources, topic)
  return payload === null ? null : sources.hub.stateEvent(topic, payload)
}

/** Scans a token that has no scan, for its first subscriber. @throws AppError if it cannot be scanned */
export async function scanFirst({ hub, store, scanner }: StateSources, topic: Topic): Promise<void> {
  await hub.arrive(topic)
  if ((await store.read.scan({ token: tokenOf(topic), back: 0 })) === null) await scanner.scan(tokenOf(topic))
}

/** @throws AppError if a token is neither stored nor can be read */
export async function requireToken({ store, jobs }: StateSources, topic: Topic): Promise<void> {
  if (jobs.canRead(topic.network) || (await store.read.token(tokenOf(topic))) !== null) return
  throw new AppError('source_unavailable', { message: `This token is not stored, and no source is set for ${NETWORKS[topic.network].name}.` })
}

/** Whether a source is set that can read what the topic needs. */
export const hasSourceFor = ({ jobs, scanner }: Pick<StateSources, 'jobs' | 'scanner'>, { stream, network }: Topic): boolean =>
  stream === 'scanner' ? scanner.canScan(network) : jobs.canRead(network)

const tokenOf = ({ network, address }: TopicKey): TokenKey => ({ network, address: trustedAddress(address) })

async function currentPayload(sources: StateSources, topic: TopicKey): Promise<StreamPayload | null> {
  const { stream, network, address } = topic
  const token = tokenOf(topic)
  if (isRecordStream(stream)) return (await sources.engine.streamPayloads(token))?.[stream] ?? null
  if (stream === 'dex_trades' || stream === 'local.alerts') return null
  if (stream === 'local.follow') return valuePayload(address === FIREHOSE ? sources.follow.wholeState(network) : sources.follow.state(token))
  const newest = (await sources.jobs.list()).find((job) => job.network === network && job.token_address === address)
  return newest === undefined ? null : valuePayload(newest)
}
