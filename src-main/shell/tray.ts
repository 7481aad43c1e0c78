import { app, Menu, nativeImage, Tray } from 'electron'
import { pageEntries, type PageLink } from './page-link.ts'
import type { Windows } from './windows.ts'

export interface TrayOptions {
  readonly platform: NodeJS.Platform
  readonly iconFile: string
  readonly windows: Windows
  /** The tokens that the user follows. */
  readFollowed(): Promise<readonly PageLink[]>
}

export interface AppTray {
  show(isShown: boolean): void
  /** Reads the followed tokens again. */
  refresh(): Promise<void>
}

/** Points: menu bar of macOS (https://developer.apple.com/design/human-interface-guidelines/the-menu-bar), notification area elsewhere. */
const SIZES: Readonly<Partial<Record<NodeJS.Platform, number>>> = { darwin: 18, win32: 16 }
const LINUX_SIZE = 24

/** The icon in the tray, or in the menu bar on macOS, which keeps the app reachable without a window. */
export function createTray({ platform, iconFile, windows, readFollowed }: TrayOptions): AppTray {
  let tray: Tray | null = null

  async function refresh(): Promise<void> {
    if (tray === null) return
    const followed = await readFollowed()
    // Linux shows changes of a menu only when it is set again.
    tray?.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Holderscope', click: () => void windows.show([]) },
        { type: 'separator' },
        { label: followed.length === 0 ? 'No followed tokens' : 'Followed tokens', enabled: false },
        ...pageEntries(followed, windows),
        { type: 'separator' },
        { label: 'Quit Holderscope', click: () => app.quit() },
      ]),
    )
  }

  function open(): Tray {
    const size = SIZES[platform] ?? LINUX_SIZE
    const icon = new Tray(nativeImage.createFromPath(iconFile).resize({ width: size, height: size }))
    icon.setToolTip('Holderscope')
    // On macOS a click opens the menu.
    if (platform !== 'darwin') icon.on('click', () => void windows.show([]))
    return icon
  }

  return {
    show(isShown) {
      if (!isShown) {
        tray?.destroy()
        tray = null
      } else if (tray === null) {
        tray = open()
        void refresh()
      }
    },
    refresh,
  }
}
