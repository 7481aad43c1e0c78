import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../lib/logger.ts'
import { BrowserWindow, dialog, displays } from './testing/electron.ts'
import { createWaitingCaseFile } from './case-files.ts'
import { openWindowState } from './window-state.ts'
import { createWindows, type Windows } from './windows.ts'

/** The window's behaviour with a stand-in for Electron, which proves nothing about real windows and displays. */

vi.mock('electron', () => import('./testing/electron.ts'))

const ORIGIN = 'http://127.0.0.1:4690'
let folder: string
let file: string
let windows: Windows
const importFile = vi.fn<(file: string) => Promise<{ network: string; token_address: string }[]>>()
const caseFile = createWaitingCaseFile(1_000)
const write = (path: string, text: string): Promise<void> => Promise.resolve(writeFileSync(path, text))
const openState = () => openWindowState(file, write, silentLogger)
const last = (): BrowserWindow => BrowserWindow.all.at(-1) as BrowserWindow
const urls = (): string[] => BrowserWindow.all.map(({ webContents }) => webContents.url)

beforeEach(async () => {
  vi.clearAllMocks()
  BrowserWindow.all = []
  folder = mkdtempSync(join(tmpdir(), 'holderscope-test-'))
  file = join(folder, 'window.json')
  windows = createWindows({ origin: ORIGIN, state: openState(), caseFile, importFile })
  await windows.open()
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a window', () => {
  it('is isolated, sandboxed and in a session of its own', () => {
    expect(last().options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      partition: 'persist:holderscope',
    })
    for (const unsafe of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures', 'webviewTag', 'nodeIntegrationInSubFrames'])
      expect(last().options.webPreferences).not.toHaveProperty(unsafe)
  })

  it('has no permission but to copy text, and only on our own page', () => {
    const { setPermissionCheckHandler, setPermissionRequestHandler } = last().webContents.session
    const check = setPermissionCheckHandler.mock.calls[0]?.[0] as (contents: unknown, permission: string, origin: string) => boolean
    const request = setPermissionRequestHandler.mock.calls[0]?.[0] as (...args: unknown[]) => void
    const asked = (permission: string, requestingUrl: string): boolean[] => {
      const answers: boolean[] = []
      request(null, permission, (isAllowed: boolean) => answers.push(isAllowed), { requestingUrl })
      return [...answers, check(null, permission, requestingUrl)]
    }
    expect(asked('clipboard-sanitized-write', `${ORIGIN}/`)).toEqual([true, true])
    expect(asked('clipboard-sanitized-write', 'https://example.com/')).toEqual([false, false])
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'openExternal'])
      expect(asked(permission, `${ORIGIN}/`)).toEqual([false, false])
  })

  it('is loaded again after a crash and says so, but not forever', () => {
    const { webContents } = last()
    webContents.emit('render-process-gone', {}, { reason: 'clean-exit' })
    expect(webContents.reload).not.toHaveBeenCalled()
    for (let crash = 1; crash <= 5; crash++) webContents.emit('render-process-gone', {}, { reason: 'oom' })
    expect(webContents.reload).toHaveBeenCalledTimes(3)
    expect(dialog.showMessageBox).toHaveBeenCalledTimes(3)
    expect(dialog.showErrorBox).toHaveBeenCalledTimes(2)
  })
})

describe('the place of a window', () => {
  const reopen = async (): Promise<BrowserWindow> => {
    BrowserWindow.all = []
    await createWindows({ origin: ORIGIN, state: openState(), caseFile, importFile }).open()
    return last()
  }

  it('is remembered with its size and zoom', async () => {
    last().bounds = { x: 300, y: 200, width: 1_200, height: 700 }
    last().webContents.zoom = 1.25
    last().emit('close')
    const again = await reopen()
    expect(again.options).toMatchObject({ x: 300, y: 200, width: 1_200, height: 700 })
    expect(again.webContents.zoom).toBe(1.25)
  })

  it.each([
    ['on a display that is gone', () => (displays.connected = [{ id: 8, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }])],
    ['that is out of sight now', () => (displays.connected = [{ id: 7, workArea: { x: 0, y: 0, width: 320, height: 240 } }])],
    ['in a damaged file', () => writeFileSync(file, '{"lastDisplay":"7","displays":{"7":{"x":"left"}}}')],
  ])('%s is not restored', async (_what, change) => {
    last().bounds = { x: 300, y: 200, width: 1_200, height: 700 }
    last().emit('close')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ lastDisplay: '7' })
    const { connected } = displays
    change()
    expect((await reopen()).options).toMatchObject({ width: 1_440, height: 900 })
    displays.connected = connected
  })
})

describe('a second start', () => {
  it('brings the window to the front', async () => {
    last().minimized = true
    await windows.show([])
    expect(last().restore).toHaveBeenCalled()
    expect(last().focus).toHaveBeenCalled()
    expect(BrowserWindow.all).toHaveLength(1)
  })

  it('opens tokens in the start page, then in windows of their own, and each once', async () => {
    await windows.show([{ kind: 'page', path: '/t/sol/A' }])
    expect(urls()).toEqual([`${ORIGIN}/t/sol/A`])
    await windows.show([{ kind: 'page', path: '/t/eth/B' }])
    await windows.show([{ kind: 'page', path: '/t/sol/A' }])
    expect(urls()).toEqual([`${ORIGIN}/t/sol/A`, `${ORIGIN}/t/eth/B`])
  })

  it('imports a file and opens its token, or says why it cannot', async () => {
    importFile.mockResolvedValueOnce([{ network: 'sol', token_address: 'A' }])
    await windows.show([{ kind: 'file', file: '/tmp/map.json' }])
    expect(importFile).toHaveBeenCalledWith('/tmp/map.json')
    expect(urls()).toEqual([`${ORIGIN}/t/sol/A`])
    importFile.mockRejectedValueOnce(new Error('/tmp/x: not a holder map.'))
    await windows.show([{ kind: 'file', file: '/tmp/x' }])
    expect(dialog.showErrorBox).toHaveBeenCalledWith('The file cannot be opened', '/tmp/x: not a holder map.')
  })

  it('hands a case file to the page once, and imports nothing', async () => {
    const path = join(folder, 'Who funded it.holderscope')
    writeFileSync(path, 'a case')
    await windows.show([{ kind: 'file', file: path }])
    expect(urls()).toEqual([`${ORIGIN}/cases`])
    expect(last().webContents.send).toHaveBeenCalledWith('file:waits')
    expect(await caseFile.take()).toEqual({ name: 'Who funded it.holderscope', bytes: Buffer.from('a case') })
    expect(await caseFile.take()).toBeNull()
    expect(importFile).not.toHaveBeenCalled()
    writeFileSync(path, 'x'.repeat(1_001))
    await windows.show([{ kind: 'file', file: path }])
    expect(dialog.showErrorBox).toHaveBeenCalledWith('The file cannot be opened', expect.stringContaining('limit of a case file'))
  })
})
