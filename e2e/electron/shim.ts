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
 * arguments of a second start, `{ id, menu }` clicks the menu entry under these labels, `{ id, quit: true }` quits.
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

interface MenuItem {
  readonly label?: string
  readonly click?: () => void
  readonly submenu?: readonly MenuItem[]
}
let menu: readonly MenuItem[] = []
export const Menu = {
  buildFromTemplate: (template: readonly MenuItem[]) => template,
  setApplicationMenu: (template: readonly MenuItem[]) => void (menu = template),
}
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
  /** What the preload listens to. */
  readonly listenersInPage = new Map<string, Set<(event: unknown, ...args: unknown[]) => void>>()
  openWindow: (details: { url: string }) => unknown = () => ({ action: 'allow' })

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openWindow = handler
    process.send?.({ guarded: 'window-open' })
  }

  send(channel: string, ...args: unknown[]): void {
    for (const listener of this.listenersInPage.get(channel) ?? []) listener({}, ...clone(args))
  }

  isDestroyed(): boolean {
    return false
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
    await exposePreload(page, this.webContents, this.#preferences.preload)
    this.webContents.page = page
    return page
  }
}

/** Runs the preload file as a sandboxed preload: its `require` gives `electron` and nothing else. */
async function exposePreload(page: Page, contents: WebContents, path: string): Promise<void> {
  const exposed = new Map<string, Record<string, (...args: unknown[]) => unknown>>()
  const preloadElectron = {
    contextBridge: { exposeInMainWorld: (name: string, api: Record<string, (...args: unknown[]) => unknown>) => exposed.set(name, api) },
    ipcRenderer: {
      invoke: async (channel: string, ...args: unknown[]) => {
        const handler = handlers.get(channel)
        if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
        return clone(await handler({ sender: contents, senderFrame: { url: page.url(), parent: null } }, ...clone(args)))
      },
      on: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) =>
        contents.listenersInPage.set(channel, (contents.listenersInPage.get(channel) ?? new Set()).add(listener)),
      off: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) => contents.listenersInPage.get(channel)?.delete(listener),
    },
  }
  const module = { exports: {} }
  const require = (name: string): unknown => {
    if (name === 'electron') return preloadElectron
    throw new Error(`A sandboxed preload cannot require '${name}'`)
  }
  runInContext(readFileSync(path, 'utf8'), createContext({ require, module, exports: module.exports }))
  for (const [name, api] of exposed) {
    for (const [method, call] of Object.entries(api)) {
      await page.exposeBinding(`__${name}_${method}`, async (_source, ...args: unknown[]) => {
        const result = await call(...args.map((argument) => (isListener(argument) ? callInPage(page, argument.listener) : argument)))
        return typeof result === 'function' ? undefined : result
      })
    }
    const methods = Object.keys(api)
    await page.addInitScript(
      ([world, names]) => {
        const page = globalThis as unknown as Record<string, (...a: unknown[]) => unknown> & { listeners?: Map<number, unknown> }
        const listeners = (page.listeners ??= new Map())
        // Electron passes functions through its bridge; here they stay in the page and are called by number.
        const calls = names.map((method) => [
          method,
          (...args: unknown[]) => {
            const added: number[] = []
            const sent = args.map((argument) => {
              if (typeof argument !== 'function') return argument
              const listener = listeners.size
              listeners.set(listener, argument)
              added.push(listener)
              return { listener }
            })
            const result = page[`__${world}_${method}`]?.(...sent)
            return added.length === 0 ? result : () => added.forEach((listener) => listeners.set(listener, () => undefined))
          },
        ])
        Object.defineProperty(globalThis, world, { value: Object.freeze(Object.fromEntries(calls)) })
      },
      [name, methods] as [string, string[]],
    )
  }
}

const isListener = (value: unknown): value is { readonly listener: number } => typeof value === 'object' && value !== null && 'listener' in value

const callInPage =
  (page: Page, listener: number) =>
  (...args: unknown[]): void =>
    void page.evaluate(
      ([id, values]) => (globalThis as unknown as { listeners: Map<number, (...a: unknown[]) => void> }).listeners.get(id)?.(...values),
      [listener, args] as const,
    )

/** Clicks the menu entry under these labels. Returns the labels beside it, or null where there is none. */
function clickMenu(labels: readonly string[]): string[] | null {
  let items = menu
  for (const [depth, label] of labels.entries()) {
    const found = items.find((item) => item.label === label)
    if (found === undefined) return null
    if (depth === labels.length - 1) found.click?.()
    else items = found.submenu ?? []
  }
  return items.flatMap(({ label }) => label ?? [])
}

interface TestMessage {
  readonly id: number
  readonly expression?: string
  readonly invoke?: { readonly channel: string; readonly args: readonly unknown[]; readonly senderFrame: unknown }
  readonly open?: string
  readonly navigate?: string
  readonly secondStart?: readonly string[]
  readonly menu?: readonly string[]
  readonly quit?: boolean
}

/** The newest window is the one that a test speaks to. */
async function perform({ expression, invoke, open, navigate, secondStart, menu: labels }: TestMessage): Promise<unknown> {
  const contents = windows.at(-1)?.webContents
  if (invoke !== undefined) return handlers.get(invoke.channel)?.({ senderFrame: invoke.senderFrame }, ...invoke.args)
  if (open !== undefined) return contents?.openWindow({ url: open })
  if (navigate !== undefined) return contents?.navigate(navigate)
  if (secondStart !== undefined) return void app.emit('second-instance', {}, ['holderscope', ...secondStart], '/')
  if (labels !== undefined) return clickMenu(labels)
  return contents?.page?.evaluate(expression ?? '')
}

process.on('message', (message: TestMessage) => {
  if (message.quit === true) return app.quit()
  perform(message).then(
    (value) => process.send?.({ id: message.id, value }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  )
})
