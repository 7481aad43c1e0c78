import packageJson from '../package.json' with { type: 'json' }
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { createImporter } from './importers/importer.ts'
import type { OpenedFile } from './importers/opened-file.ts'
import type { FileInput } from './importers/read-plan.ts'
import { installSampleCase } from './importers/sample-case.ts'
import { writeSampleInvestigation } from './importers/sample-investigation.ts'
import type { Clock } from './lib/clock.ts'
import { releaseHeapWhenIdle } from './lib/idle-heap.ts'
import { openContext, type OpenOptions } from './open-context.ts'
import { APP_KEY_FILE, keyFile, PAGE_KEY_FILE, readKeyFile, writeKeyFile } from './config/secrets.ts'
import { removeServiceAddress, writeServiceAddress } from './config/service-address.ts'
import { createKey, hashKey } from './server/auth/api-keys.ts'
import { createServer, type Server } from './server/server.ts'
import type { Store } from './store/interface.ts'

/** The composition root without a window: an open data folder, and a server or a reader for other processes on it. */

export const VERSION: string = packageJson.version

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
  /** The key of the page, separate so that it can be revoked alone. */
  readonly pageKey: string
  /** The page to begin with: the worked example on the first start of a data folder, the start page after that. */
  readonly firstPage: string
  close(): Promise<void>
}

/** Opens the data folder, installs the sample case on the first start, and listens. */
export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const context = await openContext(config, options)
  const closers: (() => Promise<void>)[] = [() => context.close()]
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    const { store, engine, clock } = context
    const key = await ensureKey(store, clock, keyFile(config.dataDir, APP_KEY_FILE), 'Holderscope app')
    const pageKey = await ensureKey(store, clock, keyFile(config.dataDir, PAGE_KEY_FILE), 'Holderscope page')
    let firstPage = '/'
    if (options.sampleCase !== false) {
      const importer = createImporter({ ...context, openFile: openSampleFile })
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
    closers.push(
      () => server.close(),
      () => removeServiceAddress(config.dataDir),
    )
    await writeServiceAddress(config.dataDir, { url: server.origin, ws: server.wsUrl, pid: process.pid, version: VERSION })
    await context.start()
    releaseHeapWhenIdle()
    return { context, server, origin: server.origin, wsUrl: server.wsUrl, key, pageKey, firstPage, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** On this thread, which has nothing to answer yet. Only a first start loads the readers of files. */
async function openSampleFile(input: FileInput): Promise<OpenedFile> {
  const { openHere } = await import('./importers/open-here.ts')
  return openHere(input)
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

/** The key in a file. A new one is created if the file is missing or its key was revoked. */
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
