import { useDeferredValue } from 'react'
import { createStore, useStore } from 'zustand'

/**
 * The selection in the graph, the tables and the inspector. This store is the only owner: it also holds clusters, links and wallets that no graph
 * contains, so cytoscape's own selection is switched off. It is small and serialisable, because the URL contains it.
 */
export interface SelectionState {
  readonly wallets: readonly string[]
  readonly cluster: number | null
  readonly link: LinkKey | null
}

/** A link by its ends, kind and token. */
export interface LinkKey {
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly token: string
}

export const EMPTY_SELECTION: SelectionState = { wallets: [], cluster: null, link: null }

const store = createStore<SelectionState>(() => EMPTY_SELECTION)

/** Components follow in a deferred render, so that the graph highlights a selection before thousands of rows render. */
export const useSelection = Object.assign(<T>(read: (state: SelectionState) => T): T => useDeferredValue(useStore(store, read)), store)

export const selectWallets = (wallets: readonly string[]): void => useSelection.setState({ wallets, cluster: null, link: null })
export const selectCluster = (cluster: number | null): void => useSelection.setState({ wallets: [], cluster, link: null })
export const selectLink = (link: LinkKey | null): void => useSelection.setState({ wallets: [], cluster: null, link })
export const clearSelection = (): void => useSelection.setState(EMPTY_SELECTION)
export const toggleWallet = (wallet: string): void =>
  useSelection.setState(({ wallets }) => ({
    wallets: wallets.includes(wallet) ? wallets.filter((other) => other !== wallet) : [...wallets, wallet],
    cluster: null,
    link: null,
  }))
