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

export const dialog = { showErrorBox: vi.fn(), showMessageBox: vi.fn(() => Promise.resolve()) }
export const shell = { openExternal: vi.fn(() => Promise.resolve()) }

export const displays = { connected: [{ id: 7, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
export const screen = { getAllDisplays: () => displays.connected, getDisplayMatching: () => displays.connected[0] }
