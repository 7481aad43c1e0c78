import { fileURLToPath } from 'node:url'
import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron'
import { guardLinks } from './links.ts'
import { guardPermissions } from './permissions.ts'
import { reloadAfterCrash } from './recovery.ts'

const PRELOAD = fileURLToPath(new URL('../preload/index.cjs', import.meta.url))
/** Cookies and storage of the page, apart from the default session. */
const PARTITION = 'persist:holderscope'

/** A hidden window for the service's own page, isolated and sandboxed. */
export function createWindow(origin: string, placement: Pick<BrowserWindowConstructorOptions, 'x' | 'y' | 'width' | 'height'>): BrowserWindow {
  const window = new BrowserWindow({
    ...placement,
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Holderscope',
    webPreferences: {
      preload: PRELOAD,
      partition: PARTITION,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  guardLinks(window.webContents, origin)
  guardPermissions(window.webContents.session, origin)
  reloadAfterCrash(window)
  window.once('ready-to-show', () => window.show())
  return window
}
