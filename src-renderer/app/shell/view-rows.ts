import type { View } from '../../stores/url-state.ts'
import type { IconName } from '../../ui/Icon.tsx'

interface ViewRow {
  readonly id: View
  readonly name: string
  readonly icon: IconName
  readonly key: string
}

/** The views of a token: name, icon, and the key that opens each after `g`. */
export const VIEW_ROWS: readonly ViewRow[] = [
  { id: 'graph', name: 'Graph', icon: 'graph', key: 'g' },
  { id: 'clusters', name: 'Clusters', icon: 'clusters', key: 'c' },
  { id: 'holders', name: 'Holders', icon: 'holders', key: 'h' },
  { id: 'distribution', name: 'Distribution', icon: 'distribution', key: 'd' },
  { id: 'snipers', name: 'Snipers', icon: 'snipers', key: 'n' },
  { id: 'bundlers', name: 'Bundlers', icon: 'bundlers', key: 'b' },
  { id: 'insiders', name: 'Insiders', icon: 'insiders', key: 'i' },
  { id: 'overlap', name: 'Overlap', icon: 'overlap', key: 'o' },
  { id: 'scan', name: 'Scan', icon: 'scan', key: 'r' },
  { id: 'snapshots', name: 'Snapshots', icon: 'snapshots', key: 's' },
  { id: 'trades', name: 'Trades', icon: 'trades', key: 't' },
]

export const PAGE_ROWS = [
  { to: '/cases', name: 'Cases', icon: 'cases', key: 'e' },
  { to: '/common', name: 'In common', icon: 'overlap', key: 'm' },
  { to: '/watch', name: 'Watch', icon: 'watch', key: 'w' },
  { to: '/jobs', name: 'Jobs', icon: 'jobs', key: 'j' },
  { to: '/api', name: 'API', icon: 'api', key: 'a' },
  { to: '/settings', name: 'Settings', icon: 'settings', key: ',' },
] as const satisfies readonly { to: string; name: string; icon: IconName; key: string }[]
