import { BrowserWindow, dialog } from 'electron'
import type { Logger } from '../lib/logger.ts'

/** The part of electron-updater's `autoUpdater` that is used (https://www.electron.build/auto-update). */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  setFeedURL(options: { readonly provider: 'generic'; readonly url: string }): void
  logger: unknown
  requestHeaders: Record<string, unknown> | null
  checkForUpdates(): Promise<{ readonly downloadPromise?: Promise<unknown> | null } | null>
  on(event: 'update-downloaded', listener: (info: { readonly version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface UpdatesOptions {
  /** Loads electron-updater, only once a feed is set. */
  load(): Promise<Updater>
  quit(): void
  readonly logger: Logger
}

/** electron-updater sends a random number of each installation for staged releases, by which a feed could tell installations apart. */
const NO_IDENTITY = { 'x-user-staging-id': '' }
const CHECK_EVERY_MS = 24 * 3_600_000

/** Follows the user's release feed: a new version is downloaded, its checksum verified, and it is installed when the app quits. */
export function createUpdates({ load, quit, logger }: UpdatesOptions): (feed: string | null) => Promise<void> {
  let updater: Updater | null = null
  let timer: NodeJS.Timeout | undefined
  let current: string | null = null

  async function start(): Promise<Updater> {
    const loaded = await load()
    loaded.autoDownload = true
    loaded.autoInstallOnAppQuit = true
    loaded.allowDowngrade = false
    loaded.logger = null
    loaded.requestHeaders = NO_IDENTITY
    loaded.on('error', (error) => logger.warn({ err: error }, 'the release feed cannot be used'))
    loaded.on('update-downloaded', ({ version }) => void offer(version))
    return loaded
  }

  async function offer(version: string): Promise<void> {
    const options = {
      type: 'info' as const,
      message: `Holderscope ${version} is ready.`,
      detail: 'It is installed when you quit Holderscope.',
      buttons: ['Quit and install', 'Later'],
      defaultId: 1,
      cancelId: 1,
    }
    const window = BrowserWindow.getFocusedWindow()
    const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
    if (response === 0) quit()
  }

  return async (feed) => {
    if (feed === current) return
    current = feed
    clearInterval(timer)
    if (updater !== null) updater.autoInstallOnAppQuit = feed !== null
    if (feed === null) return
    updater ??= await start()
    const check = async (): Promise<void> => {
      try {
        const found = await updater?.checkForUpdates()
        await found?.downloadPromise
      } catch {
        // Already emitted as `error`.
      }
    }
    updater.setFeedURL({ provider: 'generic', url: feed })
    updater.autoInstallOnAppQuit = true
    timer = setInterval(() => void check(), CHECK_EVERY_MS)
    timer.unref()
    await check()
  }
}
