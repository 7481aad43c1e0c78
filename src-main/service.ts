import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { openBus } from './bus/open-bus.ts'
import { DEFAULT_DEPTH, type Config } from './config/config.ts'
import type { Context } from './context.ts'
import { createEngine } from './engine/engine.ts'
import { createImporter } from './importers/importer.ts'
import { seedLabels } from './importers/labels/label-lists.ts'
import { installSampleCase } from './importers/sample-case.ts'
import { writeSampleInvestigation } from './importers/sample-investigation.ts'
import { createArchives } from './ingest/archive/archives.ts'
import { createAdapters, type Adapters } from './ingest/adapters.ts'
import { createNativeNow } from './ingest/prices/native-price.ts'
import { createOffChainConsent } from './ingest/settings/off-chain-consent.ts'
import { setByWorkers } from './ingest/settings/set-by-workers.ts'
import { createServices } from './ingest/services/services.ts'
import { openPaceStores } from './ingest/sources/pace-store.ts'
import { createSources } from './ingest/sources/sources.ts'
import { systemClock, type Clock } from './lib/clock.ts'
import { releaseHeapWhenIdle } from './lib/idle-heap.ts'
import type { Logger } from './lib/logger.ts'
import { APP_KEY_FILE, keyFile, PAGE_KEY_FILE, readKeyFile, writeKeyFile } from './config/secrets.ts'
import { removeServiceAddress, writeServiceAddress } from './config/service-address.ts'
import { createKey, hashKey } from './server/auth/api-keys.ts'
import { createServer, type Server } from './server/server.ts'
import { openReading, type ReadingParts } from './reading.ts'
import { openTeam } from './team.ts'
import { openStore } from './store/client.ts'
import { readScanWeights } from './ingest/scan/read-weights.ts'
import { lockDataFolder } from './store/connection/data-lock.ts'
import type { Store } from './store/interface.ts'

/** The composition root without a window: opens everything in order and closes it in reverse. */

export const VERSION: string = packageJson.version
export const STORE_FILE = 'holderscope.db'

export interface OpenOptions {
  readonly logger: Logger
  readonly resourcesDir: string
  readonly clock?: Clock
}

export interface ServiceOptions extends OpenOptions {
  /** Folder of the built page; null serves the API alone. */
  readonly rendererDir: string | null
  /** Whether the first start of a data folder installs the sample case (default: true). */
  readonly sampleCase?: boolean
}

export interface Service {
  readonly context: Context
  readonly server: Server
  /** `http://127.0.0.1:4690` */
  readonly origin: string
  readonly wsUrl: string
  /** The app's own key: every permission. */
  readonly key: string
  /** The key of the page, so that it can be revoked alone. */
  readonly pageKey: string
  /** The page to begin with: the worked example on the first start of a data folder, the start page after that. */
  readonly firstPage: string
  close(): Promise<void>
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
    const store = await openStore({ place: config.store === null ? { file: join(config.dataDir, STORE_FILE) } : { postgres: config.store }, logger })
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
    const nativeNow = createNativeNow({ adapters, clock })
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

/** Opens the data folder, installs the sample case on the first start, and listens. */
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const context = await openContext(config, options)
  try {
    const { store, engine, importer, clock } = context
    const key = await ensureKey(store, clock, keyFile(config.dataDir, APP_KEY_FILE), 'Holderscope app')
    const pageKey = await ensureKey(store, clock, keyFile(config.dataDir, PAGE_KEY_FILE), 'Holderscope page')
    let firstPage = '/'
    if (options.sampleCase !== false) {
      const { installed } = await installSampleCase(store, importer, options.resourcesDir)
      if (installed) firstPage = `/cases/${await writeSampleInvestigation({ store, engine, clock }, options.resourcesDir)}`
    }
    const server = await createServer({
      ...context,
      version: VERSION,
      host: config.host,
      port: config.port,
      dataDir: config.dataDir,
      allowedOrigins: config.allowedOrigins,
      allowedHosts: config.allowedHosts,
      rendererDir: options.rendererDir,
      depth: config.depth,
      pageKey,
    })
    await writeServiceAddress(config.dataDir, { url: server.origin, ws: server.wsUrl, pid: process.pid, version: VERSION })
    await context.start()
    releaseHeapWhenIdle()
    const close = async (): Promise<void> => {
      await removeServiceAddress(config.dataDir)
      await server.close()
      await context.close()
    }
    return { context, server, origin: server.origin, wsUrl: server.wsUrl, key, pageKey, firstPage, close }
  } catch (error) {
    await context.close()
    throw error
  }
}

/** Opens the data folder and reads for the other processes. It answers no client itself. */
export async function startWorker(config: Config, options: OpenOptions): Promise<{ close(): Promise<void> }> {
  const context = await openContext(config, options)
  try {
    await context.start()
  } catch (error) {
    await context.close()
    throw error
  }
  releaseHeapWhenIdle()
  return context
}

/** The depth is also a rule setting, so clusters and snapshots cover the same holders as the read. */
const depthRuleChange = (depth: number): Readonly<Record<string, number>> => (depth === DEFAULT_DEPTH ? {} : { 'cluster.depth_holders': depth })

/** The key in a file. A new one is created where the file is missing or its key was revoked. */
async function ensureKey(store: Store, clock: Clock, path: string, name: string): Promise<string> {
  const present = await readKeyFile(path)
  if (present !== null) {
    const hash = hashKey(present).toString('hex')
    const known = (await store.read.keys()).find((row) => row.hash === hash)
    if (known !== undefined && known.revoked_at === null) return present
  }
  const { key } = await createKey(store, clock, { name, permissions: ['read', 'firehose', 'manage'] })
  await writeKeyFile(path, key)
  return key
}
