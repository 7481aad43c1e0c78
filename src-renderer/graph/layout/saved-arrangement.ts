import type { GraphElements, Point, Positions } from '../elements/elements.ts'
import { LAYOUTS, type LayoutName } from '../view-store.ts'

/** Where wallets stood, per token, so that snapshots and later days find them in the same place. */

export interface Seat extends Point {
  /** A member of the cluster it stood in, or '' for none: a wallet that changed cluster finds a new place. */
  readonly anchor: string
}

export const NO_SEATS: ReadonlyMap<string, Seat> = new Map()

export interface Remembered {
  readonly layout: LayoutName
  readonly pinned: readonly string[]
  /** A member of each cluster that was drawn as one. */
  readonly grouped: readonly string[]
  readonly seats: ReadonlyMap<string, Seat>
}

const PREFIX = 'holderscope.positions.'
/** Tokens remembered; the one used longest ago goes first. A browser keeps about 5 MB per page. */
const MOST_TOKENS = 6

export function recall(storage: Storage, token: string): Remembered | null {
  try {
    return parse(storage.getItem(PREFIX + token))
  } catch {
    return null
  }
}

/** Seats kept per token: wallets that are not in the picture now may be in the next snapshot. */
const MOST_SEATS = 12_000

/** The seats of those who are here, and as many of those who are not as there is room for. */
export function withAbsent(present: ReadonlyMap<string, Seat>, known: ReadonlyMap<string, Seat>): ReadonlyMap<string, Seat> {
  const absent = [...known].filter(([id]) => !present.has(id))
  return absent.length === 0 ? present : new Map([...present, ...absent.slice(0, Math.max(0, MOST_SEATS - present.size))])
}

export function remember(storage: Storage, token: string, value: Remembered, now: number): void {
  const kept = withAbsent(value.seats, recall(storage, token)?.seats ?? new Map())
  const seats = [...kept].map(([id, { x, y, anchor }]) => [id, Math.round(x), Math.round(y), anchor])
  try {
    forgetOldest(storage, token)
    storage.setItem(PREFIX + token, JSON.stringify({ at: now, layout: value.layout, pinned: value.pinned, grouped: value.grouped, seats }))
  } catch {
    // A full or forbidden storage costs only the memory: the packing finds good places again.
  }
}

function forgetOldest(storage: Storage, except: string): void {
  const kept = Object.keys(storage).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + except)
  const byAge = kept.map((key) => ({ key, at: savedAt(storage.getItem(key)) })).sort((a, b) => b.at - a.at)
  for (const { key } of byAge.slice(MOST_TOKENS - 1)) storage.removeItem(key)
}

function savedAt(text: string | null): number {
  return Number(/^\{"at":(\d+)/.exec(text ?? '')?.[1] ?? 0)
}

function parse(text: string | null): Remembered | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null || !('seats' in value) || !Array.isArray(value.seats)) return null
  const seats = new Map<string, Seat>()
  for (const row of value.seats as unknown[]) {
    if (!Array.isArray(row)) continue
    const [id, x, y, anchor] = row as unknown[]
    if (typeof id === 'string' && typeof x === 'number' && typeof y === 'number')
      seats.set(id, { x, y, anchor: typeof anchor === 'string' ? anchor : '' })
  }
  const { layout, pinned, grouped } = value as { layout?: unknown; pinned?: unknown; grouped?: unknown }
  return { layout: LAYOUTS.find(({ id }) => id === layout)?.id ?? 'bubbles', pinned: textsOf(pinned), grouped: textsOf(grouped), seats }
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}

/** The seats of wallets that stand here, after those that are known. */
export function seatsOf(elements: GraphElements, positions: Positions, known: ReadonlyMap<string, Seat>): ReadonlyMap<string, Seat> {
  const anchors = anchorsOf(elements, known)
  return new Map([...positions].map(([id, at]) => [id, { ...at, anchor: anchors.get(id) ?? '' }]))
}

/**
 * The anchor of every wallet in a cluster: the one that most of its members had, whoever of them is in the picture now. Of two
 * parts of a cluster the larger keeps it; others take their first member.
 */
export function anchorsOf({ clusters }: GraphElements, known: ReadonlyMap<string, Seat>): Map<string, string> {
  const anchors = new Map<string, string>()
  const taken = new Set<string>()
  for (const { members } of clusters) {
    const anchor = [...formerOf(members, known), ...members].find((each) => !taken.has(each)) ?? ''
    taken.add(anchor)
    for (const id of members) anchors.set(id, anchor)
  }
  return anchors
}

/** The anchor that most of these had; none where nobody had one. */
function formerOf(members: readonly string[], known: ReadonlyMap<string, Seat>): string[] {
  const counts = new Map<string, number>()
  for (const id of members) {
    const anchor = known.get(id)?.anchor ?? ''
    if (anchor !== '') counts.set(anchor, (counts.get(anchor) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most === undefined ? [] : [most[0]]
}
