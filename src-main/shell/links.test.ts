import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { guardLinks } from './links.ts'

const openExternal = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('electron', () => ({ shell: { openExternal } }))

const ORIGIN = 'http://127.0.0.1:4690'

class FakeContents extends EventEmitter {
  openWindow: (details: { url: string }) => unknown = () => ({ action: 'allow' })

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openWindow = handler
  }

  /** Whether the event was prevented. */
  isPrevented(event: string, ...args: unknown[]): boolean {
    const preventDefault = vi.fn()
    this.emit(event, { preventDefault }, ...args)
    return preventDefault.mock.calls.length > 0
  }
}

let contents: FakeContents
beforeEach(() => {
  openExternal.mockClear()
  contents = new FakeContents()
  guardLinks(contents as unknown as WebContents, ORIGIN)
})

describe('window.open', () => {
  it('opens no window, and web links in the system browser', () => {
    expect(contents.openWindow({ url: 'https://solscan.io/' })).toEqual({ action: 'deny' })
    expect(openExternal.mock.calls).toEqual([['https://solscan.io/']])
  })

  it.each(['http://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'smb://host/share', 'about:blank', ''])(
    'refuses %j',
    (url) => {
      expect(contents.openWindow({ url })).toEqual({ action: 'deny' })
      expect(openExternal).not.toHaveBeenCalled()
    },
  )
})

describe('navigation', () => {
  it('stays within our own page', () => {
    expect(contents.isPrevented('will-navigate', `${ORIGIN}/tokens`)).toBe(false)
    expect(contents.isPrevented('will-redirect', `${ORIGIN}/tokens`)).toBe(false)
  })

  it.each(['https://example.com/', 'http://127.0.0.1:4691/', `${ORIGIN}.example.com/`, 'file:///etc/passwd', 'about:blank', 'not a url'])(
    'to %s is prevented',
    (url) => {
      expect(contents.isPrevented('will-navigate', url)).toBe(true)
      expect(contents.isPrevented('will-redirect', url)).toBe(true)
    },
  )
})

it('attaches no webview', () => {
  expect(contents.isPrevented('will-attach-webview')).toBe(true)
})
