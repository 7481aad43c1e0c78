import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { NETWORK_IDS, isNetworkId, type NetworkId } from '../src-shared/networks.ts'
import { isSettings, readConfigFile, type Settings } from './config-file.ts'
import { UserFault } from './lib/app-error.ts'

/**
 * Settings, read once and checked once as a whole: flags over `HOLDERSCOPE_*` over `holderscope.config.json` in the
 * data folder over the defaults here. Every wrong key is named in one error.
 */

export const DEFAULT_PORT = 4690
export const DEFAULT_DEPTH = 500

const endpointUrl = z.url({ protocol: /^(https?|wss?|grpcs?)$/, error: 'is not an http(s), ws(s) or grpc(s) URL' })
const endpoints = z.union([endpointUrl.transform((url) => [url]), z.array(endpointUrl)])
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
})

export interface Config {
  readonly dataDir: string
  readonly port: number
  readonly host: string
  /** Holders looked at closely in a read, and drawn in a snapshot. */
  readonly depth: number
  readonly logLevel: string
  /** Metadata and links that tokens keep elsewhere may be read; their hosts then see this machine's address. */
  readonly offChainMetadata: boolean
  readonly allowedOrigins: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly sources: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  /** Where the endpoints of a network were set; the page changes only what the file says. */
  readonly sourcesSetBy: Readonly<Partial<Record<NetworkId, SourceSetBy>>>
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
  const { port, host, depth, log_level, off_chain_metadata, allowed_origins, allowed_hosts, sources } = parsed.data
  return {
    dataDir,
    port,
    host,
    depth,
    logLevel: log_level,
    offChainMetadata: off_chain_metadata,
    allowedOrigins: allowed_origins,
    allowedHosts: allowed_hosts,
    sources: sources as Config['sources'],
    sourcesSetBy: Object.fromEntries(
      Object.entries(layers).flatMap(([by, { sources: set }]) => (isSettings(set) ? Object.keys(set).map((network) => [network, by]) : [])),
    ),
  }
}

/** An endpoint as the owner types it. Throws UserFault with what is wrong with it. */
export function parseEndpoint(text: string): string {
  const parsed = endpointUrl.safeParse(text.trim())
  if (!parsed.success) throw new UserFault(`"${text}" is not an http(s), ws(s) or grpc(s) URL.`)
  return parsed.data
}

function issueSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `"${[...issue.path, key].join('.')}" is no setting`).join('; ')
  return `"${issue.path.join('.')}" ${issue.message.replace(/^Invalid input: /, 'is wrong: ')}`
}

function mergeSettings(...layers: readonly Settings[]): Settings {
  const merged: Settings = {}
  for (const layer of layers) {
    for (const [key, value] of Object.entries(layer)) {
      if (value === undefined) continue
      const below = merged[key]
      merged[key] = key === 'sources' && isSettings(below) && isSettings(value) ? { ...below, ...value } : value
    }
  }
  return merged
}

const SOURCE_PREFIX = 'HOLDERSCOPE_SOURCE_'

function settingsOfEnv(env: Env): Settings {
  const sources: Settings = {}
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(SOURCE_PREFIX) || value === undefined || value === '') continue
    sources[name.slice(SOURCE_PREFIX.length).toLowerCase()] = value.split(',').map((url) => url.trim())
  }
  return {
    port: env['HOLDERSCOPE_PORT'],
    host: env['HOLDERSCOPE_HOST'],
    depth: env['HOLDERSCOPE_DEPTH'],
    log_level: env['HOLDERSCOPE_LOG_LEVEL'],
    off_chain_metadata: env['HOLDERSCOPE_OFF_CHAIN_METADATA'],
    ...(Object.keys(sources).length > 0 ? { sources } : {}),
  }
}

function settingsOfFlags(flags: Flags): Settings {
  const sources: Record<string, string[]> = {}
  for (const entry of flags.source ?? []) {
    const at = entry.indexOf('=')
    const network = entry.slice(0, at)
    if (at < 0 || !isNetworkId(network)) {
      throw new UserFault(`--source takes NET=URL with one of ${NETWORK_IDS.join(', ')}; "${entry}" does not fit.`, 2)
    }
    sources[network] = [...(sources[network] ?? []), entry.slice(at + 1)]
  }
  return {
    port: flags.port,
    host: flags.host,
    depth: flags.depth,
    log_level: flags.logLevel,
    ...(Object.keys(sources).length > 0 ? { sources } : {}),
  }
}

/** What may be shown of an endpoint: scheme and host; paths and queries carry providers' keys. */
export function shownEndpoint(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
