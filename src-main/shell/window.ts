import { fileURLToPath } from 'node:url'
import { BrowserWindow } from 'electron'
import { guardLinks } from './links.ts'

const PRELOAD = fileURLToPath(new URL('../preload/index.cjs', import.meta.url))

/** Opens the window on the service's own page, isolated and sandboxed. */
export async function openWindow(origin: string): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Holderscope',
    webPreferences: {
      preload: PRELOAD,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  })
  guardLinks(window.webContents, origin)
  window.webContents.session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === 'clipboard-sanitized-write'))
  window.once('ready-to-show', () => window.show())
  await window.loadURL(`${origin}/`)
  return window
}
