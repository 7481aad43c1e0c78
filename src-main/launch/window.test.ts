import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failedRecently, rememberFailure } from './electron-package.ts'
import { findWindow, type Window } from './window.ts'

/** A package of Electron whose installer notes that it ran. `download.test.ts` runs Electron's own. */

const INSTALLS = `const fs = require('node:fs')
fs.mkdirSync(__dirname + '/dist')
fs.writeFileSync(__dirname + '/dist/electron', '')
fs.writeFileSync(__dirname + '/path.txt', 'electron')`
const FAILS = `console.error('Error: the mirror is away'); process.exit(1)`
const WAITS = `setInterval(() => undefined, 1_000)`
const A_DAY_MS = 86_400_000

let folder: string
const said: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holderscope-window-'))
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }')
  installer(INSTALLS)
  said.length = 0
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
  displays(':0', undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const installer = (script: string): void =>
  writeFileSync(join(folder, 'install.js'), `require('node:fs').appendFileSync(__dirname + '/runs', 'run '); ${script}`)
const runs = (): string => (existsSync(join(folder, 'runs')) ? readFileSync(join(folder, 'runs'), 'utf8') : '')
const executable = (): string => join(folder, 'dist', 'electron')
const find = (retry = false): Promise<Window> => findWindow(folder, { retry })
function displays(x: string | undefined, wayland: string | undefined): void {
  vi.stubEnv('DISPLAY', x)
  vi.stubEnv('WAYLAND_DISPLAY', wayland)
}
function install(): void {
  mkdirSync(join(folder, 'dist'))
  writeFileSync(executable(), '')
  writeFileSync(join(folder, 'path.txt'), 'electron')
}

describe('the window', () => {
  it('needs a display of either kind, and downloads nothing without one', async () => {
    for (const none of [undefined, '']) {
      displays(none, none)
      expect(await find(true)).toEqual({ reason: 'there is no display' })
    }
    install()
    expect(await find()).toEqual({ reason: 'there is no display' })
    for (const [x, wayland] of [
      [':0', undefined],
      [undefined, 'wayland-0'],
      ['', 'wayland-0'],
    ]) {
      displays(x, wayland)
      expect(await find()).toEqual({ path: executable() })
    }
    expect([runs(), said]).toEqual(['', []])
  })

  it('needs no variable on systems where every session has a display', async () => {
    displays(undefined, undefined)
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
    install()
    expect(await find()).toEqual({ path: executable() })
  })

  it('is downloaded once where it is missing', async () => {
    expect(await find()).toEqual({ path: executable() })
    expect(await find()).toEqual({ path: executable() })
    expect([runs(), said]).toEqual(['run ', ['Downloading Electron 1.2.3 for the window …\n']])
  })

  it('that could not be downloaded is left for a day, unless the user asks for it', async () => {
    installer(FAILS)
    expect(await find()).toMatchObject({ reason: 'Electron could not be downloaded (the mirror is away)' })
    expect(await find()).toEqual({ reason: 'the last download of Electron failed less than a day ago (npm run desktop tries again)' })
    expect(runs()).toBe('run ')
    await find(true)
    expect(runs()).toBe('run run ')
    rememberFailure(folder, Date.now() - A_DAY_MS)
    installer(INSTALLS)
    expect(await find()).toEqual({ path: executable() })
    expect(existsSync(join(folder, '.download-failed'))).toBe(false)
  })
})

describe('a key pressed during the download', () => {
  const { stdin } = process
  const listening = (): number => stdin.listenerCount('data')
  const own = (['isTTY', 'setRawMode'] as const).map((name) => [name, Object.getOwnPropertyDescriptor(stdin, name)] as const)
  const setRawMode = vi.fn(() => stdin)
  beforeEach(() => {
    installer(WAITS)
    setRawMode.mockClear()
    Object.defineProperty(stdin, 'isTTY', { configurable: true, value: true })
    Object.defineProperty(stdin, 'setRawMode', { configurable: true, value: setRawMode })
  })
  afterEach(() => {
    for (const [name, descriptor] of own) {
      Reflect.deleteProperty(stdin, name)
      if (descriptor !== undefined) Object.defineProperty(stdin, name, descriptor)
    }
  })

  async function findAndPress(key: string): Promise<Window> {
    const found = find()
    await vi.waitFor(() => expect(runs()).toBe('run '), { timeout: 20_000 })
    stdin.emit('data', Buffer.from(key))
    return found
  }

  it('opens the browser this time, and does not count as a failure', async () => {
    expect(await findAndPress(' ')).toMatchObject({ reason: 'the download was cancelled' })
    expect(failedRecently(folder, Date.now())).toBe(false)
  })

  it('means nothing once the download has ended', async () => {
    installer(INSTALLS)
    const before = listening()
    expect(await find()).toEqual({ path: executable() })
    expect([setRawMode.mock.calls, listening()]).toEqual([[[true], [false]], before])
  })

  it('ends the process where it is Ctrl-C', async () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
    await findAndPress('\u0003')
    expect(exit).toHaveBeenCalledExactlyOnceWith(130)
  })
})
