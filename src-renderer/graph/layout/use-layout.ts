import { useLayoutEffect, useMemo, useState } from 'react'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { openView, useGraphView } from '../view-store.ts'
import { loadArrangement } from './arrangement.ts'
import { knownPositions } from './layout-cache.ts'
import { packInWorker, packOnPage } from './packing.ts'
import { withPins } from './restore-positions.ts'
import { NO_POSITIONS } from './saved-positions.ts'

/** Elements with the positions that they should take. */
export interface LaidOut {
  readonly elements: GraphElements
  readonly positions: Positions
}

/**
 * The layout of these elements, from saved positions if possible. A large graph without them is packed in a worker. Meanwhile the previous elements
 * stay; before any, null is returned. Another token opens its own view.
 */
export function useLayout(token: string, elements: GraphElements): LaidOut | null {
  useLayoutEffect(() => {
    const saved = loadArrangement(token)
    if (useGraphView.getState().token !== token) openView(token, saved?.layout ?? 'bubbles', saved?.pinned ?? [], saved?.grouped ?? [])
  }, [token])
  const plan = useMemo(() => planLayout(token, elements), [token, elements])
  const [shown, show] = useState(plan.known)
  // A known layout is shown immediately, and stays while a later graph is packed.
  if (plan.known !== null && plan.known !== shown) show(plan.known)
  useLayoutEffect(() => {
    const { known, layout, finish } = plan
    if (known === null) return packInWorker(layout, elements, (positions) => show({ elements, positions: finish(positions) }))
  }, [plan, elements])
  return plan.known ?? shown
}

interface Plan {
  /** Null if a worker has to pack the graph. */
  readonly known: LaidOut | null
  readonly layout: 'bubbles' | 'time'
  /** Returns pinned nodes to their saved positions. */
  readonly finish: (packed: Positions) => Positions
}

function planLayout(token: string, elements: GraphElements): Plan {
  const saved = loadArrangement(token)
  const view = useGraphView.getState()
  // Until the view of this token is open, the store still holds the view of another token.
  const { layout, pinned } = view.token === token ? view : { layout: saved?.layout, pinned: new Set(saved?.pinned) }
  const before = saved?.positions ?? NO_POSITIONS
  if (layout === 'time') {
    const finish = (packed: Positions): Positions => withPins(packed, before, pinned)
    const packed = packOnPage('time', elements)
    return { known: packed === null ? null : { elements, positions: finish(packed) }, layout, finish }
  }
  const positions = knownPositions(elements, before) ?? packOnPage('bubbles', elements)
  return { known: positions === null ? null : { elements, positions }, layout: 'bubbles', finish: (packed) => packed }
}
