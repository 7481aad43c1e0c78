import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/service.tsx'
import { summaryQuery, type TokenRef } from '../../api/token-queries.ts'
import { togglePanel, useIsPanelOpen } from '../../stores/panels.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useTokenUrl } from '../token-url.ts'

/** Views that show the inspector. */
export const INSPECTED_VIEWS: ReadonlySet<string> = new Set(['graph', 'clusters', 'holders', 'overlap', 'compare', 'trades'])

/** Rendered only when the workspace of a stored token is open. */
export function PanelToggles({ token }: { token: TokenRef }) {
  const { view } = useTokenUrl()
  const { data } = useQuery({ ...summaryQuery(useClient(), token), enabled: false })
  const dockOpen = useIsPanelOpen('dock')
  const inspectorOpen = useIsPanelOpen('inspector')
  if (data === undefined) return null
  return (
    <>
      {view === 'graph' ? (
        <IconButton
          icon="panelBottom"
          label={dockOpen ? 'Hide tables' : 'Show tables'}
          shortcut="b"
          pressed={dockOpen}
          onClick={() => togglePanel('dock')}
        />
      ) : null}
      {INSPECTED_VIEWS.has(view) ? (
        <IconButton
          icon="panelRight"
          label={inspectorOpen ? 'Hide inspector' : 'Show inspector'}
          shortcut="i"
          pressed={inspectorOpen}
          onClick={() => togglePanel('inspector')}
        />
      ) : null}
    </>
  )
}
