import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NetworkId } from '../src-shared/networks.ts'
import { UserFault } from './lib/app-error.ts'

/** The settings file in the data folder. Endpoints in it carry providers' keys, so that what is written is for its owner only. */
export const CONFIG_FILE = 'holderscope.config.json'
const OWNER_ONLY = 0o600

export type Settings = Record<string, unknown>

export const isSettings = (value: unknown): value is Settings => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the file says, unchecked; nothing where there is no file. Throws UserFault when it cannot be read or is no JSON object. */
export async function readConfigFile(dataDir: string): Promise<Settings> {
  const path = join(dataDir, CONFIG_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new UserFault(`The settings file ${path} cannot be read: ${(error as Error).message}.`, 1, { cause: error })
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new UserFault(`The settings file ${path} is not JSON: ${(error as Error).message}.`, 2, { cause: error })
  }
  if (!isSettings(parsed)) throw new UserFault(`The settings file ${path} must hold one JSON object.`, 2)
  return parsed
}

/** Keeps the endpoints of one network in the file and leaves the rest of it as it is; a crash leaves the old file or the new one. */
export async function writeEndpoints(dataDir: string, network: NetworkId, endpoints: readonly string[]): Promise<void> {
  const settings = await readConfigFile(dataDir)
  const { [network]: _, ...others } = isSettings(settings['sources']) ? settings['sources'] : {}
  const sources = endpoints.length === 0 ? others : { ...others, [network]: endpoints }
  const path = join(dataDir, CONFIG_FILE)
  const beside = `${path}.new`
  await writeFile(beside, `${JSON.stringify({ ...settings, sources }, null, 2)}\n`, { mode: OWNER_ONLY })
  await rename(beside, path)
}
