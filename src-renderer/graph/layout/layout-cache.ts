import type { GraphElements, Positions } from '../elements/elements.ts'
import { restorePositions } from './restore-positions.ts'
import type { SavedPositions } from './saved-positions.ts'

interface Entry {
  /** Null if most nodes are new, so that the graph has to be packed. */
  readonly positions: Positions | null
  /** The saved positions from which these were computed; null once these have been shown. */
  readonly from: SavedPositions | null
}

/** Saved positions exist once per token. These are cached per snapshot, so that returning to a snapshot shows it unchanged. */
let cache = new WeakMap<GraphElements, Entry>()

/** Positions when these elements were first shown, else positions restored from `saved`; null if the graph has to be packed. */
export function knownPositions(elements: GraphElements, saved: SavedPositions): Positions | null {
  const known = cache.get(elements)
  if (known !== undefined && (known.from === null || known.from === saved)) return known.positions
  const positions = restorePositions(elements, saved)
  cache.set(elements, { positions, from: saved })
  return positions
}

/** The positions of the first display stay, because otherwise every visit could move wallets a little. */
export function keepShownPositions(elements: GraphElements, positions: Positions): void {
  if (cache.get(elements)?.from !== null) cache.set(elements, { positions, from: null })
}

/** Called when the user has rearranged the wallets, which applies to all snapshots. */
export function clearLayoutCache(): void {
  cache = new WeakMap()
}
