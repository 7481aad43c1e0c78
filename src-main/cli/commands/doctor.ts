import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { grouped } from '../../../src-shared/domain/shown.ts'
import { ARCHIVE_SERVICES, SERVICES, type ArchiveNetwork, type ArchiveService } from '../../../src-shared/services.ts'
import type { Config } from '../../config/config.ts'
import { CONFIG_FILE } from '../../config/config-file.ts'
import { APP_KEY_FILE, PAGE_KEY_FILE, SERVICE_KEYS_FILE } from '../../config/secrets.ts'
import { LABEL_LISTS_SETTING } from '../../importers/labels/label-lists.ts'
import { createAdapters } from '../../ingest/adapters.ts'
import { createArchives } from '../../ingest/archive/archives.ts'
import { createServices } from '../../ingest/services/services.ts'
import { probeEndpoint } from '../../ingest/sources/probe.ts'
import { UserFault } from '../../lib/app-error.ts'
import { asError } from '../../lib/as-error.ts'
import type { Logger } from '../../lib/logger.ts'
import { isPortFree } from '../../lib/free-port.ts'
import { openContext, STORE_FILE } from '../../open-context.ts'
import { lockDataFolder } from '../../store/connection/data-lock.ts'
import { ACCEPT_CHANGES, SALVAGE } from '../../store/connection/faults.ts'
import { acceptPages } from '../../store/pages/accept-pages.ts'
import { checkPages } from '../../store/pages/check-pages.ts'
import { describeDamage } from '../../store/pages/damage.ts'
import { sumsPath } from '../../store/pages/sums-file.ts'
import { salvage, type Salvage } from '../../store/repair/salvage.ts'
import { print, printJson, EXIT } from '../output.ts'
import { RENDERER_DIR, RESOURCES_DIR, loadSettings, type CommonOptions } from '../session.ts'
import { collect, sourcesOption } from '../source-option.ts'

interface DoctorOptions extends CommonOptions {
  readonly salvage?: boolean
  readonly deep?: boolean
  readonly acceptChanges?: boolean
}

interface Check {
  readonly what: string
  readonly ok: boolean
  readonly found: string
  /** How to fix the fault; null if there is none. */
  readonly todo: string | null
}

const NODE_MAJOR = 24
/** The answer of SQLite's quick_check for a sound file. */
const SOUND = 'ok'
const MAX_FAULTS = 3
const TO_SALVAGE = `Run ${SALVAGE}. It recovers what can be read, and keeps the damaged file beside the new one.`

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check runtime, store, port and sources, and say how to fix each problem')
    .option('--port <n>', 'port to check')
    .addOption(sourcesOption())
    .option('--service <name=url>', 'service outside the chains; repeat for more', collect)
    .option('--deep', 'compare every page of the store with its checksum; startup checks only a part of a large file')
    .option('--salvage', 'first recover a damaged store into a new file; the damaged one is kept beside it')
    .option('--accept-changes', 'first accept changes that another program made to an intact store; they look like damage')
    .action(async (_local, command: Command) => {
      const options: DoctorOptions = command.optsWithGlobals()
      const { config, logger } = await loadSettings(options, true)
      if (options.acceptChanges === true) acceptChanges(config)
      const salvaged = options.salvage === true ? salvageStore(config) : null
      if (salvaged !== null && options.json !== true) printSalvage(salvaged)
      const checks = [
        checkRuntime(),
        checkPage(),
        await checkPort(config),
        ...(options.deep === true ? [checkStoredPages(config)] : []),
        await checkStore(config, logger),
        checkModes(config),
        ...(await checkSources(config)),
        ...(await checkArchive(config, logger)),
      ]
      if (options.json)
        printJson({
          ok: checks.every((check) => check.ok),
          ...(salvaged === null ? {} : { salvaged: { broken_file: salvaged.brokenFile, tables: salvaged.tables } }),
          checks,
        })
      else
        for (const check of checks) print(`${check.ok ? '✓' : '✗'} ${check.what}: ${check.found}${check.todo === null ? '' : `\n    ${check.todo}`}`)
      if (checks.some((check) => !check.ok)) process.exitCode = EXIT.failed
    })
}

/** Runs `work` on the file of the store while no other process uses the data folder. */
function onFile<T>({ dataDir }: Config, work: (path: string) => T): T {
  const lock = lockDataFolder(dataDir)
  try {
    return work(join(dataDir, STORE_FILE))
  } finally {
    lock.release()
  }
}

const salvageStore = (config: Config): Salvage => onFile(config, (path) => salvage(path, { forget: [LABEL_LISTS_SETTING] }))

function acceptChanges(config: Config): void {
  const faults = onFile(config, acceptPages)
  if (faults.length > 0) throw new UserFault(`The store was not accepted: ${faults.slice(0, MAX_FAULTS).join('; ')}. ${TO_SALVAGE}`)
}

function printSalvage({ brokenFile, tables }: Salvage): void {
  for (const { table, kept, lost } of tables) {
    if (kept > 0 || lost !== 0) print(`  ${table}: ${kept} rows kept, ${lost ?? 'an unknown number'} lost`)
  }
  print(`The damaged file is kept as ${brokenFile}. Read tokens again to restore what was lost.`)
}

function checkRuntime(): Check {
  const ok = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR
  return {
    what: 'runtime',
    ok,
    found: `Node ${process.versions.node}`,
    todo: ok ? null : `Run through npm (npm run holderscope), which uses the Node ${NODE_MAJOR} that this project pins.`,
  }
}

