import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { NETWORK_IDS, type NetworkId } from '../../src-shared/networks.ts'
import type { DesktopSettings } from '../../src-shared/ipc.ts'
import { ARCHIVE_DATASETS, ARCHIVE_NETWORKS, SERVICE_IDS, type ArchiveNetwork, type ServiceId } from '../../src-shared/services.ts'
import { isObject, readConfigFile, type Settings, type SettingsGroup } from './config-file.ts'
import { UserFault } from '../lib/app-error.ts'
import { issueMessage } from '../lib/issue-message.ts'
import { desktopSettings } from './desktop-settings.ts'
import { readServiceKeys } from './secrets.ts'
import { secureUrl } from './secure-url.ts'

/**
 * Settings, read and checked once as a whole: flags win over `HOLDERSCOPE_*` variables, which win over `holderscope.config.json` in the data
 * folder, which wins over the defaults here. One error names every wrong key (docs/cli.md#configuration).
 */

const DEFAULT_PORT = 4690
export const DEFAULT_DEPTH = 500

const endpointUrl = z.url({ protocol: /^(https?|wss?|grpcs?)$/, error: 'is not an http(s), ws(s) or grpc(s) URL' })
const endpoints = z.union([endpointUrl.transform((url) => [url]), z.array(endpointUrl)])
const datasetName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'is not the name of a data set')
const busUrl = z.string().regex(/^(nats|tls):\/\/[^\s,]+(,[^\s,]+)*$/, 'is not a nats:// address')
const origin = z.url({ protocol: /^https?$/, error: 'is not an http(s) origin' }).transform((url) => new URL(url).origin)

/** Variables and flags are texts. Anything else in the file is a mistake: `Number(null)` would be 0, which as a port is any free one. */
const numeric = <T extends z.ZodType>(number: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value), number)
const onOff = z.union([z.boolean(), z.stringbool()], { error: 'must be true or false' })

/** What a process of the service does: answers clients, reads chains, or both. */
const ROLES = ['api', 'worker', 'all'] as const
export type Role = (typeof ROLES)[number]

const settingsSchema = z.strictObject({
  port: numeric(z.int().min(0).max(65_535).default(DEFAULT_PORT)),
  host: z.string().min(1).default('127.0.0.1'),
  depth: numeric(z.int().min(1).max(10_000).default(DEFAULT_DEPTH)),
  log_level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  store: z.url({ protocol: /^postgres(ql)?$/, error: 'is not an address postgres://user:password@host/database' }).optional(),
  off_chain_metadata: onOff.default(false),
  archive_history: onOff.default(false),
  archive_wallets: onOff.default(false),
  archive_datasets: z.partialRecord(z.enum(ARCHIVE_NETWORKS), datasetName).default({}),
  allowed_origins: z.array(origin).default([]),
  allowed_hosts: z.array(z.string()).default([]),
  bus: busUrl.nullable().default(null),
  role: z.enum(ROLES).default('all'),
  sources: z.partialRecord(z.enum(NETWORK_IDS), endpoints).default({}),
  services: z.partialRecord(z.enum(SERVICE_IDS), secureUrl).default({}),
  desktop: desktopSettings,
})

/** An outside service as configured. */
export interface ServiceAccess {
  /** Base address, https, or loopback. */
  readonly url: string
  readonly key: string | null
}

export interface Config {
  readonly dataDir: string
  readonly port: number
  readonly host: string
  /** Holders that a read inspects closely and a snapshot shows. */
  readonly depth: number
  /** NATS servers that carry events between processes; null for the bus inside this one (docs/team.md#bus). */
  readonly bus: string | null
  readonly role: Role
  readonly logLevel: string
  /** The address of a PostgreSQL database; null for the file in the data folder. It may contain a password. */
  readonly store: string | null
  /** Whether off-chain metadata and links of tokens may be read. Their hosts then see this machine's address. */
  readonly offChainMetadata: boolean
  /** Null for the default, which is off. */
  readonly offChainMetadataSetBy: Exclude<SourceSetBy, 'flag'> | null
  readonly allowedOrigins: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly sources: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  /** Where the endpoints of a network were set. The page can change only those from the file. */
  readonly sourcesSetBy: Readonly<Partial<Record<NetworkId, SourceSetBy>>>
  /** Services outside the chain. Only these are called. */
  readonly services: Readonly<Partial<Record<ServiceId, ServiceAccess>>>
  readonly servicesSetBy: Readonly<Partial<Record<ServiceId, SourceSetBy>>>
  readonly desktop: DesktopSettings
  readonly archive: ArchiveConfig
}

