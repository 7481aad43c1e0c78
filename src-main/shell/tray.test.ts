import { beforeEach, describe, expect, it, vi } from 'vitest'
import { app, Tray, type Entry } from './testing/electron.ts'
import type { PageLink } from './page-link.ts'
import { createTray, type AppTray } from './tray.ts'

vi.mock('electron', () => import('./testing/electron.ts'))

const windows = { open: vi.fn(), show: vi.fn(() => Promise.resolve()) }
let followed: PageLink[]
const trayOn = (platform: NodeJS.Platform): AppTray => createTray({ platform, iconFile: '/icon.png', windows, readFollowed: async () => followed })
const menu = (): readonly Entry[] => Tray.all.at(-1)?.setContextMenu.mock.lastCall?.[0] ?? []
const labels = (): (string | undefined)[] => menu().flatMap(({ label }) => label ?? [])

beforeEach(() => {
  vi.clearAllMocks()
  Tray.all = []
  followed = []
})

describe('the tray', () => {
  it('has no icon until it is shown, one then, and none after it is hidden', async () => {
    const tray = trayOn('linux')
    await tray.refresh()
    expect(Tray.all).toEqual([])
    tray.show(true)
    tray.show(true)
    expect(Tray.all).toHaveLength(1)
    tray.show(false)
    expect(Tray.all[0]?.destroy).toHaveBeenCalledOnce()
    await tray.refresh()
    tray.show(true)
    expect(Tray.all).toHaveLength(2)
  })

  it.each([
    ['darwin', 18, 0],
    ['win32', 16, 1],
    ['linux', 24, 1],
  ] as const)('on %s has an icon of %i points, and a click opens the window %i times', (platform, size, opened) => {
    trayOn(platform).show(true)
    expect(Tray.all[0]?.icon).toEqual({ path: '/icon.png', width: size, height: size })
    Tray.all[0]?.emit('click')
    expect(windows.show).toHaveBeenCalledTimes(opened)
  })

  it('lists followed tokens, opens them, and quits', async () => {
    const tray = trayOn('linux')
    tray.show(true)
    await vi.waitFor(() => expect(labels()).toEqual(['Open Holderscope', 'No followed tokens', 'Quit Holderscope']))
    followed = [{ label: 'A&B\u202e\nQuit (Base)', path: '/t/base/0x1' }]
    await tray.refresh()
    expect(labels()).toEqual(['Open Holderscope', 'Followed tokens', 'A&&B Quit (Base)', 'Quit Holderscope'])
    for (const label of ['A&&B Quit (Base)', 'Open Holderscope', 'Quit Holderscope'])
      menu()
        .find((entry) => entry.label === label)
        ?.click?.()
    expect(windows.show.mock.calls).toEqual([[[{ kind: 'page', path: '/t/base/0x1' }]], [[]]])
    expect(app.quit).toHaveBeenCalledOnce()
  })
})