function checkPage(): Check {
  const ok = existsSync(RENDERER_DIR)
  return { what: 'page', ok, found: ok ? 'built' : 'not built', todo: ok ? null : 'Run npm run build.' }
}

async function checkPort({ host, port }: Config): Promise<Check> {
  const free = await isPortFree(host, port)
  return {
    what: 'port',
    ok: free,
    found: port === 0 ? `any free one of ${host}` : `${host}:${port} is ${free ? 'free' : 'taken'}`,
    todo: free ? null : 'Stop the program that uses it, or choose another port with --port or HOLDERSCOPE_PORT (0 picks a free one).',
  }
}

function checkStoredPages(config: Config): Check {
  const what = 'pages'
  try {
    return onFile(config, (path) => {
      const { sums, damaged } = checkPages(path, { whole: true })
      if (damaged.length === 0) return { what, ok: true, found: `${grouped(sums.length)} pages match their checksums`, todo: null }
      return {
        what,
        ok: false,
        found: `damage, or a change by another program, in ${describeDamage(path, damaged)}`,
        todo: `${TO_SALVAGE} If a program changed it on purpose, run ${ACCEPT_CHANGES}.`,
      }
    })
  } catch (error) {
    return { what, ok: false, found: asError(error).message, todo: 'See the message above.' }
  }
}

async function checkStore(config: Config, logger: Parameters<typeof openContext>[1]['logger']): Promise<Check> {
  try {
    const context = await openContext(config, { logger, resourcesDir: RESOURCES_DIR })
    try {
      const lines = await context.store.read.check()
      const ok = lines.every((line) => line === SOUND)
      return {
        what: 'store',
        ok,
        found: ok ? `${config.dataDir} is intact` : lines.join('; '),
        todo: ok ? null : TO_SALVAGE,
      }
    } finally {
      await context.close()
    }
  } catch (error) {
    const found = asError(error).message
    return {
      what: 'store',
      ok: false,
      found,
      todo: found.includes(SALVAGE)
        ? TO_SALVAGE
        : error instanceof UserFault
          ? 'Choose another folder with --data-dir, or make sure that this one is writable and not in use.'
          : 'See the message above.',
    }
  }
}

/** Files of the data folder that other users must not read: keys, and what is investigated. */
const PRIVATE_FILES = [
  STORE_FILE,
  `${STORE_FILE}-wal`,
  `${STORE_FILE}-shm`,
  sumsPath(STORE_FILE),
  APP_KEY_FILE,
  PAGE_KEY_FILE,
  SERVICE_KEYS_FILE,
  CONFIG_FILE,
]
const OTHERS = 0o077

function checkModes({ dataDir }: Config): Check {
  const readable = PRIVATE_FILES.filter((name) => ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0)
  const ok = process.platform === 'win32' || readable.length === 0
  return {
    what: 'files',
    ok,
    found: ok ? 'readable by their owner only' : `other users can read ${readable.join(', ')}`,
    todo: ok ? null : `Run chmod go= ${readable.map((name) => join(dataDir, name)).join(' ')}`,
  }
}

async function checkSources(config: Config): Promise<Check[]> {
  const entries = Object.entries(config.sources) as [NetworkId, readonly string[]][]
  if (entries.length === 0) {
    return [
      {
        what: 'sources',
        ok: true,
        found: 'none configured; files can be imported, but no chain can be read',
        todo: 'Add one with --source eth=URL, HOLDERSCOPE_SOURCE_ETH, or the settings file.',
      },
    ]
  }
  return Promise.all(entries.flatMap(([network, urls]) => urls.map((url) => checkSource(network, url))))
}

const TODO_FOR_ARCHIVE: Readonly<Record<ArchiveService, (network: ArchiveNetwork) => string>> = {
  archive: (network) => `Set another URL with --service archive=URL, or another data set with HOLDERSCOPE_ARCHIVE_DATASET_${network.toUpperCase()}.`,
  hypersync: () => 'Set another URL with --service hypersync=URL, or a valid API token with HOLDERSCOPE_SERVICE_KEY_HYPERSYNC.',
}

/** Empty if no archive is set. */
async function checkArchive(config: Config, logger: Logger): Promise<Check[]> {
  const services = createServices({ config, logger })
  if (Object.values(ARCHIVE_SERVICES).every((service) => services.access(service) === null)) return []
  const adapters = createAdapters({ sources: config.sources })
  try {
    const tested = await createArchives({ config, services, adapters: () => adapters }).test()
    const { history, wallets, datasets } = config.archive
    const uses = history || wallets ? '' : ', not used until archive_history or archive_wallets is on'
    return tested.map(({ service, network, ok, sentences }) => ({
      what: `${service} ${network}`,
      ok,
      found: [`${service === 'archive' ? datasets[network] : SERVICES[service].name}${uses}`, ...sentences].join('\n    '),
      todo: ok ? null : TODO_FOR_ARCHIVE[service](network),
    }))
  } finally {
    await adapters.close()
  }
}

async function checkSource(network: NetworkId, url: string): Promise<Check> {
  const what = `source ${network}`
  const { endpoint, found, fault } = await probeEndpoint(network, url)
  if (found === null)
    return { what, ok: false, found: `${endpoint}: ${fault ?? ''}`, todo: 'Check the URL and key of the endpoint, or configure another.' }
  return { what, ok: true, found: [endpoint, ...found.sentences].join('\n    '), todo: null }
}
