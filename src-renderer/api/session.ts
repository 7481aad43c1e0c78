import type { Session } from '../../src-client/client.ts'
import type { RouteAnswer } from '../../src-shared/contract/routes.ts'
import type { DesktopBridge } from '../../src-shared/ipc.ts'
import { parseAnswer } from './checked-service.ts'
import { ROUTE_DATA } from './contract.data.ts'

declare global {
  interface Window {
    /** Set in the desktop window only. */
    readonly holderscope?: DesktopBridge
  }
}

const KEY_NAME = 'holderscope.key'

/** The desktop window reads the address from its bridge. A browser takes the key from the link and keeps it for the tab. */
export async function openSession(): Promise<Session> {
  if (window.holderscope !== undefined) return window.holderscope.serviceAddress()
  return { origin: window.location.origin, key: takeKeyFromLink() ?? (await takeKeyForCode()) ?? storedKey() }
}

/** Stores the key of the current link for this tab and removes it from the address bar; null if there is none. */
export function takeKeyFromLink(): string | null {
  const key = parseKeyFromHash(window.location.hash)
  if (key === null) return null
  storeKey(key)
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return key
}

/** Exchanges `#code=…` of the link that opened the browser for a key; null if there is no code, or if it was already used. */
async function takeKeyForCode(): Promise<string | null> {
  const code = parseHash(window.location.hash, 'code')
  if (code === null) return null
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  const { method, path } = ROUTE_DATA.openSession
  const response = await fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code }) }).catch(() => null)
  const answer =
    response?.ok === true ? ((await parseAnswer('openSession', await response.json())) as RouteAnswer<'openSession'> | undefined) : undefined
  if (answer === undefined) return null
  storeKey(answer.key)
  return answer.key
}

/** Parses `#key=…` of the link printed at startup. */
export const parseKeyFromHash = (hash: string): string | null => parseHash(hash, 'key')

function parseHash(hash: string, name: 'key' | 'code'): string | null {
  const value = new URLSearchParams(hash.replace(/^#/, '')).get(name)
  return value === null || value === '' ? null : value
}

export function storeKey(key: string): void {
  try {
    window.sessionStorage.setItem(KEY_NAME, key)
  } catch {
    // Without session storage, the key lasts until the page is closed.
  }
}

function storedKey(): string {
  try {
    return window.sessionStorage.getItem(KEY_NAME) ?? ''
  } catch {
    return ''
  }
}
