import { createStore, useStore } from 'zustand'

/** What is selected, shared by the graph, the tables and the inspector. Small and serialisable: the URL holds it. */
export interface SelectionState {
  readonly wallets: readonly string[]
  readonly cluster: number | null
  /** A link by its ends, kind and token. */
  readonly link: LinkKey | null
}

export interface LinkKey {
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly token: string
}

export const EMPTY_SELECTION: SelectionState = { wallets: [], cluster: null, link: null }

const chosen = createStore<SelectionState>(() => EMPTY_SELECTION)

/** What components were told of: the picture shows a selection in one frame, words, rows and the URL follow in the next. */
export const toldSelection = createStore<SelectionState>(() => EMPTY_SELECTION)

let waiting = false
chosen.subscribe(() => {
  if (waiting) return
  waiting = true
  const tell = (): void => {
    waiting = false
    toldSelection.setState(chosen.getState(), true)
  }
  // Nothing is drawn of a page that nobody sees.
  if (document.hidden) tell()
  else requestAnimationFrame(() => requestAnimationFrame(tell))
})

/** The selection for components, one frame late; `getState` and `subscribe` tell of it at once, for what draws and acts. */
export const useSelection = Object.assign(<T>(read: (state: SelectionState) => T): T => useStore(toldSelection, read), chosen)

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
