import type { Config } from './config/config.ts'
import type { Bus } from './bus/interface.ts'
import type { Engine } from './engine/interface.ts'
import type { Importer } from './importers/interface.ts'
import type { Archives } from './ingest/archive/archives.ts'
import type { Cadence } from './ingest/follow/snapshot-cadence.ts'
import type { Follow } from './ingest/follow/interface.ts'
import type { Jobs } from './ingest/jobs/interface.ts'
import type { OffChainConsent } from './ingest/settings/off-chain-consent.ts'
import type { Scanner } from './ingest/scan/scanner.ts'
import type { Services } from './ingest/services/services.ts'
import type { Sources } from './ingest/sources/sources.ts'
import type { Traces } from './ingest/trace/traces.ts'
import type { Watch } from './ingest/watch/watch.ts'
import type { Clock } from './lib/clock.ts'
import type { Logger } from './lib/logger.ts'
import type { Store } from './store/interface.ts'

/** The open services of one data folder. Nothing listens yet. */
export interface Context {
  readonly config: Config
  readonly logger: Logger
  readonly clock: Clock
  readonly store: Store
  readonly bus: Bus
  readonly engine: Engine
  readonly importer: Importer
  readonly jobs: Jobs
  readonly follow: Follow
  readonly cadence: Cadence
  readonly scanner: Scanner
  readonly watch: Watch
  readonly traces: Traces
  readonly sources: Sources
  readonly services: Services
  readonly archives: Archives
  readonly offChain: OffChainConsent
  /** Goes on with what an earlier run began. */
  start(): Promise<void>
  close(): Promise<void>
}
