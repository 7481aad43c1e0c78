import type { GraphElements, Point, Positions } from '../elements/elements.ts'

/** The last position of a wallet, in this snapshot or another one. */
export interface SavedPosition extends Point {
  /** A member of the cluster it was in, or '' for none: a wallet that changed cluster gets a new position. */
  readonly anchor: string
}

export type SavedPositions = ReadonlyMap<string, SavedPosition>

export const NO_POSITIONS: SavedPositions = new Map()

/** Maximum positions saved per token: wallets missing from this snapshot may be in the next one. */
const MAX_SAVED = 12_000

/** Updates `known` with the wallets of these elements. Absent wallets are kept while there is room. */
export function updateSavedPositions(known: SavedPositions, elements: GraphElements, positions: Positions): SavedPositions {
  const anchors = anchorsOf(elements, known)
  const saved = new Map([...positions].map(([id, at]): [string, SavedPosition] => [id, { ...at, anchor: anchors.get(id) ?? '' }]))
  const room = Math.max(0, MAX_SAVED - saved.size)
  for (const [id, at] of [...known].filter(([id]) => !positions.has(id)).slice(0, room)) saved.set(id, at)
  return saved
}

/**
 * The anchor of every wallet in a cluster: the anchor that most members had before, even if that wallet is absent now. When a cluster splits, the
 * larger part keeps it, and the other part takes its first member.
 */
export function anchorsOf({ clusters }: GraphElements, known: SavedPositions): Map<string, string> {
  const anchors = new Map<string, string>()
  const taken = new Set<string>()
  for (const { members } of clusters) {
    const former = mostFrequentAnchor(members, known)
    const anchor = [...(former === null ? [] : [former]), ...members].find((each) => !taken.has(each)) ?? ''
    taken.add(anchor)
    for (const id of members) anchors.set(id, anchor)
  }
  return anchors
}

function mostFrequentAnchor(members: readonly string[], known: SavedPositions): string | null {
  const counts = new Map<string, number>()
  for (const id of members) {
    const anchor = known.get(id)?.anchor ?? ''
    if (anchor !== '') counts.set(anchor, (counts.get(anchor) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? null
}
