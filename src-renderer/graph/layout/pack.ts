import type { Packable, Point } from '../elements/elements.ts'
import type { LayoutName } from '../view-store.ts'
import { bubbleLayout } from './bubble-layout.ts'
import { timeLayout } from './time-layout.ts'

/** Layouts that give every wallet its place in one go; the force layout needs time. */
export type PackedLayout = Exclude<LayoutName, 'force'>

export interface Packed {
  readonly positions: ReadonlyMap<string, Point>
  /** Of the time scale, in graph units; null in a layout without one. */
  readonly width: number | null
}

/** Where everything stands in a layout. Pure. */
export function pack(layout: PackedLayout, elements: Packable): Packed {
  return layout === 'time' ? timeLayout(elements) : { positions: bubbleLayout(elements), width: null }
}
