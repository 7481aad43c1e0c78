import type { DesktopBridge } from '../../src-shared/ipc.ts'

declare global {
  interface Window {
    /** Set in the desktop window only. */
    readonly holderscope?: DesktopBridge
  }
}

/** Origin and API key of the service. `key` is empty when none was given. */
export interface Session {
  readonly origin: string
  readonly key: string
}

const KEY_NAME = 'holderscope.key'

/** The desktop window reads the address from its bridge. A browser takes the key from the link and keeps it for the tab. */
export async function openSession(): Promise<Session> {
  if (window.holderscope !== undefined) return window.holderscope.serviceAddress()
  return { origin: window.location.origin, key: takeKeyFromLink() ?? storedKey() }
}

/** Stores the key of the current link for this tab and removes it from the address bar; null if there is none. */
export function takeKeyFromLink(): string | null {
  const key = parseKeyFromHash(window.location.hash)
  if (key === null) return null
  storeKey(key)
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return key
}

/** Parses `#key=…` of the link printed at startup. */
export function parseKeyFromHash(hash: string): string | null {
  const key = new URLSearchParams(hash.replace(/^#/, '')).get('key')
  return key === null || key === '' ? null : key
}

export function storeKey(key: string): void {
  try {
    window.sessionStorage.setItem(KEY_NAME, key)
  } catch {
    // Without session storage the key lasts until the page is closed.
  }
}

function storedKey(): string {
  try {
    return window.sessionStorage.getItem(KEY_NAME) ?? ''
  } catch {
    return ''
  }
}
