import { clipboard, dialog, Menu, type MenuItemConstructorOptions } from 'electron'
import type { Windows } from './windows.ts'

export interface MenuOptions {
  readonly platform: NodeJS.Platform
  /** Address of the local API. */
  readonly origin: string
  readonly windows: Windows
}

/** The standard menus, without entries that leave the page. macOS needs them for copy and paste. */
export function installMenu({ platform, origin, windows }: MenuOptions): void {
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [
        { label: 'New Window', accelerator: 'CmdOrCtrl+N', click: () => void windows.open() },
        { label: 'Open File…', accelerator: 'CmdOrCtrl+O', click: () => void openFiles(windows) },
        { type: 'separator' },
        { label: `Copy API Address (${new URL(origin).host})`, click: () => clipboard.writeText(origin) },
        { type: 'separator' },
        platform === 'darwin' ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'reload' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function openFiles(windows: Windows): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({ properties: ['openFile', 'multiSelections'] })
  if (filePaths.length > 0) await windows.show(filePaths.map((file) => ({ kind: 'file', file })))
}
