import type { Bus } from './bus/interface.ts'
import type { Config } from './config/config.ts'
import type { Engine } from './engine/interface.ts'
import type { Adapters } from './ingest/adapters.ts'
import { createFollow } from './ingest/follow/follow.ts'
import type { Follow } from './ingest/follow/interface.ts'
import { createCadence, type Cadence } from './ingest/follow/snapshot-cadence.ts'
import type { Jobs } from './ingest/jobs/interface.ts'
import { createJobs, type ReadJobs } from './ingest/jobs/jobs.ts'
import { createScanner, type Scanner } from './ingest/scan/scanner.ts'
import type { Services } from './ingest/services/services.ts'
import type { OffChainConsent } from './ingest/settings/off-chain-consent.ts'
import { createTraces, type RunningTraces, type Traces } from './ingest/trace/traces.ts'
import { createWatch, type Watch } from './ingest/watch/watch.ts'
import type { Clock } from './lib/clock.ts'
import type { Logger } from './lib/logger.ts'
import type { NativeNow } from './prices/pricer.ts'
import type { Weights } from './scan/weights.ts'
import type { Store } from './store/interface.ts'

/** Dependencies of reading, following and scanning. */
export interface ReadingParts {
  readonly config: Config
  readonly store: Store
  readonly bus: Bus
  readonly engine: Engine
  readonly adapters: Adapters
  readonly services: Services
  readonly clock: Clock
  readonly logger: Logger
  readonly nativeNow: NativeNow
  readonly offChain: OffChainConsent
  readonly weights: Weights
}

/** The modules that read chains, or stand-ins for those of other processes. */
export interface Reading {
  /** The bus as the server subscribes to it. */
  readonly bus: Bus
  readonly jobs: Jobs
  readonly follow: Follow
  readonly cadence: Cadence
  readonly scanner: Scanner
  readonly watch: Watch
  readonly traces: Traces
  /** Resumes the work of an earlier run. */
  start(): Promise<void>
  close(): Promise<void>
}

/** How jobs and traces of this process are shared with others; not shared unless given. */
export interface Sharing {
  jobs(own: ReadJobs): Jobs
  traces(own: RunningTraces): Traces
}

const ALONE: Sharing = { jobs: (own) => own, traces: (own) => own }

export function openReading(parts: ReadingParts, sharing: Sharing = ALONE): Reading {
  const { config, store, bus, engine, adapters, clock, logger } = parts
  const own = createJobs(parts)
  const jobs = sharing.jobs(own)
  const follow = createFollow({ ...parts, jobs, depth: config.depth })
  const cadence = createCadence({ store, engine, follow, logger })
  const scanner = createScanner(parts)
  const watch = createWatch({ store, bus, engine, follow, jobs, clock, logger })
  const traces = sharing.traces(createTraces({ store, engine, adapters, clock, logger, isShared: bus.isShared }))
  return {
    ...{ bus, jobs, follow, cadence, scanner, watch, traces },
    async start() {
      await jobs.resumeInterrupted()
      await traces.resumeInterrupted()
      await follow.resume()
      await watch.start()
    },
    async close() {
      for (const part of [traces, watch, scanner, cadence, follow, jobs, own]) await part.close()
    },
  }
}
