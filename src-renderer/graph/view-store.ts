import { create } from 'zustand'
import type { Point } from './elements.ts'
import type { LegendRowId } from './legend.ts'

/** How the picture is looked at: layout, filters, what is hidden, pinned and under the pointer. Selection lives in stores/selection. */

export const LAYOUTS = [
  { id: 'bubbles', label: 'Bubbles', explain: 'Clusters packed as discs, the largest in the middle' },
  { id: 'force', label: 'Force', explain: 'Links pull wallets together' },
] as const
export type LayoutName = (typeof LAYOUTS)[number]['id']

export interface Hover {
  readonly kind: 'node' | 'link' | 'cluster'
  /** Address, link id, or cluster id as text. */
  readonly id: string
}

export interface GraphView {
  readonly layout: LayoutName
  /** Counts up with every wish to arrange anew. */
  readonly arrangement: number
  readonly off: ReadonlySet<LegendRowId>
  readonly hidden: ReadonlySet<string>
  readonly pinned: ReadonlySet<string>
  readonly hover: Hover | null
  /** The line being drawn around wallets, in pixels of the panel; null when none. */
  readonly lasso: readonly Point[] | null
  readonly arranging: boolean
}

const FRESH = { hidden: new Set<string>(), pinned: new Set<string>(), hover: null, lasso: null, arranging: false } as const

export const useGraphView = create<GraphView>(() => ({ ...FRESH, layout: 'bubbles', arrangement: 0, off: new Set() }))

/** Another token: nothing hidden, and the layout and pins that are remembered for it. */
export const openView = (layout: LayoutName, pinned: readonly string[]): void => useGraphView.setState({ ...FRESH, layout, pinned: new Set(pinned) })

/** Arranges everything anew; pinned wallets stay. */
export const arrange = (layout: LayoutName): void => useGraphView.setState(({ arrangement }) => ({ layout, arrangement: arrangement + 1 }))

export const toggleRow = (row: LegendRowId): void => useGraphView.setState(({ off }) => ({ off: toggled(off, row) }))
export const hideWallets = (wallets: Iterable<string>): void => useGraphView.setState(({ hidden }) => ({ hidden: new Set([...hidden, ...wallets]) }))
export const showAll = (): void => useGraphView.setState({ hidden: new Set(), off: new Set() })
export const pin = (wallet: string): void => useGraphView.setState(({ pinned }) => ({ pinned: new Set([...pinned, wallet]) }))
export const releasePins = (): void => useGraphView.setState({ pinned: new Set() })
export const setHover = (hover: Hover | null): void => useGraphView.setState({ hover })
export const setLasso = (lasso: readonly Point[] | null): void => useGraphView.setState({ lasso })
export const setArranging = (arranging: boolean): void => useGraphView.setState({ arranging })

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
