import { app, BrowserWindow, dialog } from 'electron'
import { isCaseFile, type WaitingCaseFile } from './case-files.ts'
import { tokenPath, type Target } from './targets.ts'
import type { IpcEvents } from '../../src-shared/ipc.ts'
import { createWindow } from './window.ts'
import type { WindowState } from './window-state.ts'

/** Offsets each further window from the previous one, as systems do. */
const OFFSET = 32
const START = '/'
const CASES = '/cases'

export interface Windows {
  /** Opens a window on a page, by default the start page. */
  open(path?: string): Promise<void>
  /** Shows targets of a start, a link or a file. Without targets, brings an open window to the front. */
  show(targets: readonly Target[]): Promise<void>
}

export interface WindowsOptions {
  /** Origin of the service. */
  readonly origin: string
  readonly state: WindowState
  readonly caseFile: Pick<WaitingCaseFile, 'put'>
  /** Imports a file and resolves to its tokens. Rejects with an error whose message says why it cannot be read. */
  importFile(file: string): Promise<readonly { readonly network: string; readonly token_address: string }[]>
}

export function createWindows({ origin, state, caseFile, importFile }: WindowsOptions): Windows {
  async function open(path = START): Promise<void> {
    const { maximized = false, zoom = 1, ...bounds } = state.initial()
    const offset = BrowserWindow.getAllWindows().length * OFFSET
    const position = bounds.x === undefined || bounds.y === undefined ? {} : { x: bounds.x + offset, y: bounds.y + offset }
    const window = createWindow(origin, { width: bounds.width, height: bounds.height, ...position })
    if (maximized) window.maximize()
    window.on('close', () => state.save(window))
    await window.loadURL(origin + path)
    window.webContents.setZoomFactor(zoom)
  }

  /** In the window that shows the page, else in one that shows the start page, else in a new one. */
  async function showPage(path: string): Promise<void> {
    const shown = windowOn(path)
    const unused = shown ?? windowOn(START)
    if (unused === undefined) return open(path)
    if (shown === undefined) await unused.loadURL(origin + path)
    bringToFront(unused)
  }

  /** The page checks the file and shows it read-only. */
  async function showCaseFile(file: string): Promise<void> {
    await caseFile.put(file)
    app.addRecentDocument(file)
    await showPage(CASES)
    windowOn(CASES)?.webContents.send('file:waits' satisfies keyof IpcEvents)
  }

  async function showFile(file: string): Promise<void> {
    try {
      if (isCaseFile(file)) return await showCaseFile(file)
      const [token] = await importFile(file)
      app.addRecentDocument(file)
      await showPage(token === undefined ? START : tokenPath(token.network, token.token_address))
    } catch (error) {
      dialog.showErrorBox('The file cannot be opened', error instanceof Error ? error.message : String(error))
    }
  }

  return {
    open,
    async show(targets) {
      for (const target of targets) await (target.kind === 'page' ? showPage(target.path) : showFile(target.file))
      if (targets.length > 0) return
      const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
      if (window === undefined) await open()
      else bringToFront(window)
    },
  }
}

const windowOn = (path: string): BrowserWindow | undefined =>
  BrowserWindow.getAllWindows().find(({ webContents }) => URL.parse(webContents.getURL())?.pathname === path)

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
