import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExecutable } from './electron-package.ts'

export type Download =
  | { readonly path: string }
  /** Why there is no executable, as the end of a sentence. `isCancelled` if the user did not want to wait. */
  | { readonly reason: string; readonly isCancelled: boolean }

export interface DownloadOptions {
  /** Folder of the `electron` package. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** Gives up after this many milliseconds without a further byte. */
  readonly idleMs: number
  readonly cancelled: AbortSignal
  /** Called with the bytes on disk so far, downloaded and unpacked. */
  onBytes(bytes: number): void
}

const WATCH_EVERY_MS = 250
const TAIL_LENGTH = 4_000

/** Runs Electron's own installer, which honours the cache, mirror and checksum settings of `@electron/get`. */
export async function downloadElectron({ folder, env, idleMs, cancelled, onBytes }: DownloadOptions): Promise<Download> {
  // The installer downloads into the system's temporary folder. A separate one shows its progress.
  const temporary = mkdtempSync(join(tmpdir(), 'holderscope-electron-'))
  const child = spawn(process.execPath, [join(folder, 'install.js')], {
    env: { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString('utf8')).slice(-TAIL_LENGTH)))
  let stopped: Download | null = null
  const stop = (reason: string, isCancelled: boolean): void => {
    stopped ??= { reason, isCancelled }
    child.kill('SIGKILL')
  }
  const cancel = (): void => stop('the download was cancelled', true)
  cancelled.addEventListener('abort', cancel)
  const watch = watchBytes([temporary, join(folder, 'dist')], onBytes, idleMs, () =>
    stop(`no further byte of Electron arrived for ${Math.round(idleMs / 1_000)} seconds`, false),
  )
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    if (stopped !== null) return stopped
    const path = findExecutable(folder)
    return code === 0 && path !== null ? { path } : { reason: `Electron could not be downloaded (${messageIn(errors)})`, isCancelled: false }
  } finally {
    clearInterval(watch)
    cancelled.removeEventListener('abort', cancel)
    rmSync(temporary, { recursive: true, force: true })
  }
}

function watchBytes(folders: readonly string[], onBytes: (bytes: number) => void, idleMs: number, onIdle: () => void): NodeJS.Timeout {
  let known = -1
  let grownAt = performance.now()
  return setInterval(() => {
    const bytes = folders.reduce((sum, folder) => sum + sizeOf(folder), 0)
    if (bytes !== known) grownAt = performance.now()
    else if (performance.now() - grownAt > idleMs) onIdle()
    known = bytes
    onBytes(bytes)
  }, WATCH_EVERY_MS)
}

/** Bytes in a folder. Files may appear and disappear meanwhile. */
function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? sizeOf(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0))
    }, 0)
  } catch {
    return 0
  }
}

/** The message of the first error in a stack trace. */
function messageIn(errors: string): string {
  return /^(?:\w*Error): (.+)$/m.exec(errors)?.[1] ?? (errors.trim().split('\n')[0] || 'no reason was given')
}