/** Settings for reads from the archive that the service `archive` sets. */
export interface ArchiveConfig {
  readonly history: boolean
  readonly wallets: boolean
  readonly datasets: Readonly<Record<ArchiveNetwork, string>>
  readonly setBy: {
    /** Null for the default, which is off. */
    readonly history: Exclude<SourceSetBy, 'flag'> | null
    readonly wallets: Exclude<SourceSetBy, 'flag'> | null
    readonly datasets: Readonly<Partial<Record<ArchiveNetwork, Exclude<SourceSetBy, 'flag'>>>>
  }
}

export type SourceSetBy = 'flag' | 'variable' | 'file'

export interface Flags {
  readonly dataDir?: string | undefined
  readonly port?: string | undefined
  readonly bus?: string | undefined
  readonly role?: string | undefined
  readonly host?: string | undefined
  readonly depth?: string | undefined
  readonly logLevel?: string | undefined
  readonly store?: string | undefined
  /** `NET=URL`, repeatable; several for one network are tried in order. */
  readonly source?: readonly string[] | undefined
  /** `SERVICE=URL`, repeatable. */
  readonly service?: readonly string[] | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** The platform's directory for application data. */
export function defaultDataDir(env: Env, platform: NodeJS.Platform, home = homedir()): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Holderscope')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Holderscope')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'holderscope')
}

export async function loadConfig(flags: Flags, env: Env): Promise<Config> {
  const dataDir = resolve(flags.dataDir ?? env['HOLDERSCOPE_DATA_DIR'] ?? defaultDataDir(env, process.platform))
  const layers = { file: await readConfigFile(dataDir), variable: readEnvSettings(env), flag: readFlagSettings(flags) }
  const merged = mergeSettings(layers.file, layers.variable, layers.flag)
  const parsed = settingsSchema.safeParse(merged)
  if (!parsed.success) throw new UserFault(`The settings are invalid: ${parsed.error.issues.map(describeIssue).join('; ')}.`, 2)
  const { port, host, depth, log_level, store, off_chain_metadata, allowed_origins, allowed_hosts, sources, services, archive_datasets, desktop } =
    parsed.data
  if (parsed.data.role !== 'all' && (store === undefined || parsed.data.bus === null)) {
    throw new UserFault(`The role "${parsed.data.role}" needs a store and a bus that processes share: --store postgres://… and --bus nats://….`, 2)
  }
  const keys = { ...(await readServiceKeys(dataDir)), ...readEnvKeys(env) }
  const setBy = (group: SettingsGroup) =>
    Object.fromEntries(Object.entries(layers).flatMap(([by, { [group]: set }]) => (isObject(set) ? Object.keys(set).map((id) => [id, by]) : [])))
  const setAlone = (name: 'off_chain_metadata' | 'archive_history' | 'archive_wallets') =>
    (['variable', 'file'] as const).find((by) => layers[by][name] !== undefined) ?? null
  return {
    dataDir,
    port,
    host,
    depth,
    bus: parsed.data.bus,
    role: parsed.data.role,
    logLevel: log_level,
    store: store ?? null,
    offChainMetadata: off_chain_metadata,
    offChainMetadataSetBy: setAlone('off_chain_metadata'),
    allowedOrigins: allowed_origins,
    allowedHosts: allowed_hosts,
    sources: sources as Config['sources'],
    sourcesSetBy: setBy('sources'),
    services: Object.fromEntries(
      SERVICE_IDS.flatMap((id) => {
        const url = services[id]
        return url === undefined ? [] : [[id, { url, key: keys[id] ?? null }]]
      }),
    ),
    servicesSetBy: setBy('services'),
    desktop,
    archive: {
      history: parsed.data.archive_history,
      wallets: parsed.data.archive_wallets,
      datasets: { ...ARCHIVE_DATASETS, ...(archive_datasets as Partial<Record<ArchiveNetwork, string>>) },
      setBy: { history: setAlone('archive_history'), wallets: setAlone('archive_wallets'), datasets: setBy('archive_datasets') },
    },
  }
}

/** An endpoint as the user types it. @throws UserFault that says what is wrong */
export function parseEndpoint(text: string): string {
  const parsed = endpointUrl.safeParse(text.trim())
  if (!parsed.success) throw new UserFault(`"${text}" is not an http(s), ws(s) or grpc(s) URL.`)
  return parsed.data
}

