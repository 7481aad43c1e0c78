import { readPositions } from '../cytoscape/cytoscape-graph.ts'
import type { Stage } from '../stage.ts'
import { useGraphView } from '../view-store.ts'
import { readArrangement, writeArrangement, type Arrangement } from './arrangement-storage.ts'
import { clearLayoutCache, keepShownPositions } from './layout-cache.ts'
import { NO_POSITIONS, updateSavedPositions } from './saved-positions.ts'

/** The arrangement saved last, before and after it is written: writing thousands of positions takes longer than a frame. */
let latest: { readonly token: string; readonly arrangement: Arrangement; readonly written: boolean } | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const WRITE_DELAY_MS = 2_000

/** The state in which this page or an earlier one left the graph of a token; null if it was never opened. */
export function loadArrangement(token: string): Arrangement | null {
  return latest?.token === token ? latest.arrangement : readArrangement(localStorage, token)
}

/** Saves the user's arrangement. Positions cached for other snapshots are no longer valid. */
export function saveUserArrangement(stage: Stage): void {
  clearLayoutCache()
  saveArrangement(stage)
}

/** Saves the current positions of cytoscape, for the next snapshot and the next visit. */
export function saveArrangement({ cy, token, elements }: Stage): void {
  const positions = readPositions(cy)
  if (positions.size === 0) return
  keepShownPositions(elements, positions)
  const { layout, pinned, grouped } = useGraphView.getState()
  const saved = updateSavedPositions(loadArrangement(token)?.positions ?? NO_POSITIONS, elements, positions)
  if (latest?.token !== token) write()
  latest = { token, arrangement: { layout, pinned: [...pinned], grouped: [...grouped], positions: saved }, written: false }
  clearTimeout(timer)
  timer = setTimeout(write, WRITE_DELAY_MS)
  addEventListener('pagehide', write)
}

function write(): void {
  if (latest === null || latest.written) return
  writeArrangement(localStorage, latest.token, latest.arrangement, Date.now())
  latest = { ...latest, written: true }
}
