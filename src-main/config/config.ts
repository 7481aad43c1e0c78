import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { NETWORK_IDS, type NetworkId } from '../../src-shared/networks.ts'
import { SERVICE_IDS, type ServiceId } from '../../src-shared/services.ts'
import { isSettings, readConfigFile, type Settings } from './config-file.ts'
import { UserFault } from '../lib/app-error.ts'
import { issueWords } from '../lib/issue-message.ts'
import { readServiceKeys } from './secrets.ts'

/**
 * Settings, read once and checked once as a whole: flags over `HOLDERSCOPE_*` over `holderscope.config.json` in the
 * data folder over the defaults here. Every wrong key is named in one error.
 */

export const DEFAULT_PORT = 4690
export const DEFAULT_DEPTH = 500

const endpointUrl = z.url({ protocol: /^(https?|wss?|grpcs?)$/, error: 'is not an http(s), ws(s) or grpc(s) URL' })
const endpoints = z.union([endpointUrl.transform((url) => [url]), z.array(endpointUrl)])
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** What is asked of an outside service, and its key, cross the network sealed. */
const serviceUrl = z.string().refine((text) => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
}, 'is not an https URL, nor one on this machine')
const origin = z.url({ protocol: /^https?$/, error: 'is not an http(s) origin' }).transform((url) => new URL(url).origin)

const settingsSchema = z.strictObject({
  port: z.coerce.number().int().min(0).max(65_535).default(DEFAULT_PORT),
  host: z.string().min(1).default('127.0.0.1'),
  depth: z.coerce.number().int().min(1).max(10_000).default(DEFAULT_DEPTH),
  log_level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  off_chain_metadata: z.stringbool().or(z.boolean()).default(false),
  allowed_origins: z.array(origin).default([]),
  allowed_hosts: z.array(z.string()).default([]),
  sources: z.partialRecord(z.enum(NETWORK_IDS), endpoints).default({}),
  services: z.partialRecord(z.enum(SERVICE_IDS), serviceUrl).default({}),
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
  /** Holders looked at closely in a read, and drawn in a snapshot. */
  readonly depth: number
  readonly logLevel: string
  /** Metadata and links that tokens keep elsewhere may be read; their hosts then see this machine's address. */
  readonly offChainMetadata: boolean
  /** Null where it is left at its default, which is off. */
  readonly offChainMetadataSetBy: Exclude<SourceSetBy, 'flag'> | null
  readonly allowedOrigins: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly sources: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  /** Where the endpoints of a network were set; the page changes only what the file says. */
  readonly sourcesSetBy: Readonly<Partial<Record<NetworkId, SourceSetBy>>>
  /** Services outside the chain: none is asked that is not here. */
  readonly services: Readonly<Partial<Record<ServiceId, ServiceAccess>>>
  readonly servicesSetBy: Readonly<Partial<Record<ServiceId, SourceSetBy>>>
}

export type SourceSetBy = 'flag' | 'variable' | 'file'

export interface Flags {
  readonly dataDir?: string | undefined
  readonly port?: string | undefined
  readonly host?: string | undefined
  readonly depth?: string | undefined
  readonly logLevel?: string | undefined
  /** `NET=URL`, repeatable; several for one network are tried in order. */
  readonly source?: readonly string[] | undefined
  /** `SERVICE=URL`, repeatable. */
  readonly service?: readonly string[] | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** The platform's own place for an app's data. */
export function defaultDataDir(env: Env, platform: NodeJS.Platform, home = homedir()): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Holderscope')
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Holderscope')
  return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'holderscope')
}

export async function loadConfig(flags: Flags, env: Env, platform: NodeJS.Platform = process.platform): Promise<Config> {
  const dataDir = resolve(flags.dataDir ?? env['HOLDERSCOPE_DATA_DIR'] ?? defaultDataDir(env, platform))
  const layers = { file: await readConfigFile(dataDir), variable: settingsOfEnv(env), flag: settingsOfFlags(flags) }
  const merged = mergeSettings(layers.file, layers.variable, layers.flag)
  const parsed = settingsSchema.safeParse(merged)
  if (!parsed.success) throw new UserFault(`The settings do not fit: ${parsed.error.issues.map(issueSentence).join('; ')}.`, 2)
  const { port, host, depth, log_level, off_chain_metadata, allowed_origins, allowed_hosts, sources, services } = parsed.data
  const keys = { ...(await readServiceKeys(dataDir)), ...keysOfEnv(env) }
  const setBy = (group: 'sources' | 'services') =>
    Object.fromEntries(Object.entries(layers).flatMap(([by, { [group]: set }]) => (isSettings(set) ? Object.keys(set).map((id) => [id, by]) : [])))
  return {
    dataDir,
    port,
    host,
    depth,
    logLevel: log_level,
    offChainMetadata: off_chain_metadata,
    offChainMetadataSetBy: (['variable', 'file'] as const).find((by) => layers[by]['off_chain_metadata'] !== undefined) ?? null,
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
  }
}

