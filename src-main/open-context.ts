import { join } from 'node:path'
import { openBus } from './bus/open-bus.ts'
import { DEFAULT_DEPTH, type Config } from './config/config.ts'
import type { Context } from './context.ts'
import { createEngine } from './engine/engine.ts'
import { createImporter } from './importers/importer.ts'
import { seedLabels } from './importers/labels/label-lists.ts'
import { createArchives } from './ingest/archive/archives.ts'
import { createAdapters, type Adapters } from './ingest/adapters.ts'
import { createNativeNow } from './ingest/prices/native-price.ts'
import { readScanWeights } from './ingest/scan/read-weights.ts'
import { createServices } from './ingest/services/services.ts'
import { createOffChainConsent } from './ingest/settings/off-chain-consent.ts'
import { setByWorkers } from './ingest/settings/set-by-workers.ts'
import { openPaceStores } from './ingest/sources/pace-store.ts'
import { createSources } from './ingest/sources/sources.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import type { Logger } from './lib/logger.ts'
import { openReading, type ReadingParts } from './reading.ts'
import { openStore } from './store/client.ts'
import { lockDataFolder } from './store/connection/data-lock.ts'
import { openTeam } from './team.ts'

/**
 * Opens everything that reads and stores, in order, and closes it in reverse. The server is not part of it: commands that run and exit load only this
 * module, without the HTTP libraries.
 */

export const STORE_FILE = 'holderscope.db'

export interface OpenOptions {
  readonly logger: Logger
  readonly resourcesDir: string
  /** Defaults to the system's clock. */
  readonly clock?: Clock
}

/** Opens a data folder: lock, store, labels, engine, importers, jobs. Nothing listens yet. */
export async function openContext(config: Config, { logger, resourcesDir, clock = systemClock }: OpenOptions): Promise<Context> {
  const closers: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const lock = lockDataFolder(config.dataDir)
    closers.push(() => lock.release())
    const store = await openStore({
      location: config.store === null ? { file: join(config.dataDir, STORE_FILE) } : { postgres: config.store },
      logger,
    })
    closers.push(() => store.close())
    await seedLabels(store, resourcesDir)
    const bus = await openBus(config.bus, logger)
    closers.push(() => bus.close())
    const engine = await createEngine({ store, bus, clock, logger, resourcesDir, ruleChanges: depthRuleChange(config.depth) })
    closers.push(() => engine.close())
    const importer = createImporter({ store, engine, clock, logger })
    const services = createServices({ config, logger })
    const paces = await openPaceStores({ store, clock, logger })
    // A process that only answers clients reads no chain, whatever the settings name.
    const given = config.role === 'api' ? { ...config, sources: {}, sourcesSetBy: {} } : config
    const archives = createArchives({ config, services, adapters: () => adapters })
    const adapters: Adapters = createAdapters({ sources: given.sources, paces, archive: archives.settings })
    closers.push(() => adapters.close())
    const nativeNow = createNativeNow({ adapters })
    const weights = readScanWeights(resourcesDir)
    const offChain = createOffChainConsent(config)
    const parts: ReadingParts = { config, store, bus, engine, adapters, services, clock, logger, nativeNow, offChain, weights }
    const reading = bus.isShared && config.store !== null ? openTeam(parts) : openReading(parts)
    closers.push(() => reading.close())
    const { jobs, follow } = reading
    const sources = createSources({ config: given, adapters, jobs, follow, clock, paces })
    const own = config.role === 'api' ? setByWorkers : <T>(settings: T): T => settings
    const settings = { sources: own(sources), services: own(services), archives: own(archives), offChain: own(offChain) }
    return { config, logger, clock, store, engine, importer, ...reading, ...settings, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The depth is also a rule setting, so clusters and snapshots cover the same holders as the read. */
const depthRuleChange = (depth: number): Readonly<Record<string, number>> => (depth === DEFAULT_DEPTH ? {} : { 'cluster.depth_holders': depth })
