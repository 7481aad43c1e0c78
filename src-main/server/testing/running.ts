import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Permission } from '../../../src-shared/contract/records/service.ts'
import { ARCHIVE_DATASETS } from '../../../src-shared/services.ts'
import type { ArchiveConfig } from '../../config/config.ts'
import type { Engine } from '../../engine/interface.ts'
import type { Clock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { createArchives } from '../../ingest/archive/archives.ts'
import { createAdapters, type AdaptersOptions } from '../../ingest/adapters.ts'
import { createOffChainConsent } from '../../ingest/settings/off-chain-consent.ts'
import { createScanner } from '../../ingest/scan/scanner.ts'
import { createServices } from '../../ingest/services/services.ts'
import { createTraces } from '../../ingest/trace/traces.ts'
import { createWatch } from '../../ingest/watch/watch.ts'
import { createSources } from '../../ingest/sources/sources.ts'
import { createCadence } from '../../ingest/follow/snapshot-cadence.ts'
import { createFollow } from '../../ingest/follow/follow.ts'
import { openStore } from '../../store/client.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { readScanWeights } from '../../ingest/scan/read-weights.ts'
import type { Store } from '../../store/interface.ts'
import { createKey } from '../auth/api-keys.ts'
import { createServer, type Server, type ServerDeps } from '../server.ts'
import { FakeEngine, FakeImporter, FakeJobs } from './fakes.ts'
import { STORY_NOW_MS, seedStory } from './story.ts'

/** The real server on a free port over the real store, for tests that speak to it over the wire. */

export const OWN_ORIGIN = 'http://tool.example'

export interface Running {
  readonly server: Server
  readonly store: Store
  readonly jobs: FakeJobs
  readonly importer: FakeImporter
  /** Keys by permission. */
  readonly keys: Readonly<Record<'owner' | 'reader' | 'firehose', string>>
  /** A call, by default GET, with the reader's key or the given one. Null sends no key. */
  call(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>
  stop(): Promise<void>
}

export interface RunningOptions extends Partial<Omit<ServerDeps, 'store' | 'engine' | 'jobs' | 'importer'>> {
  /** Makes the engine over the store; the one given is closed with the server. */
  readonly engine?: (store: Store, clock: Clock) => Promise<Engine>
  /** Runs the store on its own threads, as the app does. */
  readonly storeThreads?: boolean
  /** The chains that can be read. Defaults to none. */
  readonly chains?: AdaptersOptions
}

const NO_ARCHIVE: ArchiveConfig = {
  history: false,
  wallets: false,
  datasets: ARCHIVE_DATASETS,
  setBy: { history: null, wallets: null, datasets: {} },
}

const weights = readScanWeights(fileURLToPath(new URL('../../../resources', import.meta.url)))

const PERMISSIONS: Readonly<Record<keyof Running['keys'], readonly Permission[]>> = {
  owner: ['read', 'firehose', 'manage'],
  reader: ['read'],
  firehose: ['read', 'firehose'],
}

export async function startRunning({
  engine: makeEngine,
  chains = { sources: {} },
  storeThreads = false,
  ...options
}: RunningOptions = {}): Promise<Running> {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'holderscope-server-'))
  const clock: Clock = options.clock ?? { now: () => STORY_NOW_MS }
  const file = join(folder, 'store.db')
  const store = storeThreads ? await openStore({ location: { file }, logger: silentLogger }) : await openTestStore(file)
  await seedStory(store)
  const made = async (name: keyof Running['keys']): Promise<string> => (await createKey(store, clock, { name, permissions: PERMISSIONS[name] })).key
  const keys = { owner: await made('owner'), reader: await made('reader'), firehose: await made('firehose') }
  const engine = makeEngine === undefined ? new FakeEngine() : await makeEngine(store, clock)
  const jobs = new FakeJobs()
  const { bus } = jobs
  const importer = new FakeImporter(store)
  const adapters = createAdapters(chains)
  const services = createServices({ config: { dataDir: folder, services: {}, servicesSetBy: {} }, logger: silentLogger })
  const follow = createFollow({ store, bus, engine, jobs, adapters, clock, logger: silentLogger, depth: 500 })
  const cadence = createCadence({ store, engine, follow, logger: silentLogger })
  const scanner = options.scanner ?? createScanner({ store, bus, engine, adapters, weights, clock })
  const watch = createWatch({ store, bus, engine, follow, jobs, clock, logger: silentLogger })
  const traces = createTraces({ store, engine, adapters, clock, logger: silentLogger })
  const server = await createServer({
    logger: silentLogger,
    version: '0.0.0-test',
    host: '127.0.0.1',
    port: 0,
    dataDir: folder,
    offChain: createOffChainConsent({ dataDir: folder, offChainMetadata: false, offChainMetadataSetBy: null }),
    pageKey: keys.owner,
    allowedOrigins: [OWN_ORIGIN],
    rendererDir: null,
    clock,
    ...options,
    store,
    bus,
    engine,
    jobs,
    sources: createSources({ config: { dataDir: folder, sources: {}, sourcesSetBy: {} }, adapters, jobs, follow, clock }),
    services,
    archives: createArchives({ config: { dataDir: folder, archive: NO_ARCHIVE }, services, adapters: () => adapters }),
    scanner,
    follow,
    cadence,
    watch,
    traces,
    importer,
  })
  return {
    server,
    store,
    jobs,
    importer,
    keys,
    call: (path, { key = keys.reader, headers, ...init } = {}) =>
      fetch(server.origin + path, {
        redirect: 'manual',
        ...init,
        headers: { ...(key === null ? {} : { 'x-api-key': key }), ...Object.fromEntries(new Headers(headers)) },
      }),
    async stop() {
      await server.close()
      await traces.close()
      await watch.close()
      await cadence.close()
      await engine.close()
      await store.close()
      if (options.dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}
