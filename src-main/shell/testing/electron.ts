import { EventEmitter } from 'node:events'
import { vi } from 'vitest'

/** Stands in for Electron's windows in unit tests. It proves nothing about real windows and displays. */

interface Bounds {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
}

class FakeContents extends EventEmitter {
  readonly session = { setPermissionRequestHandler: vi.fn(), setPermissionCheckHandler: vi.fn() }
  readonly reload = vi.fn()
  readonly send = vi.fn()
  url = ''
  zoom = 1
  setWindowOpenHandler = (): void => undefined
  getURL = (): string => this.url
  getZoomFactor = (): number => this.zoom
  setZoomFactor = (zoom: number): void => void (this.zoom = zoom)
}

export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = []
  static getAllWindows = (): BrowserWindow[] => BrowserWindow.all
  static getFocusedWindow = (): BrowserWindow | null => null
  readonly webContents = new FakeContents()
  readonly options: Bounds & { readonly webPreferences: Readonly<Record<string, unknown>> }
  readonly focus = vi.fn()
  readonly restore = vi.fn()
  readonly maximize = vi.fn()
  minimized = false
  bounds: Bounds

  constructor(options: BrowserWindow['options']) {
    super()
    this.options = options
    this.bounds = { x: 10, y: 20, width: options.width, height: options.height }
    BrowserWindow.all.push(this)
  }

  show = (): void => undefined
  isMinimized = (): boolean => this.minimized
  isMaximized = (): boolean => false
  getNormalBounds = (): Bounds => this.bounds
  loadURL(url: string): Promise<void> {
    this.webContents.url = url
    return Promise.resolve()
  }
}

export const dialog = { showErrorBox: vi.fn(), showMessageBox: vi.fn(() => Promise.resolve({ response: 1 })) }
export const shell = { openExternal: vi.fn(() => Promise.resolve()) }

export interface Entry {
  readonly label?: string
  readonly role?: string
  readonly enabled?: boolean
  readonly click?: () => void
  readonly submenu?: readonly Entry[]
}
export const Menu = { buildFromTemplate: (entries: readonly Entry[]): readonly Entry[] => entries, setApplicationMenu: vi.fn() }

export class Tray extends EventEmitter {
  static all: Tray[] = []
  readonly setToolTip = vi.fn()
  readonly setContextMenu = vi.fn<(entries: readonly Entry[]) => void>()
  readonly destroy = vi.fn()
  readonly icon: unknown
  constructor(icon: unknown) {
    super()
    this.icon = icon
    Tray.all.push(this)
  }
}
export const nativeImage = { createFromPath: (path: string) => ({ resize: (size: object) => ({ path, ...size }) }) }

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  quit: vi.fn(),
  addRecentDocument: vi.fn(),
  setJumpList: vi.fn(),
  dock: { setMenu: vi.fn<(entries: readonly Entry[]) => void>() },
})

export const displays = { connected: [{ id: 7, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
export const screen = { getAllDisplays: () => displays.connected, getDisplayMatching: () => displays.connected[0] }
