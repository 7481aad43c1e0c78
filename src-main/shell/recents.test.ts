import { beforeEach, expect, it, vi } from 'vitest'
import { app } from './testing/electron.ts'
import { showRecents } from './recents.ts'

vi.mock('electron', () => import('./testing/electron.ts'))

const windows = { open: vi.fn(), show: vi.fn(() => Promise.resolve()) }
const ID = '0b0f7e2c-4f3f-4a54-9a2c-6b8b9f5d2e10'
const RECENTS = [
  { label: 'SUI (Sui)', path: '/t/sui/0x2%3A%3Asui%3A%3ASUI' },
  { label: 'Case: A & B', path: `/cases/${ID}` },
]

beforeEach(() => vi.clearAllMocks())

it('shows recent tokens and cases in the dock of macOS', () => {
  showRecents('darwin', RECENTS, windows)
  const entries = app.dock.setMenu.mock.lastCall?.[0] ?? []
  expect(entries.map(({ label }) => label)).toEqual(['SUI (Sui)', 'Case: A && B'])
  entries[1]?.click?.()
  expect(windows.show).toHaveBeenCalledWith([{ kind: 'page', path: `/cases/${ID}` }])
  expect(app.setJumpList).not.toHaveBeenCalled()
})

it('shows them in the jump list of Windows, as links that the app parses again', () => {
  showRecents('win32', RECENTS, windows)
  expect(app.setJumpList).toHaveBeenCalledWith([
    {
      type: 'custom',
      name: 'Tokens and cases',
      items: [
        expect.objectContaining({ title: 'SUI (Sui)', args: 'holderscope://token/sui/0x2%3A%3Asui%3A%3ASUI' }),
        expect.objectContaining({ title: 'Case: A & B', args: `holderscope://case/${ID}` }),
      ],
    },
    { type: 'recent' },
  ])
})

it('shows them nowhere on Linux, nor in a checkout on Windows', () => {
  showRecents('linux', RECENTS, windows)
  app.isPackaged = false
  showRecents('win32', RECENTS, windows)
  app.isPackaged = true
  expect([app.setJumpList.mock.calls, app.dock.setMenu.mock.calls]).toEqual([[], []])
})
