import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:http'
import { deserialize, serialize } from 'node:v8'
import { createContext, runInContext } from 'node:vm'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { launchOptions } from '../fixtures/chromium.ts'

/**
 * Stands in for Electron if its binary is not available: the real main process and the real preload file run against it,
 * and the window is a real Chromium page. IPC arguments go through structured clone as in Electron. It proves neither
 * Electron's own sandbox nor native dialogs, menus, crash paths and packaged paths.
 *
 * The test that forked this process sends it messages: `{ id, expression }` is evaluated in the page, `{ id, invoke }` calls an IPC channel
 * from a given frame, `{ id, open }` and `{ id, navigate }` are what a page does by window.open and location, `{ id, secondStart }` are the
 * arguments of a second start, `{ id, menu }` and `{ id, trayMenu }` click the menu entry under these labels, `{ id, focus }` gives the window the
 * focus or takes it, `{ id, clickNotification }` clicks the notification with this index, `{ id, wake: true }` is the end of the machine's sleep,
 * `{ id, openFile }` is a file dropped on the app's icon, `{ id, closeWindow: true }` closes the newest window, `{ id, quit: true }` quits.
 */

type Handler = (event: unknown, ...args: unknown[]) => unknown
const handlers = new Map<string, Handler>()
const clone = <T>(value: T): T => deserialize(serialize(value)) as T

class App extends EventEmitter {
  readonly isPackaged = true
  setAppUserModelId(): void {}
  setBadgeCount(count: number): boolean {
    process.send?.({ badge: count })
    return true
  }
  addRecentDocument(file: string): void {
    process.send?.({ recentDocument: file })
  }
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
  readonly getVersion = (): string => '0.1.0'
  readonly getName = (): string => 'Holderscope'
  readonly getPath = (): string => process.env['HOLDERSCOPE_DATA_DIR'] ?? ''
  quit(): void {
    let prevented = false
    this.emit('before-quit', { preventDefault: () => (prevented = true) })
    if (prevented) return
    this.emit('quit', {}, 0)
    void (browser?.close() ?? Promise.resolve()).finally(() => process.exit(0))
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
/** The HTTP client with which electron-updater requests releases. */
export const net = { request: (options: RequestOptions) => request(options) }
export const session = { fromPartition: () => ({}) }
// A packaged app has no script among its arguments.
process.argv.splice(1, 1)
Object.assign(process, { resourcesPath: process.env['HOLDERSCOPE_TEST_RESOURCES'] })

export const powerMonitor = new EventEmitter()

export const nativeImage = { createFromPath: (path: string) => ({ resize: () => ({ path, exists: existsSync(path) }) }) }

let trayMenu: readonly MenuItem[] | null = null
export class Tray extends EventEmitter {
  constructor(icon: unknown) {
    super()
    process.send?.({ tray: icon })
  }
  setToolTip(): void {}
  setContextMenu(template: readonly MenuItem[]): void {
    trayMenu = template
  }
  destroy(): void {
    trayMenu = null
  }
}

export class Notification extends EventEmitter {
  static isSupported = (): boolean => true
  readonly #options: unknown
  constructor(options: unknown) {
    super()
    this.#options = options
  }
  show(): void {
    notifications.push(this)
    process.send?.({ notification: this.#options })
  }
}
const notifications: Notification[] = []

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
  showMessageBox: async (...args: { readonly message?: string }[]) => {
    process.send?.({ messageBox: args.at(-1)?.message })
    return { response: 1 }
  },
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
let context: BrowserContext | undefined

class WebContents extends EventEmitter {
  readonly session = { setPermissionRequestHandler: () => undefined, setPermissionCheckHandler: () => undefined }
  page: Page | undefined
  /** Listeners of the preload, by channel. */
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

  /** Whether the page may navigate to a URL. */
  navigate(url: string): boolean {
    let prevented = false
    this.emit('will-navigate', { preventDefault: () => (prevented = true) }, url)
    return !prevented
  }
}

const windows: BrowserWindow[] = []
let hasFocus = true

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return windows
  }
  static getFocusedWindow(): BrowserWindow | null {
    return hasFocus ? (windows.at(-1) ?? null) : null
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

  isMaximized(): boolean {
    return false
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { x: 0, y: 0, width: 1440, height: 900 }
  }

  async close(): Promise<void> {
    this.emit('close')
    windows.splice(windows.indexOf(this), 1)
    await this.webContents.page?.close()
    process.send?.({ closed: windows.length })
    if (windows.length === 0) app.emit('window-all-closed')
  }

  async loadURL(url: string): Promise<void> {
    const page = this.webContents.page ?? (await this.#openPage())
    await page.goto(url)
    this.emit('ready-to-show')
    process.send?.({ loaded: page.url() })
  }

  async #openPage(): Promise<Page> {
    const options = await launchOptions()
    const forChromium = process.argv.filter((argument) => argument.startsWith('--remote-debugging-'))
    browser ??= await chromium.launch({ ...options, args: [...(options.args ?? []), ...forChromium] })
    // One context is one session partition.
    context ??= await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    // A new document starts with a new preload.
    page.on('request', (sent) => sent.isNavigationRequest() && this.webContents.listenersInPage.clear())
    page.on('websocket', (socket) => process.send?.({ socket: socket.url() }))
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
        return typeof result === 'function' ? undefined : (JSON.parse(JSON.stringify(result, encodeBytes) ?? 'null') as unknown)
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
            const decodeBytes = (_key: string, value: unknown): unknown =>
              typeof value === 'object' && value !== null && 'base64' in value
                ? Uint8Array.from(atob(String(value.base64)), (each) => each.charCodeAt(0))
                : value
            const result = Promise.resolve(page[`__${world}_${method}`]?.(...sent)).then(
              (value) => JSON.parse(JSON.stringify(value ?? null), decodeBytes) as unknown,
            )
            return added.length === 0 ? result : () => added.forEach((listener) => listeners.set(listener, () => undefined))
          },
        ])
        Object.defineProperty(globalThis, world, { value: Object.freeze(Object.fromEntries(calls)) })
      },
      [name, methods] as [string, string[]],
    )
  }
}

