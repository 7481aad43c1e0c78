import { useNavigate } from '@tanstack/react-router'
import type { TokenRef } from '../../api/token-queries.ts'
import { arrange, LAYOUTS, showAll } from '../../graph/view-store.ts'
import { usePageActions } from '../../stores/page-actions.ts'
import { openPanel, togglePanel, useIsPanelOpen } from '../../stores/panels.ts'
import { setDockTab, setTheme, THEMES } from '../../stores/preferences.ts'
import { clearSelection } from '../../stores/selection.ts'
import { showShortcuts } from '../../stores/shell.ts'
import { copyWithToast } from '../../ui/Copy.tsx'
import { useTakeSnapshot } from '../../features/snapshots/use-take-snapshot.ts'
import { useOpenToken, useTokenUrl } from '../token-url.ts'
import { ofGroup, type Action } from './action.ts'
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
  const graphActions = [
    ...exports.map((action) => ({ icon: 'download', ...action }) as const),
    ...LAYOUTS.map(({ id, label }) => ({ name: `Layout: ${label.toLowerCase()}`, icon: 'graph', run: () => arrange(id) }) as const),
    { name: 'Show hidden wallets', icon: 'graph', run: showAll } as const,
  ]
  const showRules = (): void => {
    openPanel('dock')
    setDockTab('rules')
    url.openView('graph')
  }
  const compareTokens = ({ network, address }: TokenRef): void => void navigate({ to: '/common', search: { on: network, tokens: address } })
  const ofToken =
    token === null
      ? []
      : [
          ...ofGroup('Views', ...VIEW_ROWS.map(({ id, name, icon, key }) => ({ name, icon, keys: `g+${key}`, run: () => url.openView(id) }))),
          ...ofGroup(
            'Actions',
            { name: 'Take snapshot', icon: 'snapshots', run: () => takeSnapshot.mutate() },
            { name: 'Copy token address', icon: 'copy', run: () => void copyWithToast(token.address, 'Token address copied') },
            { name: 'Compare with other tokens', icon: 'overlap', run: () => compareTokens(token) },
            { name: 'Compare snapshots', icon: 'snapshots', run: () => url.openView('compare') },
            { name: 'Adjust rules', icon: 'scan', run: showRules },
            ...(url.view === 'graph' ? graphActions : []),
            { name: 'Clear selection', icon: 'close', keys: 'Esc', run: clearSelection },
            { name: `${dockOpen ? 'Hide' : 'Show'} tables below the graph`, icon: 'panelBottom', keys: 'b', run: () => togglePanel('dock') },
            { name: `${inspectorOpen ? 'Hide' : 'Show'} inspector`, icon: 'panelRight', keys: 'i', run: () => togglePanel('inspector') },
          ),
        ]
  return [
    // In the order of the palette groups: the first row must be the first item.
    ...ofToken,
    ...caseActions,
    ...ofGroup(
      'Pages',
      { name: 'Start', icon: 'start', run: () => void navigate({ to: '/' }) },
      ...PAGE_ROWS.map(({ to, name, icon, key }) => ({ name, icon, keys: `g+${key}`, run: () => void navigate({ to }) })),
      { name: 'Serial wallets', icon: 'snipers', run: () => void navigate({ to: '/common', search: { list: 'serial' } }) },
      { name: 'Keyboard shortcuts', icon: 'keyboard', keys: '?', run: () => showShortcuts(true) },
    ),
    ...THEMES.map(({ id, label }): Action => ({
      group: 'Theme',
      name: `Theme: ${label.toLowerCase()}`,
      icon: id === 'light' ? 'sun' : id === 'dark' ? 'moon' : 'system',
      run: () => setTheme(id),
    })),
  ]
}
