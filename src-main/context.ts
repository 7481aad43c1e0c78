import type { Config } from './config/config.ts'
import type { Engine } from './engine/interface.ts'
import type { Importer } from './importers/interface.ts'
import type { Archives } from './ingest/archive/archives.ts'
import type { OffChainConsent } from './ingest/settings/off-chain-consent.ts'
import type { Services } from './ingest/services/services.ts'
import type { Sources } from './ingest/sources/sources.ts'
import type { Clock } from './lib/clock.ts'
import type { Logger } from './lib/logger.ts'
import type { Reading } from './reading.ts'
import type { Store } from './store/interface.ts'

/** The open services of one data folder. Nothing listens yet. */
export interface Context extends Reading {
  readonly config: Config
  readonly logger: Logger
  readonly clock: Clock
  readonly store: Store
  readonly engine: Engine
  readonly importer: Importer
  readonly sources: Sources
  readonly services: Services
  readonly archives: Archives
  readonly offChain: OffChainConsent
}
