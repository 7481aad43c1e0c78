import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, UserFault } from '../lib/app-error.ts'
import { writeOwnerOnly } from './secrets.ts'

/** The settings file in the data folder. Its endpoints may contain providers' keys, so only its owner can read it. */
export const CONFIG_FILE = 'holderscope.config.json'

export type Settings = Record<string, unknown>

/** Settings that hold several entries. */
export type SettingsGroup = 'sources' | 'services' | 'archive_datasets' | 'desktop'

export const isObject = (value: unknown): value is Settings => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The content of the file, unchecked; empty if there is no file. @throws UserFault when it cannot be read or is not a JSON object */
export async function readConfigFile(dataDir: string): Promise<Settings> {
  const path = join(dataDir, CONFIG_FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new UserFault(`Cannot read the settings file ${path}: ${(error as Error).message}.`, 1, { cause: error })
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new UserFault(`The settings file ${path} is not JSON: ${(error as Error).message}.`, 2, { cause: error })
  }
  if (!isObject(parsed)) throw new UserFault(`The settings file ${path} must contain one JSON object.`, 2)
  return parsed
}

let lastWrite: Promise<unknown> = Promise.resolve()

/**
 * Writes one entry of a group of settings and leaves the rest of the file unchanged; null removes the entry. After a crash the file is
 * either the old or the new one. Writes of one process run one after the other.
 *
 * @throws AppError `conflict` when the file cannot be read or written
 */
export function writeSetting(dataDir: string, group: SettingsGroup, name: string, value: unknown): Promise<void> {
  return rewrite(dataDir, (settings) => {
    const { [name]: _, ...others } = isObject(settings[group]) ? settings[group] : {}
    return { ...settings, [group]: value === null ? others : { ...others, [name]: value } }
  })
}

/** Like `writeSetting`, for a setting outside the groups. */
export function writeTopLevelSetting(
  dataDir: string,
  name: 'off_chain_metadata' | 'archive_history' | 'archive_wallets',
  value: boolean,
): Promise<void> {
  return rewrite(dataDir, (settings) => ({ ...settings, [name]: value }))
}

function rewrite(dataDir: string, change: (settings: Settings) => Settings): Promise<void> {
  const write = async (): Promise<void> => {
    const next = change(await readConfigFile(dataDir))
    await writeOwnerOnly(join(dataDir, CONFIG_FILE), `${JSON.stringify(next, null, 2)}\n`)
  }
  const done = lastWrite.then(write)
  lastWrite = done.catch(() => undefined)
  return asConflict(done)
}

/** Rejects with AppError `conflict` when a file of the data folder cannot be read or written, because only the user can fix it. */
export async function asConflict(write: Promise<void>): Promise<void> {
  try {
    await write
  } catch (error) {
    const message = error instanceof UserFault ? error.message : `Cannot write the settings file: ${(error as Error).message}.`
    throw new AppError('conflict', { message, cause: error })
  }
}
