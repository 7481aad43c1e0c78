import { app, BrowserWindow, Notification } from 'electron'
import type { Windows } from './windows.ts'

export interface Notice {
  readonly title: string
  readonly body: string
  /** Page that a click opens. */
  readonly path: string
}

export interface NoticesOptions {
  readonly windows: Windows
  isEnabled(): boolean
}

/**
 * Announces events while the user looks elsewhere, as system notifications and as their number on the app's icon if the system supports it (the dock
 * of macOS, Unity on Linux).
 */
export function createNotices({ windows, isEnabled }: NoticesOptions): (notice: Notice) => void {
  /** Keeps notifications referenced, because garbage-collected ones no longer react to clicks. */
  const shown = new Set<Notification>()
  app.on('browser-window-focus', () => {
    shown.clear()
    app.setBadgeCount(0)
  })
  return ({ title, body, path }) => {
    if (!isEnabled() || !Notification.isSupported() || BrowserWindow.getFocusedWindow() !== null) return
    const notification = new Notification({ title, body })
    shown.add(notification)
    notification.on('click', () => void windows.show([{ kind: 'page', path }]))
    notification.show()
    app.setBadgeCount(shown.size)
  }
}
