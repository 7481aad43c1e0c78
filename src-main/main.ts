import { app, dialog } from 'electron'
import { fileURLToPath } from 'node:url'
import { loadConfig } from './config/config.ts'
import { findFreePort } from './lib/free-port.ts'
import { createLogger } from './lib/logger.ts'
import { startService, type Service } from './service.ts'
import { registerIpc } from './shell/ipc.ts'
import { installMenu } from './shell/menu.ts'
import { openWindow } from './shell/window.ts'

/** The desktop entry: starts the service, opens the window on its page, and stops the service on quit. */
const RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url))
const RENDERER = fileURLToPath(new URL('../renderer', import.meta.url))

// Whatever this process creates is its owner's.
process.umask(0o077)

async function start(): Promise<void> {
  const settings = await loadConfig({}, process.env)
  // Other tools expect the API at the usual port. The window also opens where that is taken.
  const config = { ...settings, port: await findFreePort(settings.host, settings.port) }
  const logger = createLogger(config.logLevel)
  const service = await startService(config, { logger, resourcesDir: RESOURCES, rendererDir: RENDERER })
  installMenu(process.platform)
  registerIpc({ origin: service.origin, key: service.pageKey }, logger)
  stopBeforeQuit(service)
  await openWindow(service.origin)
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

// One instance at a time: a second start ends here.
if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(start)
    .catch((error: unknown) => {
      dialog.showErrorBox('Holderscope cannot start', error instanceof Error ? error.message : String(error))
      app.exit(1)
    })
} else {
  app.quit()
}
