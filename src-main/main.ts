import { join } from 'node:path'
import { app, dialog } from 'electron'
import { fileURLToPath } from 'node:url'
import { loadConfig } from './config/config.ts'
import { writeOwnerOnly } from './config/secrets.ts'
import { importFile } from './importers/import-file.ts'
import { findFreePort } from './lib/free-port.ts'
import { createLogger } from './lib/logger.ts'
import { startService, type Service } from './service.ts'
import { registerIpc } from './shell/ipc.ts'
import { createMenu } from './shell/menu.ts'
import { parseArguments, parseTarget, PROTOCOL, type Target } from './shell/targets.ts'
import { openWindowState } from './shell/window-state.ts'
import { createWindows, type Windows } from './shell/windows.ts'

/** The desktop entry: starts the service, opens windows on its page, and stops the service on quit. */
const RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url))
const RENDERER = fileURLToPath(new URL('../renderer', import.meta.url))
const WINDOW_STATE_FILE = 'window.json'

// Whatever this process creates is its owner's.
process.umask(0o077)

async function start(): Promise<Windows> {
  const settings = await loadConfig({}, process.env)
  // Other tools expect the API at the usual port. The window also opens where that is taken.
  const config = { ...settings, port: await findFreePort(settings.host, settings.port) }
  const logger = createLogger(config.logLevel)
  const service = await startService(config, { logger, resourcesDir: RESOURCES, rendererDir: RENDERER })
  const { origin, pageKey, context } = service
  const windows = createWindows({
    origin,
    state: openWindowState(join(config.dataDir, WINDOW_STATE_FILE), writeOwnerOnly, logger),
    importFile: async (file) => (await importFile(context, file, null)).tokens,
  })
  const { showActions } = createMenu({ platform: process.platform, origin, windows })
  registerIpc({ origin, key: pageKey, logger, showActions })
  stopBeforeQuit(service)
  await windows.open()
  return windows
}

/** Electron does not wait for promises on quit, so the first quit is prevented until the service has stopped. */
function stopBeforeQuit(service: Service): void {
  let stopped = false
  app.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void service.close().finally(() => {
      stopped = true
      app.quit()
    })
  })
  app.on('window-all-closed', () => app.quit())
}

function fail(error: unknown): void {
  dialog.showErrorBox('Holderscope cannot start', error instanceof Error ? error.message : String(error))
  app.exit(1)
}

/** Files and links that the system hands over before or after the windows are there, and the arguments of this start and of later ones. */
function showWhatIsAskedFor(windows: Promise<Windows>): void {
  const show = (targets: readonly Target[]): void => void windows.then((opened) => opened.show(targets), fail)
  const showOne = (target: Target | null): void => {
    if (target !== null) show([target])
  }
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
if (app.requestSingleInstanceLock()) showWhatIsAskedFor(app.whenReady().then(start))
else app.quit()
