import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The app's own key lives in `api-key` in the data folder, readable by its owner only (contract.md §7). */
export const APP_KEY_FILE = 'api-key'
const OWNER_ONLY = 0o600

export async function readAppKey(dataDir: string): Promise<string | null> {
  try {
    const text = (await readFile(join(dataDir, APP_KEY_FILE), 'utf8')).trim()
    return text === '' ? null : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export async function writeAppKey(dataDir: string, key: string): Promise<void> {
  const path = join(dataDir, APP_KEY_FILE)
  await writeFile(path, `${key}\n`, { mode: OWNER_ONLY })
  // An existing file keeps its old mode on write.
  await chmod(path, OWNER_ONLY)
}
