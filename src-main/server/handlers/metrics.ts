import { Readable } from 'node:stream'
import { liveProvenance } from '../http/answer.ts'
import type { Handler } from '../context.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Metrics of the service for a monitor. */
export const metrics: Handler<'metrics'> = async (_call, { metrics: registry, version, clock, startedAt, jobs, live }) => {
  const text = await registry.exposition({ version, uptimeSeconds: Math.max(0, (clock.now() - startedAt) / 1000), jobs, ...live() })
  return { kind: 'stream', type: TYPE, stream: Readable.from([Buffer.from(text)]), provenance: liveProvenance(clock) }
}