/** Playwright passes no bytes through its bindings. A Buffer has its own JSON form, which a replacer receives. */
const encodeBytes = (_key: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  const buffer = value as { readonly type?: unknown; readonly data?: unknown } | null
  return buffer?.type === 'Buffer' && Array.isArray(buffer.data) ? { base64: Buffer.from(buffer.data as number[]).toString('base64') } : value
}

const isListener = (value: unknown): value is { readonly listener: number } => typeof value === 'object' && value !== null && 'listener' in value

const callInPage =
  (page: Page, listener: number) =>
  (...args: unknown[]): void =>
    void page.evaluate(
      ([id, values]) => (globalThis as unknown as { listeners: Map<number, (...a: unknown[]) => void> }).listeners.get(id)?.(...values),
      [listener, args] as const,
    )

/** Clicks the menu entry under these labels. Returns the labels beside it, or null if there is none. */
function clickMenu(template: readonly MenuItem[], labels: readonly string[]): string[] | null {
  let items = template
  for (const [depth, label] of labels.entries()) {
    const found = items.find((item) => item.label === label)
    if (found === undefined) return null
    if (depth === labels.length - 1) found.click?.()
    else items = found.submenu ?? []
  }
  return items.flatMap(({ label }) => label ?? [])
}

function setFocus(isFocused: boolean): void {
  hasFocus = isFocused
  app.emit(isFocused ? 'browser-window-focus' : 'browser-window-blur', {}, windows.at(-1))
}

interface TestMessage {
  readonly id: number
  readonly expression?: string
  readonly invoke?: { readonly channel: string; readonly args: readonly unknown[]; readonly senderFrame: unknown }
  readonly open?: string
  readonly navigate?: string
  readonly secondStart?: readonly string[]
  readonly menu?: readonly string[]
  readonly trayMenu?: readonly string[]
  readonly focus?: boolean
  readonly clickNotification?: number
  readonly closeWindow?: boolean
  readonly wake?: boolean
  readonly openFile?: string
  readonly quit?: boolean
}

/** A test controls the newest window. */
async function perform(message: TestMessage): Promise<unknown> {
  const { expression, invoke, open, navigate, secondStart, menu: labels } = message
  const contents = windows.at(-1)?.webContents
  if (invoke !== undefined) return handlers.get(invoke.channel)?.({ senderFrame: invoke.senderFrame }, ...invoke.args)
  if (open !== undefined) return contents?.openWindow({ url: open })
  if (navigate !== undefined) return contents?.navigate(navigate)
  if (secondStart !== undefined) return void app.emit('second-instance', {}, ['holderscope', ...secondStart], '/')
  if (labels !== undefined) return clickMenu(menu, labels)
  if (message.trayMenu !== undefined) return trayMenu === null ? null : clickMenu(trayMenu, message.trayMenu)
  if (message.focus !== undefined) return setFocus(message.focus)
  if (message.clickNotification !== undefined) return void notifications[message.clickNotification]?.emit('click')
  if (message.closeWindow === true) return windows.at(-1)?.close()
  if (message.wake === true) return void powerMonitor.emit('resume')
  if (message.openFile !== undefined) return void app.emit('open-file', { preventDefault: () => undefined }, message.openFile)
  return contents?.page?.evaluate(expression ?? '')
}

process.on('message', (message: TestMessage) => {
  if (message.quit === true) return app.quit()
  perform(message).then(
    (value) => process.send?.({ id: message.id, value }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  )
})
