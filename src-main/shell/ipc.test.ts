import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLogger } from '../lib/logger.ts'
import { registerIpc } from './ipc.ts'

type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>

const electron = vi.hoisted(() => ({
  handlers: new Map<string, Handler>(),
  openExternal: vi.fn(() => Promise.resolve()),
  showSaveDialog: vi.fn(() => Promise.resolve({ canceled: true, filePath: '' })),
}))

vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, handler: Handler) => electron.handlers.set(channel, handler) },
  shell: { openExternal: electron.openExternal },
  dialog: { showSaveDialog: electron.showSaveDialog },
}))

const takeFile = vi.fn(() => Promise.resolve(null))
const showActions = vi.fn()
const settings = { current: () => ({ tray: false, notices: false, updateFeed: null }), change: vi.fn(() => Promise.resolve(null)) }
const ORIGIN = 'http://127.0.0.1:4690'
const OWN_FRAME = { url: `${ORIGIN}/tokens`, parent: null }
const CALLS = [
  ['service:address', []],
  ['file:save', [{ name: 'graph.png', bytes: new Uint8Array(1) }]],
  ['file:take', []],
  ['link:open', ['https://solscan.io/']],
  ['menu:show', [[{ group: 'Pages', name: 'Jobs' }]]],
  ['desktop:settings', []],
  ['desktop:change', [{ tray: true }]],
] as const

beforeEach(() => {
  vi.clearAllMocks()
  electron.handlers.clear()
  registerIpc({ origin: ORIGIN, key: 'the-key', logger: silentLogger, takeFile, showActions, settings })
})

const invoke = (channel: string, senderFrame: unknown, args: readonly unknown[]): Promise<unknown> => {
  const handler = electron.handlers.get(channel)
  if (handler === undefined) throw new Error(`no handler for ${channel}`)
  return handler({ senderFrame }, ...args)
}

describe('a call from an untrusted frame', () => {
  const frames = [
    ['of another origin', { url: 'https://example.com/', parent: null }],
    ['of another port', { url: 'http://127.0.0.1:4691/', parent: null }],
    ['of a host name that begins like ours', { url: `${ORIGIN}.example.com/`, parent: null }],
    ['inside our own page', { url: `${ORIGIN}/`, parent: OWN_FRAME }],
    ['without an origin', { url: 'about:blank', parent: null }],
    ['without a valid URL', { url: '', parent: null }],
    ['that is already gone', null],
  ] as const

  it.each(frames)('%s is refused on every channel and reaches no handler', async (_frame, frame) => {
    expect([...electron.handlers.keys()].sort()).toEqual(CALLS.map(([channel]) => channel).sort())
    for (const [channel, args] of CALLS) {
      await expect(invoke(channel, frame, args)).rejects.toThrow('Calls from this frame are not allowed.')
    }
    expect(electron.openExternal).not.toHaveBeenCalled()
    expect(electron.showSaveDialog).not.toHaveBeenCalled()
    expect(showActions).not.toHaveBeenCalled()
    expect(settings.change).not.toHaveBeenCalled()
  })
})

describe('a call from our own page', () => {
  it('returns the address and key of the service', async () => {
    expect(await invoke('service:address', OWN_FRAME, [])).toEqual({ origin: ORIGIN, key: 'the-key' })
  })

  it('opens web links only', async () => {
    expect(await invoke('link:open', OWN_FRAME, ['https://solscan.io/'])).toBe('opened')
    expect(await invoke('link:open', OWN_FRAME, ['file:///etc/passwd'])).toBe('refused')
    expect(await invoke('link:open', OWN_FRAME, ['javascript:alert(1)'])).toBe('refused')
    expect(electron.openExternal.mock.calls).toEqual([['https://solscan.io/']])
  })

  it('is refused with arguments of another type', async () => {
    await expect(invoke('link:open', OWN_FRAME, [7])).rejects.toThrow()
    await expect(invoke('file:save', OWN_FRAME, [{ name: '', bytes: 'text' }])).rejects.toThrow()
    await expect(invoke('menu:show', OWN_FRAME, [[{ group: 'File', name: 'Quit' }]])).rejects.toThrow()
    await expect(invoke('menu:show', OWN_FRAME, [Array.from({ length: 101 }, () => ({ group: 'Pages', name: 'x' }))])).rejects.toThrow()
    await expect(invoke('desktop:change', OWN_FRAME, [{ port: 1 }])).rejects.toThrow()
    await expect(invoke('desktop:change', OWN_FRAME, [{ updateFeed: 7 }])).rejects.toThrow()
    expect(electron.showSaveDialog).not.toHaveBeenCalled()
    expect(settings.change).not.toHaveBeenCalled()
  })

  it('shows actions of a case with a long name', async () => {
    const action = { group: 'Actions', name: `Show case: ${'x'.repeat(200)}`, role: 'undo' }
    expect(await invoke('menu:show', OWN_FRAME, [[action]])).toBe('shown')
    expect(showActions).toHaveBeenCalledWith(undefined, [action])
  })

  it('suggests a file name without a directory', async () => {
    await invoke('file:save', OWN_FRAME, [{ name: '../../.bashrc', bytes: new Uint8Array(1) }])
    expect(electron.showSaveDialog).toHaveBeenCalledWith({ defaultPath: '.bashrc' })
  })

  it('writes no file whose ending names another format', async () => {
    const filePath = join(tmpdir(), `holderscope-${process.pid}.pdf`)
    electron.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath })
    expect(await invoke('file:save', OWN_FRAME, [{ name: 'graph.png', bytes: new Uint8Array(1) }])).toBe('other_ending')
    expect(existsSync(filePath)).toBe(false)
  })
})
