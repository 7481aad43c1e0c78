import type { Bus } from '../bus/interface.ts'
import type { Engine } from '../engine/interface.ts'
import type { Importer } from '../importers/interface.ts'
import type { Archives } from '../ingest/archive/archives.ts'
import type { Cadence } from '../ingest/follow/snapshot-cadence.ts'
import type { Follow } from '../ingest/follow/interface.ts'
import type { Jobs } from '../ingest/jobs/interface.ts'
import type { OffChainConsent } from '../ingest/settings/off-chain-consent.ts'
import type { Scanner } from '../ingest/scan/scanner.ts'
import type { Services } from '../ingest/services/services.ts'
import type { Sources } from '../ingest/sources/sources.ts'
import type { Traces } from '../ingest/trace/traces.ts'
import type { Watch } from '../ingest/watch/watch.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Store } from '../store/interface.ts'
import type { ServerLimits } from './limits.ts'

/** The dependencies of the server. It neither opens nor closes them. */
export interface ServerDeps {
  readonly store: Store
  readonly bus: Bus
  readonly engine: Engine
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
  readonly importer: Importer
  readonly logger: Logger
  readonly clock: Clock
  readonly version: string
  /** Interface to listen on. Beyond loopback, the page needs the key too. */
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  readonly dataDir: string
  /** Allowed web origins in addition to the service's own, e.g. `http://localhost:5173`. */
  readonly allowedOrigins: readonly string[]
  /** Allowed host names in addition to loopback, each `name` or `name:port`. */
  readonly allowedHosts?: readonly string[]
  /** Folder of the built page, served at `/`. If null, a sentence is served instead. */
  readonly rendererDir: string | null
  /** Holders read in detail when a GET starts a read. */
  readonly depth?: number
  /** The key that the page receives in exchange for the code in its link. */
  readonly pageKey: string
  readonly limits?: Partial<ServerLimits>
}
