import { join } from 'node:path'
import { app, dialog } from 'electron'
import { fileURLToPath } from 'node:url'
import { CASE_FILE_LIMIT } from '../src-shared/contract/routes/cases.ts'
import type { DesktopSettings } from '../src-shared/ipc.ts'
import { loadConfig } from './config/config.ts'
import { createDesktopSettings, type DesktopSettingsOwner } from './config/desktop-settings.ts'
import { writeOwnerOnly } from './config/secrets.ts'
import type { Context } from './context.ts'
import { readFollowed, readRecents, watchForNotices } from './desktop.ts'
import { importFile } from './importers/import-file.ts'
import { findFreePort } from './lib/free-port.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { startService, type Service } from './service.ts'
import { createWaitingCaseFile } from './shell/case-files.ts'
import { registerIpc } from './shell/ipc.ts'
import { createMenu, type AppMenu } from './shell/menu.ts'
import { createNotices } from './shell/notices.ts'
import { reconnectAfterSleep } from './shell/power.ts'
import { showRecents } from './shell/recents.ts'
import { parseArguments, parseTarget, PROTOCOL, type Target } from './shell/targets.ts'
import { createTray } from './shell/tray.ts'
import { createUpdates, type Updater } from './shell/updates.ts'
import { openWindowState } from './shell/window-state.ts'
import { createWindows, type Windows } from './shell/windows.ts'

/** The desktop entry: starts the service, opens windows on its page, and stops the service on quit. */
const RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url))
const RENDERER = fileURLToPath(new URL('../renderer', import.meta.url))
const WINDOW_STATE_FILE = 'window.json'

/** The id of electron-builder.yml. Windows shows no notifications of an app without one. */
const APP_ID = 'app.holderscope.desktop'

const { platform } = process
// Only the owner can access files that this process creates.
process.umask(0o077)

async function start(): Promise<Windows> {
  const configured = await loadConfig({}, process.env)
  // Other tools expect the API at the usual port. The window also opens if that port is taken.
  const config = { ...configured, port: await findFreePort(configured.host, configured.port) }
  const logger = createLogger(config.logLevel)
  const service = await startService(config, { logger, resourcesDir: RESOURCES, rendererDir: RENDERER })
  const { origin, pageKey, context, firstPage } = service
  const settings = createDesktopSettings(config)
  const caseFile = createWaitingCaseFile(CASE_FILE_LIMIT)
  const windows = createWindows({
    origin,
    caseFile,
    state: openWindowState(join(config.dataDir, WINDOW_STATE_FILE), writeOwnerOnly, logger),
    importFile: async (file) => (await importFile(context, file, null)).tokens,
  })
  const menu = createMenu({ platform, origin, windows })
  registerIpc({ origin, key: pageKey, logger, takeFile: caseFile.take, showActions: menu.showActions, settings })
  stopBeforeQuit(service, settings)
  app.on('activate', () => void windows.show([]))
  reconnectAfterSleep(() => context.sources.reconnect().catch((error: unknown) => logger.error({ err: error }, 'the sources were not reconnected')))
  watchForNotices(context, createNotices({ windows, isEnabled: () => settings.current().notices }))
  showLinks(context, windows, menu)
  applySettings(context, settings, windows, logger)
  await windows.open(firstPage)
  return windows
}

/** Refreshes recent tokens and cases when the user leaves or enters a window. */
function showLinks(context: Context, windows: Windows, menu: AppMenu): void {
  const refresh = async (): Promise<void> => {
    const recents = await readRecents(context)
    menu.showRecents(recents)
    showRecents(platform, recents, windows)
  }
  app.on('browser-window-focus', () => void refresh())
  app.on('browser-window-blur', () => void refresh())
  void refresh()
}

function applySettings(context: Context, settings: DesktopSettingsOwner, windows: Windows, logger: Logger): void {
  const tray = createTray({ platform, iconFile: join(RESOURCES, 'desktop/icon.png'), windows, readFollowed: () => readFollowed(context) })
  context.bus.subscribe('follow', () => void tray.refresh())
  const load = async (): Promise<Updater> => (await import('./shell/electron-updater.ts')).updater
  const followFeed = createUpdates({ load, quit: () => app.quit(), logger })
  const apply = ({ tray: isShown, updateFeed }: DesktopSettings): void => {
    tray.show(isShown)
    if (app.isPackaged) followFeed(updateFeed).catch((error: unknown) => logger.warn({ err: error }, 'the release feed cannot be used'))
  }
  settings.onChange(apply)
  apply(settings.current())
}

/**
 * Electron does not wait for promises on quit, so the first quit is prevented until the service has stopped. Closing the last window quits,
 * unless the app is to stay in the tray.
 */
function stopBeforeQuit(service: Service, settings: DesktopSettingsOwner): void {
  let stopped = false
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void service.close().finally(() => {
      stopped = true
      app.quit()
    })
  })
  app.on('window-all-closed', () => {
    if (!settings.current().tray) app.quit()
  })
}

function fail(error: unknown): void {
  dialog.showErrorBox('Holderscope cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
}

/** Shows files and links that the system hands over before or after the windows are open, and the arguments of this and later starts. */
function openRequestedWindows(windows: Promise<Windows>): void {
  const show = (targets: readonly Target[]): void => void windows.then((opened) => opened.show(targets), fail)
  const showOne = (target: Target | null): void => {
    if (target !== null) show([target])
  }
  app.setAppUserModelId(APP_ID)
  app.setAsDefaultProtocolClient(PROTOCOL)
  app.on('second-instance', (_event, argv, workingDirectory) => show(parseArguments(argv, app.isPackaged, workingDirectory)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    showOne(parseTarget(url, '/'))
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    showOne({ kind: 'file', file })
  })
  const targets = parseArguments(process.argv, app.isPackaged, process.cwd())
  if (targets.length > 0) show(targets)
}

// One instance at a time: a second start hands its arguments to the first and ends here.
if (app.requestSingleInstanceLock()) openRequestedWindows(app.whenReady().then(start))
else app.quit()
