import { app, BrowserWindow, clipboard, dialog, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron'
import type { IpcEvents, MenuAction } from '../../src-shared/ipc.ts'
import { menuLabel, pageEntries, type PageLink } from './page-link.ts'
import type { Windows } from './windows.ts'

export interface MenuOptions {
  readonly platform: NodeJS.Platform
  /** Address of the local API. */
  readonly origin: string
  readonly windows: Windows
}

export interface AppMenu {
  /** Shows the actions of a page while its window has the focus. */
  showActions(page: WebContents, actions: readonly MenuAction[]): void
  /** Lists recent tokens and cases in the File menu. */
  showRecents(recents: readonly PageLink[]): void
}

/** Menus of the page's actions, by the group that the command palette shows them in. */
const MENUS: readonly { readonly label: string; readonly group: MenuAction['group'] }[] = [
  { label: 'Token', group: 'Views' },
  { label: 'Actions', group: 'Actions' },
  { label: 'Go', group: 'Pages' },
]

/** The standard menus, without entries that leave the page, and those of the focused window's page. macOS needs them for copy and paste. */
export function createMenu({ platform, origin, windows }: MenuOptions): AppMenu {
  const actions = new WeakMap<WebContents, readonly MenuAction[]>()
  let shownPage: WebContents | null = null
  let recents: readonly PageLink[] = []

  function install(page: WebContents | null): void {
    shownPage = page
    const shown = page === null ? [] : (actions.get(page) ?? [])
    const items = (group: MenuAction['group']): MenuItemConstructorOptions[] =>
      shown
        .filter((action) => action.group === group && action.role === undefined)
        .map(({ name }) => ({ label: menuLabel(name), click: () => choose(page, name) }))
    const ofPage = MENUS.flatMap(({ label, group }) => (items(group).length === 0 ? [] : [{ label, submenu: items(group) }]))
    const theme = items('Theme')
    const template: MenuItemConstructorOptions[] = [
      ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      { label: 'File', submenu: fileMenu(platform, origin, windows, recents) },
      { label: 'Edit', submenu: editMenu(shown, page) },
      { label: 'View', submenu: theme.length === 0 ? VIEW : [...VIEW, { type: 'separator' }, ...theme] },
      ...ofPage,
      { role: 'windowMenu' },
    ]
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }

  install(null)
  app.on('browser-window-focus', (_event, window) => install(window.webContents))
  return {
    showActions(page, list) {
      actions.set(page, list)
      const focused = BrowserWindow.getFocusedWindow()
      if (focused === null || focused.webContents === page) install(page)
    },
    showRecents(list) {
      recents = list
      install(shownPage)
    },
  }
}

const CHOSEN: keyof IpcEvents = 'menu:chosen'

function choose(page: WebContents | null, name: string): void {
  if (page !== null && !page.isDestroyed()) page.send(CHOSEN, name)
}

/**
 * Undo and redo are actions of the page if it has them; it leaves text fields their own. Keyboard shortcuts reach the page first. Only macOS
 * registers them here, because its menu handles them.
 */
const editMenu = (actions: readonly MenuAction[], page: WebContents | null): MenuItemConstructorOptions[] => [
  ...(['undo', 'redo'] as const).map((role): MenuItemConstructorOptions => {
    const action = actions.find((one) => one.role === role)
    return action === undefined ? { role } : { ...EDIT[role], registerAccelerator: false, click: () => choose(page, action.name) }
  }),
  { type: 'separator' },
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'delete' },
  { type: 'separator' },
  { role: 'selectAll' },
]

const EDIT = {
  undo: { label: 'Undo', accelerator: 'CmdOrCtrl+Z' },
  redo: { label: 'Redo', accelerator: 'CmdOrCtrl+Shift+Z' },
} as const

const VIEW: MenuItemConstructorOptions[] = [
  { role: 'reload' },
  { type: 'separator' },
  { role: 'resetZoom' },
  { role: 'zoomIn' },
  { role: 'zoomOut' },
  { role: 'togglefullscreen' },
]

const fileMenu = (platform: NodeJS.Platform, origin: string, windows: Windows, recents: readonly PageLink[]): MenuItemConstructorOptions[] => [
  { label: 'New Window', accelerator: 'CmdOrCtrl+N', click: () => void windows.open() },
  { label: 'Open File…', accelerator: 'CmdOrCtrl+O', click: () => void openFiles(windows) },
  ...(recents.length === 0 ? [] : [{ label: 'Open Recent', submenu: pageEntries(recents, windows) }]),
  { type: 'separator' },
  { label: `Copy API Address (${new URL(origin).host})`, click: () => clipboard.writeText(origin) },
  { type: 'separator' },
  platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
]

async function openFiles(windows: Windows): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({ properties: ['openFile', 'multiSelections'] })
  if (filePaths.length > 0) await windows.show(filePaths.map((file) => ({ kind: 'file', file })))
}
