import { LAYOUTS, type LayoutName } from '../view-store.ts'
import type { SavedPosition, SavedPositions } from './saved-positions.ts'

/** The state in which a user left the graph of a token. */
export interface Arrangement {
  readonly layout: LayoutName
  readonly pinned: readonly string[]
  /** A member of each cluster that was drawn as one node. */
  readonly grouped: readonly string[]
  readonly positions: SavedPositions
}

const PREFIX = 'holderscope.positions.'
/** The least recently used token is evicted first. A browser stores about 5 MB per origin. */
const MAX_TOKENS = 6

export function readArrangement(storage: Storage, token: string): Arrangement | null {
  try {
    return parse(storage.getItem(PREFIX + token))
  } catch {
    return null
  }
}

/** `now` is in Unix milliseconds. */
export function writeArrangement(storage: Storage, token: string, { layout, pinned, grouped, positions }: Arrangement, now: number): void {
  // `at` comes first, so that `savedAt` reads it without parsing the whole text. Positions are stored under the key `seats`, which saved layouts
  // already use.
  const rows = [...positions].map(([id, { x, y, anchor }]) => [id, Math.round(x), Math.round(y), anchor])
  try {
    removeOldest(storage, token)
    storage.setItem(PREFIX + token, JSON.stringify({ at: now, layout, pinned, grouped, seats: rows }))
  } catch {
    // If storage is full or forbidden, only the saved positions are lost: the layout computes them again.
  }
}

function removeOldest(storage: Storage, except: string): void {
  const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + except)
  const byAge = keys.map((key) => ({ key, at: savedAt(storage.getItem(key)) })).sort((a, b) => b.at - a.at)
  for (const { key } of byAge.slice(MAX_TOKENS - 1)) storage.removeItem(key)
}

function savedAt(text: string | null): number {
  return Number(/^\{"at":(\d+)/.exec(text ?? '')?.[1] ?? 0)
}

function parse(text: string | null): Arrangement | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null || !('seats' in value) || !Array.isArray(value.seats)) return null
  const { layout, pinned, grouped } = value as { layout?: unknown; pinned?: unknown; grouped?: unknown }
  return {
    layout: LAYOUTS.find(({ id }) => id === layout)?.id ?? 'bubbles',
    pinned: onlyStrings(pinned),
    grouped: onlyStrings(grouped),
    positions: new Map((value.seats as unknown[]).flatMap(parseRow)),
  }
}

function parseRow(row: unknown): [string, SavedPosition][] {
  if (!Array.isArray(row)) return []
  const [id, x, y, anchor] = row as unknown[]
  if (typeof id !== 'string' || typeof x !== 'number' || typeof y !== 'number') return []
  return [[id, { x, y, anchor: typeof anchor === 'string' ? anchor : '' }]]
}

function onlyStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
