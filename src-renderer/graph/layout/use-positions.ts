import { useLayoutEffect, useMemo, useState } from 'react'
import type { GraphElements, Positions } from '../elements/elements.ts'
import { openView, useGraphView } from '../view-store.ts'
import { packAway, packedAtOnce } from './packing.ts'
import { lately } from '../lately.ts'
import { homeOf } from './layout-cache.ts'
import { keptPlaces, withPins } from './restore-positions.ts'
import { recallSeats } from './save-arrangement.ts'
import { NO_SEATS, type Seat } from './saved-arrangement.ts'

/** A picture and where its wallets stand. */
export interface Placed {
  readonly elements: GraphElements
  readonly positions: Positions
}

/**
 * Places of this picture's wallets: remembered ones first. A large picture that nobody remembers is packed in a worker: until
 * it is, the one before stays; null before the first. Another token opens its own view.
 */
export function usePlaces(token: string, elements: GraphElements): Placed | null {
  useLayoutEffect(() => {
    const remembered = recallSeats(token)
    if (useGraphView.getState().token !== token) openView(token, remembered?.layout ?? 'bubbles', remembered?.pinned ?? [], remembered?.grouped ?? [])
  }, [token])
  const plan = useMemo(() => planFor(token, elements), [token, elements])
  const [shown, show] = useState(plan.placed)
  // What is known at once is shown at once, and is what stays while a later picture is packed.
  if (plan.placed !== null && plan.placed !== shown) show(plan.placed)
  useLayoutEffect(() => {
    const { placed, layout, finish } = plan
    if (placed !== null) return
    const task = packAway(layout, elements, (positions) => show({ elements, positions: finish(positions) }))
    return () => task.stop()
  }, [plan, elements])
  return plan.placed ?? shown
}

const kept = lately(keptPlaces)

/** Where this picture stood before, or else where one comes to stand that follows these seats. */
function knownPlaces(elements: GraphElements, seats: ReadonlyMap<string, Seat>): Positions | null {
  return homeOf(elements) ?? kept(elements, seats)
}

/** Where the wallets of a picture will stand if it comes after one that left them on these seats; null where that is found only then. */
export function placesAhead(elements: GraphElements, seats: ReadonlyMap<string, Seat>): Positions | null {
  return useGraphView.getState().layout === 'time' ? null : knownPlaces(elements, seats)
}

interface Plan {
  /** Null where a worker must be asked. */
  readonly placed: Placed | null
  readonly layout: 'bubbles' | 'time'
  /** What was pinned stays where it is remembered. */
  readonly finish: (packed: Positions) => Positions
}

function planFor(token: string, elements: GraphElements): Plan {
  const remembered = recallSeats(token)
  const view = useGraphView.getState()
  // Before the view of this token is open, the store still tells of another one.
  const { layout, pinned } = view.token === token ? view : { layout: remembered?.layout, pinned: new Set(remembered?.pinned) }
  const seats = remembered?.seats ?? NO_SEATS
  const packed = layout === 'time' ? 'time' : 'bubbles'
  const finish = (positions: Positions): Positions => (packed === 'time' ? withPins(positions, seats, pinned) : positions)
  const same = packed === 'time' ? null : knownPlaces(elements, seats)
  const known = same ?? packedAtOnce(packed, elements)
  return { placed: known === null ? null : { elements, positions: same ?? finish(known) }, layout: packed, finish }
}