/** The base URL of an outside service as the user types it. @throws UserFault that says what is wrong */
export function parseServiceUrl(text: string): string {
  const parsed = secureUrl.safeParse(text.trim())
  if (!parsed.success) throw new UserFault(`"${text}" ${parsed.error.issues[0]?.message ?? 'is not a URL'}.`)
  return parsed.data
}

/** The name of a data set as the user types it. @throws UserFault that says what is wrong */
export function parseDataset(text: string): string {
  const parsed = datasetName.safeParse(text.trim())
  if (!parsed.success) throw new UserFault(`"${text}" ${parsed.error.issues[0]?.message ?? 'is not the name of a data set'}.`)
  return parsed.data
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `"${[...issue.path, key].join('.')}" is not a setting`).join('; ')
  return `"${issue.path.join('.')}" ${issueMessage(issue)}`
}

const SETTINGS_GROUPS: ReadonlySet<string> = new Set<SettingsGroup>(['sources', 'services', 'archive_datasets'])

function mergeSettings(...layers: readonly Settings[]): Settings {
  const merged: Settings = {}
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer)) {
      if (value === undefined) continue
      const below = merged[key]
      merged[key] = SETTINGS_GROUPS.has(key) && isObject(below) && isObject(value) ? { ...below, ...value } : value
    }
  }
  return merged
}

/** Non-empty variables with a prefix, by the rest of their names in lower case. */
const findEnvEntries = (env: Env, prefix: string): [id: string, value: string][] =>
  Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== undefined && value !== '' ? [[name.slice(prefix.length).toLowerCase(), value]] : [],
  )

const KEY_PREFIX = 'HOLDERSCOPE_SERVICE_KEY_'

/** Keys of services have no flag, because every user of the machine can read a command line. */
const readEnvKeys = (env: Env): Record<string, string> => Object.fromEntries(findEnvEntries(env, KEY_PREFIX))

function readEnvSettings(env: Env): Settings {
  const sources = findEnvEntries(env, 'HOLDERSCOPE_SOURCE_').map(([network, urls]) => [network, urls.split(',').map((url) => url.trim())])
  const services = findEnvEntries(env, 'HOLDERSCOPE_SERVICE_').filter(([id]) => !id.startsWith('key_'))
  return {
    port: env['HOLDERSCOPE_PORT'],
    host: env['HOLDERSCOPE_HOST'],
    depth: env['HOLDERSCOPE_DEPTH'],
    bus: env['HOLDERSCOPE_BUS'],
    role: env['HOLDERSCOPE_ROLE'],
    log_level: env['HOLDERSCOPE_LOG_LEVEL'],
    store: env['HOLDERSCOPE_STORE'],
    off_chain_metadata: env['HOLDERSCOPE_OFF_CHAIN_METADATA'],
    archive_history: env['HOLDERSCOPE_ARCHIVE_HISTORY'],
    archive_wallets: env['HOLDERSCOPE_ARCHIVE_WALLETS'],
    ...nest('sources', sources),
    ...nest('services', services),
    ...nest('archive_datasets', findEnvEntries(env, 'HOLDERSCOPE_ARCHIVE_DATASET_')),
  }
}

const nest = (name: string, entries: readonly (readonly unknown[])[]): Settings =>
  entries.length === 0 ? {} : { [name]: Object.fromEntries(entries as [string, unknown][]) }

function readFlagSettings(flags: Flags): Settings {
  const sources: Record<string, string[]> = {}
  for (const [network, url] of parsePairs('--source NET=URL', flags.source, NETWORK_IDS)) sources[network] = [...(sources[network] ?? []), url]
  return {
    port: flags.port,
    host: flags.host,
    depth: flags.depth,
    bus: flags.bus,
    role: flags.role,
    log_level: flags.logLevel,
    store: flags.store,
    ...nest('sources', Object.entries(sources)),
    ...nest('services', parsePairs('--service SERVICE=URL', flags.service, SERVICE_IDS)),
  }
}

/** Entries `ID=URL` of a repeatable flag. @throws UserFault for any other form */
function parsePairs(form: string, entries: readonly string[] = [], ids: readonly string[]): [id: string, url: string][] {
  return entries.map((entry) => {
    const at = entry.indexOf('=')
    const id = entry.slice(0, at)
    if (at < 0 || !ids.includes(id)) {
      throw new UserFault(`${form.replace(' ', ' takes ')} with one of ${ids.join(', ')}, not "${entry}".`, 2)
    }
    return [id, entry.slice(at + 1)]
  })
}

/** Scheme and host of an endpoint, for display. Paths and queries may contain providers' keys. */
export function redactEndpoint(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
