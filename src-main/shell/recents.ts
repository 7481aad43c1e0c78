import { app, Menu } from 'electron'
import { pageEntries, shortLine, type PageLink } from './page-link.ts'
import { linkTo } from './targets.ts'
import type { Windows } from './windows.ts'

/** Recent tokens and cases in the dock of macOS and the jump list of Windows. Linux has neither; there the File menu lists them. */
export function showRecents(platform: NodeJS.Platform, recents: readonly PageLink[], windows: Windows): void {
  if (platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(pageEntries(recents, windows)))
  // Windows starts the program of an entry, which a checkout does not have.
  if (platform === 'win32' && app.isPackaged) {
    const items = recents.map(({ label, path }) => ({
      type: 'task' as const,
      title: shortLine(label),
      program: process.execPath,
      args: linkTo(path),
      iconPath: process.execPath,
      iconIndex: 0,
    }))
    // Opened files are in the list that the system keeps.
    app.setJumpList([{ type: 'custom', name: 'Tokens and cases', items }, { type: 'recent' }])
  }
}
