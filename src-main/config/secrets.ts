import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SERVICE_IDS, type ServiceId } from '../../src-shared/services.ts'
import { UserFault } from '../lib/app-error.ts'

/** The file of the app's own key in the data folder. Only its owner can read it (docs/api/rest.md#keys). */
export const APP_KEY_FILE = 'api-key'
/** The file of the page's key. It is separate so that the page alone can be locked out. */
export const PAGE_KEY_FILE = 'page-key'
/** Keys of outside services. */
export const SERVICE_KEYS_FILE = 'service-keys.json'
const OWNER_ONLY = 0o600

/** Replaces a file atomically; only its owner can read it. */
export async function writeOwnerOnly(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`
  await writeFile(temporary, text, { mode: OWNER_ONLY })
  // A temporary file that a crash left behind keeps its old mode.
  await chmod(temporary, OWNER_ONLY)
  await rename(temporary, path)
}

export const keyFile = (dataDir: string, name: string): string => join(dataDir, name)

export async function readKeyFile(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    return text === '' ? null : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const writeKeyFile = (path: string, key: string): Promise<void> => writeOwnerOnly(path, `${key}\n`)

const serviceKeys = z.partialRecord(z.enum(SERVICE_IDS), z.string().min(1).max(512))
export type ServiceKeys = Readonly<Partial<Record<ServiceId, string>>>

/** @throws UserFault for a damaged file */
export async function readServiceKeys(dataDir: string): Promise<ServiceKeys> {
  const path = join(dataDir, SERVICE_KEYS_FILE)
  try {
    return serviceKeys.parse(JSON.parse(await readFile(path, 'utf8'))) as ServiceKeys
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new UserFault(`Cannot read the service keys in ${path}. Delete the file and set the keys again.`, 2, { cause: error })
  }
}

/** Writes the key of one service; null removes it. */
export async function writeServiceKey(dataDir: string, service: ServiceId, key: string | null): Promise<void> {
  const { [service]: _, ...others } = await readServiceKeys(dataDir)
  const next = key === null ? others : { ...others, [service]: key }
  await writeOwnerOnly(join(dataDir, SERVICE_KEYS_FILE), `${JSON.stringify(next)}\n`)
}
