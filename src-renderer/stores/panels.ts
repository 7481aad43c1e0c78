import { useSyncExternalStore } from 'react'
import { usePreferences } from './preferences.ts'
import { useSelection, type SelectionState } from './selection.ts'

/** The tables below the graph and the inspector beside it: open as the user chose, else if the window has room for them. */

export type PanelName = 'dock' | 'inspector'

const PREFERENCE = { dock: 'dockOpen', inspector: 'inspectorOpen' } as const satisfies Record<PanelName, string>
const HAS_ROOM = { dock: '(min-height: 560px)', inspector: '(min-width: 900px)' } as const satisfies Record<PanelName, string>

const isSomethingSelected = ({ wallets, cluster, link }: SelectionState): boolean => wallets.length > 0 || cluster !== null || link !== null

/** A narrow window shows the inspector while something is selected. */
const isOpen = (panel: PanelName): boolean =>
  usePreferences.getState()[PREFERENCE[panel]] ??
  (matchMedia(HAS_ROOM[panel]).matches || (panel === 'inspector' && isSomethingSelected(useSelection.getState())))

function subscribe(onChange: () => void): () => void {
  const queries = Object.values(HAS_ROOM).map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', onChange)
  const stops = [usePreferences.subscribe(onChange), useSelection.subscribe(onChange)]
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
    for (const stop of stops) stop()
  }
}

export const useIsPanelOpen = (panel: PanelName): boolean => useSyncExternalStore(subscribe, () => isOpen(panel))

export const togglePanel = (panel: PanelName): void => usePreferences.setState({ [PREFERENCE[panel]]: !isOpen(panel) })
export const openPanel = (panel: PanelName): void => usePreferences.setState({ [PREFERENCE[panel]]: true })
