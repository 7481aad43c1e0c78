import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The `electron` npm package of a checkout. It has no install script: its `install.js` downloads the binary into `dist/` and writes the path
 * of the executable into `path.txt` (https://www.electronjs.org/docs/latest/tutorial/installation).
 */

/** Hours after a failed download before it is retried automatically. */
const RETRY_AFTER_HOURS = 24
const HOUR_MS = 3_600_000

/** Path of the installed executable; null if there is none. */
export function findExecutable(folder: string): string | null {
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const path = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(path) ? path : null
}

export function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}

const failureFile = (folder: string): string => join(folder, '.download-failed')

/** Whether a download failed less than a day before `now`, in milliseconds since 1970. */
export function failedRecently(folder: string, now: number): boolean {
  const file = failureFile(folder)
  return existsSync(file) && now - Number(readFileSync(file, 'utf8')) < RETRY_AFTER_HOURS * HOUR_MS
}

export function rememberFailure(folder: string, now: number): void {
  writeFileSync(failureFile(folder), String(now))
}

export function forgetFailure(folder: string): void {
  rmSync(failureFile(folder), { force: true })
}
