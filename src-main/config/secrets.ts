import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SERVICE_IDS, type ServiceId } from '../../src-shared/services.ts'
import { UserFault } from '../lib/app-error.ts'

/** The app's own key lives in `api-key` in the data folder, readable by its owner only (docs/api/rest.md#keys). */
export const APP_KEY_FILE = 'api-key'
/** Keys that outside services gave the owner, beside the app's own. */
const SERVICE_KEYS_FILE = 'service-keys.json'
const OWNER_ONLY = 0o600

/** Puts a whole file in place, readable by its owner only; a crash leaves the old one or the new one. */
export async function writeForOwner(path: string, text: string): Promise<void> {
  const beside = `${path}.new`
  await writeFile(beside, text, { mode: OWNER_ONLY })
  // A file that a crash left beside keeps its old mode on write.
  await chmod(beside, OWNER_ONLY)
  await rename(beside, path)
}

export async function readAppKey(dataDir: string): Promise<string | null> {
  try {
    const text = (await readFile(join(dataDir, APP_KEY_FILE), 'utf8')).trim()
    return text === '' ? null : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const writeAppKey = (dataDir: string, key: string): Promise<void> => writeForOwner(join(dataDir, APP_KEY_FILE), `${key}\n`)

const serviceKeys = z.partialRecord(z.enum(SERVICE_IDS), z.string().min(1).max(512))
export type ServiceKeys = Readonly<Partial<Record<ServiceId, string>>>

/** @throws UserFault for a file that is not as it was written */
export async function readServiceKeys(dataDir: string): Promise<ServiceKeys> {
  const path = join(dataDir, SERVICE_KEYS_FILE)
  try {
    return serviceKeys.parse(JSON.parse(await readFile(path, 'utf8'))) as ServiceKeys
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new UserFault(`The file of the services' keys ${path} cannot be read: delete it and set the keys again.`, 2, { cause: error })
  }
}

/** Keeps the key of one service, or forgets it with null. */
export async function writeServiceKey(dataDir: string, service: ServiceId, key: string | null): Promise<void> {
  const { [service]: _, ...others } = await readServiceKeys(dataDir)
  const next = key === null ? others : { ...others, [service]: key }
  await writeForOwner(join(dataDir, SERVICE_KEYS_FILE), `${JSON.stringify(next)}\n`)
}
