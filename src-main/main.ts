import { app, dialog } from 'electron'
import { fileURLToPath } from 'node:url'
import { loadConfig } from './config/config.ts'
import { createLogger } from './lib/logger.ts'
import { startService, type Service } from './service.ts'
import { registerIpc } from './shell/ipc.ts'
import { installMenu } from './shell/menu.ts'
import { openWindow } from './shell/window.ts'

/** The desktop entry: service up, window on its page, service down. Everything else lives in the rooms. */
const RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url))
const RENDERER = fileURLToPath(new URL('../renderer', import.meta.url))

async function start(): Promise<void> {
  // The desktop window takes any free port: a second tool on the fixed one must not keep it from opening.
  const config = await loadConfig({ port: process.env['HOLDERSCOPE_PORT'] ?? '0' }, process.env)
  const logger = createLogger(config.logLevel)
  const service = await startService(config, { logger, resourcesDir: RESOURCES, rendererDir: RENDERER })
  installMenu(process.platform)
  registerIpc({ origin: service.origin, key: service.key }, logger)
  stopBeforeQuit(service)
  await openWindow(service.origin)
}

/** Electron does not wait for promises on quit: hold it once, stop in order, then let it go. */
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

// One window per data folder: the second start only brings the first to the front.
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
