import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, UserFault } from '../lib/app-error.ts'
import { writeForOwner } from './secrets.ts'

/** The settings file in the data folder. Endpoints in it carry providers' keys, so that what is written is for its owner only. */
export const CONFIG_FILE = 'holderscope.config.json'

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

let lastWrite: Promise<unknown> = Promise.resolve()

/**
 * Keeps one entry of a group of settings in the file and leaves the rest of it as it is; null takes the entry out. A crash leaves
 * the old file or the new one, and writes of one process follow each other.
 *
 * @throws AppError `conflict`, see `kept`
 */
export function writeSetting(dataDir: string, group: 'sources' | 'services', name: string, value: unknown): Promise<void> {
  return rewrite(dataDir, (settings) => {
    const { [name]: _, ...others } = isSettings(settings[group]) ? settings[group] : {}
    return { ...settings, [group]: value === null ? others : { ...others, [name]: value } }
  })
}

/** Keeps a setting that is in no group; else as `writeSetting`. */
export function writeLoneSetting(dataDir: string, name: 'off_chain_metadata', value: boolean): Promise<void> {
  return rewrite(dataDir, (settings) => ({ ...settings, [name]: value }))
}

function rewrite(dataDir: string, change: (settings: Settings) => Settings): Promise<void> {
  const write = async (): Promise<void> => {
    const next = change(await readConfigFile(dataDir))
    await writeForOwner(join(dataDir, CONFIG_FILE), `${JSON.stringify(next, null, 2)}\n`)
  }
  const done = lastWrite.then(write)
  lastWrite = done.catch(() => undefined)
  return kept(done)
}

/** A file of the data folder that cannot be read or written is the owner's to mend: told as AppError `conflict` in its own sentence. */
export async function kept(write: Promise<void>): Promise<void> {
  try {
    await write
  } catch (error) {
    const say = error instanceof UserFault ? error.message : `The settings file could not be written: ${(error as Error).message}.`
    throw new AppError('conflict', { say, cause: error })
  }
}
