import type { GraphElements, Positions } from '../elements/elements.ts'
import { restorePositions } from './restore-positions.ts'
import type { SavedPositions } from './saved-positions.ts'

interface Entry {
  /** Null where most nodes are new and have to be packed. */
  readonly positions: Positions | null
  /** The saved positions that these were found from; null once they have been on the screen. */
  readonly from: SavedPositions | null
}

/** Saved positions are kept once per token; these are kept per snapshot, so that returning to a snapshot shows it as it was. */
let cache = new WeakMap<GraphElements, Entry>()

/** Positions at the last display of these elements, else those in `saved`; null when they have to be packed. */
export function knownPositions(elements: GraphElements, saved: SavedPositions): Positions | null {
  const known = cache.get(elements)
  if (known !== undefined && (known.from === null || known.from === saved)) return known.positions
  const positions = restorePositions(elements, saved)
  cache.set(elements, { positions, from: saved })
  return positions
}

/** The first display decides, because otherwise every visit could move a wallet a little. */
export function keepShownPositions(elements: GraphElements, positions: Positions): void {
  if (cache.get(elements)?.from !== null) cache.set(elements, { positions, from: null })
}

/** The user has arranged the wallets otherwise, which holds for all snapshots. */
export function clearLayoutCache(): void {
  cache = new WeakMap()
}
