import type { DesktopBridge } from '../../src-shared/ipc.ts'

declare global {
  interface Window {
    /** Present in the desktop window only. */
    readonly holderscope?: DesktopBridge
  }
}

/** Where the service is and what opens it. `key` is empty when nobody gave one. */
export interface Session {
  readonly origin: string
  readonly key: string
}

const KEY_NAME = 'holderscope.key'

/** The desktop window asks its bridge; a served page takes the key from its link once and keeps it for this tab. */
export async function openSession(): Promise<Session> {
  if (window.holderscope !== undefined) return window.holderscope.serviceAddress()
  return { origin: window.location.origin, key: takeKeyFromLink() ?? keptKey() }
}

/** The key of the link that is open, kept for this tab and taken out of the address bar; null where it has none. */
export function takeKeyFromLink(): string | null {
  const key = keyInHash(window.location.hash)
  if (key === null) return null
  keepKey(key)
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return key
}

/** `#key=…` of the link that the start prints. */
export function keyInHash(hash: string): string | null {
  const key = new URLSearchParams(hash.replace(/^#/, '')).get('key')
  return key === null || key === '' ? null : key
}

export function keepKey(key: string): void {
  try {
    window.sessionStorage.setItem(KEY_NAME, key)
  } catch {
    // A browser that keeps nothing still works until the page is closed.
  }
}

function keptKey(): string {
  try {
    return window.sessionStorage.getItem(KEY_NAME) ?? ''
  } catch {
    return ''
  }
}