/** An endpoint as the owner types it. Throws UserFault with what is wrong with it. */
export function parseEndpoint(text: string): string {
  const parsed = endpointUrl.safeParse(text.trim())
  if (!parsed.success) throw new UserFault(`"${text}" is not an http(s), ws(s) or grpc(s) URL.`)
  return parsed.data
}

/** The base address of an outside service as the owner types it. Throws UserFault with what is wrong with it. */
export function parseServiceUrl(text: string): string {
  const parsed = serviceUrl.safeParse(text.trim())
  if (!parsed.success) throw new UserFault(`"${text}" ${parsed.error.issues[0]?.message ?? 'is no URL'}.`)
  return parsed.data
}

function issueSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `"${[...issue.path, key].join('.')}" is no setting`).join('; ')
  return `"${issue.path.join('.')}" ${issueWords(issue)}`
}

function mergeSettings(...layers: readonly Settings[]): Settings {
  const merged: Settings = {}
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer)) {
      if (value === undefined) continue
      const below = merged[key]
      merged[key] = (key === 'sources' || key === 'services') && isSettings(below) && isSettings(value) ? { ...below, ...value } : value
    }
  }
  return merged
}

/** Values of the variables that begin so, by the rest of their names in small letters. */
const namedInEnv = (env: Env, prefix: string): [id: string, value: string][] =>
  Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== undefined && value !== '' ? [[name.slice(prefix.length).toLowerCase(), value]] : [],
  )

const KEY_PREFIX = 'HOLDERSCOPE_SERVICE_KEY_'

/** Keys of services have no flag: a command line is read by everybody on the machine. */
const keysOfEnv = (env: Env): Record<string, string> => Object.fromEntries(namedInEnv(env, KEY_PREFIX))

function settingsOfEnv(env: Env): Settings {
  const sources = namedInEnv(env, 'HOLDERSCOPE_SOURCE_').map(([network, urls]) => [network, urls.split(',').map((url) => url.trim())])
  const services = namedInEnv(env, 'HOLDERSCOPE_SERVICE_').filter(([id]) => !id.startsWith('key_'))
  return {
    port: env['HOLDERSCOPE_PORT'],
    host: env['HOLDERSCOPE_HOST'],
    depth: env['HOLDERSCOPE_DEPTH'],
    log_level: env['HOLDERSCOPE_LOG_LEVEL'],
    off_chain_metadata: env['HOLDERSCOPE_OFF_CHAIN_METADATA'],
    ...grouped('sources', sources),
    ...grouped('services', services),
  }
}

const grouped = (name: string, entries: readonly (readonly unknown[])[]): Settings =>
  entries.length === 0 ? {} : { [name]: Object.fromEntries(entries as [string, unknown][]) }

function settingsOfFlags(flags: Flags): Settings {
  const sources: Record<string, string[]> = {}
  for (const [network, url] of pairs('--source NET=URL', flags.source, NETWORK_IDS)) sources[network] = [...(sources[network] ?? []), url]
  return {
    port: flags.port,
    host: flags.host,
    depth: flags.depth,
    log_level: flags.logLevel,
    ...grouped('sources', Object.entries(sources)),
    ...grouped('services', pairs('--service SERVICE=URL', flags.service, SERVICE_IDS)),
  }
}

/** Entries `ID=URL` of a repeatable flag. Throws UserFault for one that does not fit `form`. */
function pairs(form: string, entries: readonly string[] = [], ids: readonly string[]): [id: string, url: string][] {
  return entries.map((entry) => {
    const at = entry.indexOf('=')
    const id = entry.slice(0, at)
    if (at < 0 || !ids.includes(id)) {
      throw new UserFault(`${form.replace(' ', ' takes ')} with one of ${ids.join(', ')}; "${entry}" does not fit.`, 2)
    }
    return [id, entry.slice(at + 1)]
  })
}

/** What may be shown of an endpoint: scheme and host; paths and queries carry providers' keys. */
export function shownEndpoint(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
