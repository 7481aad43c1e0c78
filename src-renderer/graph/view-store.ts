import { create } from 'zustand'
import type { AddedWallet } from './elements/build-elements.ts'
import type { Point } from './elements/elements.ts'
import type { LegendRowId } from './elements/filter.ts'

/** View state of the graph: layout, filters, and hidden, pinned and hovered elements. The selection is in stores/selection. */

export const LAYOUTS = [
  { id: 'bubbles', label: 'Bubbles', explain: 'Clusters packed as discs, the largest in the middle' },
  { id: 'force', label: 'Force', explain: 'Links pull wallets together' },
  { id: 'time', label: 'Time', explain: 'Earliest on the left: when a wallet was first seen, or its first link' },
] as const
export type LayoutName = (typeof LAYOUTS)[number]['id']

export interface Hover {
  readonly kind: 'node' | 'link' | 'cluster'
  /** Address, link id, or cluster id as text. */
  readonly id: string
}

export interface GraphView {
  /** `network:address` of the token that the other fields belong to; null before the first token. */
  readonly token: string | null
  readonly layout: LayoutName
  /** Increases with every request to rearrange the nodes. */
  readonly arrangement: number
  readonly off: ReadonlySet<LegendRowId>
  readonly hidden: ReadonlySet<string>
  readonly pinned: ReadonlySet<string>
  /** A member of each cluster drawn as one node. */
  readonly grouped: ReadonlySet<string>
  /** Wallets that are not in the snapshot, by address. */
  readonly added: ReadonlyMap<string, AddedWallet>
  readonly hover: Hover | null
  /** The lasso being drawn, in pixels of the panel; null if there is none. */
  readonly lasso: readonly Point[] | null
  readonly arranging: boolean
  /** Addresses of a path to show, in order; empty if there is none. */
  readonly trail: readonly string[]
}

const FRESH = {
  hidden: new Set<string>(),
  pinned: new Set<string>(),
  grouped: new Set<string>(),
  added: new Map<string, AddedWallet>(),
  hover: null,
  lasso: null,
  arranging: false,
  trail: [] as readonly string[],
} as const

export const useGraphView = create<GraphView>(() => ({ ...FRESH, token: null, layout: 'bubbles', arrangement: 0, off: new Set() }))

/** Opens another token with its saved layout, pins and groups, and nothing hidden. */
export const openView = (token: string, layout: LayoutName, pinned: readonly string[], grouped: readonly string[]): void =>
  useGraphView.setState({ ...FRESH, token, layout, pinned: new Set(pinned), grouped: new Set(grouped) })

/** Rearranges all nodes except pinned ones. */
export const arrange = (layout: LayoutName): void => useGraphView.setState(({ arrangement }) => ({ layout, arrangement: arrangement + 1 }))

export const toggleRow = (row: LegendRowId): void => useGraphView.setState(({ off }) => ({ off: toggled(off, row) }))
export const hideWallets = (wallets: Iterable<string>): void => useGraphView.setState(({ hidden }) => ({ hidden: new Set([...hidden, ...wallets]) }))
export const showAll = (): void => useGraphView.setState({ hidden: new Set(), off: new Set() })
/** Draws each cluster of these wallets as one node. */
export const collapseClusters = (anchors: Iterable<string>): void =>
  useGraphView.setState(({ grouped }) => ({ grouped: new Set([...grouped, ...anchors]), hover: null }))
/** Expands a cluster to single wallets again, whichever member is in `grouped`. */
export const expandClusters = (members: Iterable<string>): void =>
  useGraphView.setState(({ grouped }) => ({ grouped: new Set([...grouped].filter((anchor) => !new Set(members).has(anchor))), hover: null }))
export const expandAllClusters = (): void => useGraphView.setState({ grouped: new Set(), hover: null })
export const addWallets = (wallets: readonly AddedWallet[]): void =>
  useGraphView.setState(({ added }) => ({ added: new Map([...added, ...wallets.map((wallet) => [wallet.address, wallet] as const)]) }))
export const removeAdded = (addresses: Iterable<string>): void =>
  useGraphView.setState(({ added }) => {
    const gone = new Set(addresses)
    return { added: new Map([...added].filter(([address]) => !gone.has(address))), hover: null }
  })
export const pin = (...wallets: readonly string[]): void => useGraphView.setState(({ pinned }) => ({ pinned: new Set([...pinned, ...wallets]) }))
export const unpin = (wallets: ReadonlySet<string>): void =>
  useGraphView.setState(({ pinned }) => ({ pinned: new Set([...pinned].filter((id) => !wallets.has(id))) }))
export const unpinAll = (): void => useGraphView.setState({ pinned: new Set() })
export const setHover = (hover: Hover | null): void => useGraphView.setState({ hover })
export const setLasso = (lasso: readonly Point[] | null): void => useGraphView.setState({ lasso })
export const setTrail = (trail: readonly string[]): void => useGraphView.setState({ trail })
export const setArranging = (arranging: boolean): void => useGraphView.setState({ arranging })

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
