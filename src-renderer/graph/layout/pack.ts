import type { PackableElements, Point } from '../elements/elements.ts'
import type { LayoutName } from '../view-store.ts'
import { bubbleLayout } from './bubble-layout.ts'
import { timeLayout } from './time-layout.ts'

/** Layouts that compute all positions in one step, unlike the force layout. */
export type PackedLayout = Exclude<LayoutName, 'force'>

export interface Packed {
  readonly positions: ReadonlyMap<string, Point>
  /** Width of the time scale, in graph units; null in a layout without one. */
  readonly width: number | null
}

/** The positions of all nodes. Pure. */
export function pack(layout: PackedLayout, elements: PackableElements): Packed {
  return layout === 'time' ? timeLayout(elements) : { positions: bubbleLayout(elements), width: null }
}
