import { useNavigate } from '@tanstack/react-router'
import { arrange, LAYOUTS, showAll } from '../../graph/view-store.ts'
import { usePageActions } from '../../stores/page-actions.ts'
import { openPanel, togglePanel, useIsPanelOpen } from '../../stores/panels.ts'
import { setDockTab, setTheme, THEMES } from '../../stores/preferences.ts'
import { clearSelection } from '../../stores/selection.ts'
import { showShortcuts } from '../../stores/shell.ts'
import { copyWithToast } from '../../ui/Copy.tsx'
import { useTakeSnapshot } from '../../features/snapshots/use-take-snapshot.ts'
import { useOpenToken, useTokenUrl } from '../token-url.ts'
import type { Action } from './action.ts'
import { useCaseActions } from './case-actions.ts'
import { PAGE_ROWS, VIEW_ROWS } from './view-rows.ts'

/** True when the action contains every word of the text. */
export function matchesAction(action: Action, text: string): boolean {
  const name = `${action.group} ${action.name}`.toLowerCase()
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word))
}

/** All actions available now, including those of the open token. */
export function useActions(): Action[] {
  const navigate = useNavigate()
  const token = useOpenToken()
  const url = useTokenUrl()
  const takeSnapshot = useTakeSnapshot(token)
  const caseActions = useCaseActions()
  const [dockOpen, inspectorOpen] = [useIsPanelOpen('dock'), useIsPanelOpen('inspector')]
  const exports = usePageActions((page) => page.actions)
  const graphActions: Action[] = [
    ...exports.map((action): Action => ({ group: 'Actions', icon: 'download', ...action })),
    ...LAYOUTS.map(({ id, label }): Action => ({ group: 'Actions', name: `Layout: ${label.toLowerCase()}`, icon: 'graph', run: () => arrange(id) })),
    { group: 'Actions', name: 'Show hidden wallets', icon: 'graph', run: showAll },
  ]
  const ofToken: Action[] =
    token === null
      ? []
      : [
          ...VIEW_ROWS.map((row): Action => ({
            group: 'Views',
            name: row.name,
            icon: row.icon,
            keys: `g+${row.key}`,
            run: () => url.openView(row.id),
          })),
          { group: 'Actions', name: 'Take snapshot', icon: 'snapshots', run: () => takeSnapshot.mutate() },
          {
            group: 'Actions',
            name: 'Copy token address',
            icon: 'copy',
            run: () => void copyWithToast(token.address, 'Token address copied'),
          },
          {
            group: 'Actions',
            name: 'Compare with other tokens',
            icon: 'overlap',
            run: () => void navigate({ to: '/common', search: { on: token.network, tokens: token.address } }),
          },
          { group: 'Actions', name: 'Compare snapshots', icon: 'snapshots', run: () => url.openView('compare') },
          {
            group: 'Actions',
            name: 'Adjust rules',
            icon: 'scan',
            run: () => {
              openPanel('dock')
              setDockTab('rules')
              url.openView('graph')
            },
          },
          ...(url.view === 'graph' ? graphActions : []),
          { group: 'Actions', name: 'Clear selection', icon: 'close', keys: 'Esc', run: clearSelection },
          {
            group: 'Actions',
            name: dockOpen ? 'Hide tables below the graph' : 'Show tables below the graph',
            icon: 'panelBottom',
            keys: 'b',
            run: () => togglePanel('dock'),
          },
          {
            group: 'Actions',
            name: inspectorOpen ? 'Hide inspector' : 'Show inspector',
            icon: 'panelRight',
            keys: 'i',
            run: () => togglePanel('inspector'),
          },
        ]
  return [
    // In the order of the palette groups: the first row must be the first item.
    ...ofToken,
    ...caseActions,
    { group: 'Pages', name: 'Start', icon: 'start', run: () => void navigate({ to: '/' }) },
    ...PAGE_ROWS.map((row): Action => ({
      group: 'Pages',
      name: row.name,
      icon: row.icon,
      keys: `g+${row.key}`,
      run: () => void navigate({ to: row.to }),
    })),
    { group: 'Pages', name: 'Serial wallets', icon: 'snipers', run: () => void navigate({ to: '/common', search: { list: 'serial' } }) },
    { group: 'Pages', name: 'Keyboard shortcuts', icon: 'keyboard', keys: '?', run: () => showShortcuts(true) },
    ...THEMES.map(({ id, label }): Action => ({
      group: 'Theme',
      name: `Theme: ${label.toLowerCase()}`,
      icon: id === 'light' ? 'sun' : id === 'dark' ? 'moon' : 'system',
      run: () => setTheme(id),
    })),
  ]
}
