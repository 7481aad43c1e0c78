import type { GraphElements, Positions } from '../elements/elements.ts'

/**
 * Where the wallets of each picture stood when it was first shown: who slides to another moment and back finds it as it was, however
 * the clusters of the other one are counted. Places are stored once for a token; these are known to the open page alone.
 */
let homes = new WeakMap<GraphElements, Positions>()

/** The first time decides, or every visit could move a wallet a little. */
export function settle(elements: GraphElements, positions: Positions): void {
  if (!homes.has(elements)) homes.set(elements, positions)
}

export function homeOf(elements: GraphElements): Positions | null {
  return homes.get(elements) ?? null
}

/** A person has arranged the wallets otherwise: this holds for all moments. */
export function forgetHomes(): void {
  homes = new WeakMap()
}
