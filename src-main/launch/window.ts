import { downloadElectron, type Download } from './download.ts'
import { failedRecently, findExecutable, forgetFailure, rememberFailure, versionOf } from './electron-package.ts'

/** Longest wait without a further byte. */
const IDLE_MS = 60_000
const MEGABYTE = 1_000_000
const CTRL_C = 3

export type Window = { readonly path: string } | { readonly reason: string }

/**
 * The Electron executable, which is downloaded if it is missing. A machine without a display downloads nothing, and a failed download is not tried
 * again for a day.
 *
 * @param retry whether to download even after a failure of the last day
 */
export async function findWindow(folder: string, { retry }: { readonly retry: boolean }): Promise<Window> {
  if (!hasDisplay()) return { reason: 'there is no display' }
  const installed = findExecutable(folder)
  if (installed !== null) return { path: installed }
  if (!retry && failedRecently(folder, Date.now()))
    return { reason: 'the last download of Electron failed less than a day ago (npm run desktop tries again)' }
  const download = await downloadWithProgress(folder)
  if ('path' in download) forgetFailure(folder)
  else if (!download.isCancelled) rememberFailure(folder, Date.now())
  return download
}

const hasDisplay = (): boolean => process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])

async function downloadWithProgress(folder: string): Promise<Download> {
  const { stderr, stdin } = process
  const what = `Downloading Electron ${versionOf(folder)} for the window`
  const hint = stdin.isTTY ? ' Press any key to open the browser instead.' : ''
  const controller = new AbortController()
  const stopKeys = stdin.isTTY ? onKey(() => controller.abort()) : () => undefined
  if (!stderr.isTTY) stderr.write(`${what} …\n`)
  try {
    return await downloadElectron({
      folder,
      env: process.env,
      idleMs: IDLE_MS,
      cancelled: controller.signal,
      onBytes: (bytes) => stderr.isTTY && stderr.write(`\r${what}: ${Math.round(bytes / MEGABYTE)} MB.${hint}`),
    })
  } finally {
    stopKeys()
    if (stderr.isTTY) stderr.write('\n')
  }
}

/** Calls the listener at the next key. Returns a function that stops listening. */
function onKey(pressed: () => void): () => void {
  const { stdin } = process
  const listener = (keys: Buffer): void => {
    if (keys[0] === CTRL_C) process.exit(130)
    pressed()
  }
  stdin.setRawMode(true).resume().once('data', listener)
  return () => {
    stdin.off('data', listener)
    stdin.setRawMode(false).pause()
  }
}
