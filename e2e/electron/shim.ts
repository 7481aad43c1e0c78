import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { createContext, runInContext } from 'node:vm'
import { chromium, type Browser, type Page } from 'playwright'
import { launchOptions } from '../fixtures/chromium.ts'

/**
 * Stands in for Electron where its binary cannot be had: the real main process and the real preload file run against it,
 * and the window is a real Chromium page. IPC arguments go through structured clone as in Electron. It proves neither
 * Electron's own sandbox nor native dialogs, menus, crash paths and packaged paths.
 *
 * The test that forked this process sends it messages: `{ id, expression }` is evaluated in the page, `{ id, invoke }` calls an IPC channel
 * from a given frame, `{ id, open }` and `{ id, navigate }` are what a page does by window.open and location, `{ id, secondStart }` are the
 * arguments of a second start, `{ id, quit: true }` quits.
 */

type Handler = (event: unknown, ...args: unknown[]) => unknown
const handlers = new Map<string, Handler>()
const clone = <T>(value: T): T => deserialize(serialize(value)) as T

class App extends EventEmitter {
  readonly isPackaged = true
  setAsDefaultProtocolClient(name: string): boolean {
    process.send?.({ protocol: name })
    return true
  }
  requestSingleInstanceLock(): boolean {
    return true
  }
  whenReady(): Promise<void> {
    return Promise.resolve()
  }
  quit(): void {
    let prevented = false
    this.emit('before-quit', { preventDefault: () => (prevented = true) })
    if (!prevented) void browser?.close().finally(() => process.exit(0))
  }
  exit(code: number): void {
    process.exit(code)
  }
}
export const app = new App()

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
}

export const Menu = { buildFromTemplate: (template: unknown) => template, setApplicationMenu: () => undefined }
export const clipboard = { writeText: (text: string) => process.send?.({ copied: text }) }
const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
export const screen = { getAllDisplays: () => [display], getDisplayMatching: () => display }
export const shell = { openExternal: async (url: string) => void process.send?.({ opened: url }) }
export const dialog = {
  showErrorBox: (title: string, text: string) => process.send?.({ errorBox: { title, text } }),
  showMessageBox: async () => ({ response: 0 }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
}

interface WebPreferences {
  readonly preload: string
  readonly contextIsolation: boolean
  readonly sandbox: boolean
  readonly nodeIntegration: boolean
}

let browser: Browser | undefined

class WebContents extends EventEmitter {
  readonly session = { setPermissionRequestHandler: () => undefined, setPermissionCheckHandler: () => undefined }
  page: Page | undefined
  openWindow: (details: { url: string }) => unknown = () => ({ action: 'allow' })

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openWindow = handler
    process.send?.({ guarded: 'window-open' })
  }

  getURL(): string {
    return this.page?.url() ?? ''
  }

  getZoomFactor(): number {
    return 1
  }

  setZoomFactor(): void {}

  /** Whether the page may leave for a URL. */
  navigate(url: string): boolean {
    let prevented = false
    this.emit('will-navigate', { preventDefault: () => (prevented = true) }, url)
    return !prevented
  }
}

const windows: BrowserWindow[] = []

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return windows
  }
  static getFocusedWindow(): BrowserWindow | null {
    return windows.at(-1) ?? null
  }
  readonly webContents = new WebContents()
  readonly #preferences: WebPreferences

  constructor({ webPreferences }: { webPreferences: WebPreferences }) {
    super()
    if (webPreferences.nodeIntegration || !webPreferences.contextIsolation || !webPreferences.sandbox) {
      throw new Error('The window must be isolated and sandboxed, without Node.')
    }
    this.#preferences = webPreferences
    windows.push(this)
  }

  show(): void {
    process.send?.({ shown: true })
  }

  focus(): void {
    process.send?.({ focused: this.webContents.getURL() })
  }

  isMinimized(): boolean {
    return false
  }

  async loadURL(url: string): Promise<void> {
    const page = this.webContents.page ?? (await this.#openPage())
    await page.goto(url)
    this.emit('ready-to-show')
    process.send?.({ loaded: page.url() })
  }

  async #openPage(): Promise<Page> {
    browser ??= await chromium.launch(await launchOptions())
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await exposePreload(page, this.#preferences.preload)
    this.webContents.page = page
    return page
  }
}

/** Runs the preload file as a sandboxed preload: its `require` gives `electron` and nothing else. */
async function exposePreload(page: Page, path: string): Promise<void> {
  const exposed = new Map<string, Record<string, (...args: unknown[]) => unknown>>()
  const preloadElectron = {
    contextBridge: { exposeInMainWorld: (name: string, api: Record<string, (...args: unknown[]) => unknown>) => exposed.set(name, api) },
    ipcRenderer: {
      invoke: async (channel: string, ...args: unknown[]) => {
        const handler = handlers.get(channel)
        if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
        return clone(await handler({ senderFrame: { url: page.url(), parent: null } }, ...clone(args)))
      },
    },
  }
  const module = { exports: {} }
  const require = (name: string): unknown => {
    if (name === 'electron') return preloadElectron
    throw new Error(`A sandboxed preload cannot require '${name}'`)
  }
  runInContext(readFileSync(path, 'utf8'), createContext({ require, module, exports: module.exports }))
  for (const [name, api] of exposed) {
    for (const [method, call] of Object.entries(api)) await page.exposeBinding(`__${name}_${method}`, (_source, ...args: unknown[]) => call(...args))
    const methods = Object.keys(api)
    await page.addInitScript(
      ([world, names]) => {
        const calls = names.map((method) => [
          method,
          (...args: unknown[]) => (globalThis as unknown as Record<string, (...a: unknown[]) => unknown>)[`__${world}_${method}`]?.(...args),
        ])
        Object.defineProperty(globalThis, world, { value: Object.freeze(Object.fromEntries(calls)) })
      },
      [name, methods] as [string, string[]],
    )
  }
}

interface TestMessage {
  readonly id: number
  readonly expression?: string
  readonly invoke?: { readonly channel: string; readonly args: readonly unknown[]; readonly senderFrame: unknown }
  readonly open?: string
  readonly navigate?: string
  readonly secondStart?: readonly string[]
  readonly quit?: boolean
}

/** The newest window is the one that a test speaks to. */
async function perform({ expression, invoke, open, navigate, secondStart }: TestMessage): Promise<unknown> {
  const contents = windows.at(-1)?.webContents
  if (invoke !== undefined) return handlers.get(invoke.channel)?.({ senderFrame: invoke.senderFrame }, ...invoke.args)
  if (open !== undefined) return contents?.openWindow({ url: open })
  if (navigate !== undefined) return contents?.navigate(navigate)
  if (secondStart !== undefined) return void app.emit('second-instance', {}, ['holderscope', ...secondStart], '/')
  return contents?.page?.evaluate(expression ?? '')
}

process.on('message', (message: TestMessage) => {
  if (message.quit === true) return app.quit()
  perform(message).then(
    (value) => process.send?.({ id: message.id, value }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  )
})
