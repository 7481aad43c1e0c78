import { memo, useDeferredValue, useMemo } from 'react'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { Inspector } from '../../features/inspector/Inspector.tsx'
import { TrialBanner } from '../../features/rules/TrialBanner.tsx'
import { TimeBar } from '../../features/snapshots/TimeBar.tsx'
import { OverviewStrip } from '../../features/overview/OverviewStrip.tsx'
import { shortAddress } from '../../format/address.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { INSPECTED_VIEWS } from '../shell/PanelToggles.tsx'
import { withSnapshot } from '../../stores/url-state.ts'
import { useTokenUrl } from '../token-url.ts'
import { MainView } from './MainView.tsx'
import { Split } from './Split.tsx'
import { useSelectionUrl } from './use-selection-url.ts'
import { useMomentChanges } from './use-moment-changes.ts'
import { useTokenData } from './use-token-data.ts'

/** One token: its shares, the open view, and the inspector of what is selected. */
export function Workspace({ token, summary }: { token: TokenRef; summary: TokenSummary }) {
  const url = useTokenUrl()
  useSelectionUrl(url)
  const data = useTokenData(token, url.snapshot)
  const inspectorOpen = usePreferences((state) => state.inspectorOpen)
  const open = data.snapshot.value
  // The picture comes first; its facts follow in a render of their own.
  const [told, reasons] = [useDeferredValue(open), useDeferredValue(data.reasons)]
  const changes = useMomentChanges(token, open)
  const fileName = useMemo(() => fileNameOf(summary), [summary])
  const view = <MainView token={token} summary={summary} url={url} data={data} fileName={fileName} />
  return (
    <div className="workspace">
      <h1 className="hidden-words">
        {summary.symbol ?? shortAddress(token.address)} on {NETWORKS[token.network].name}: {url.view}
      </h1>
      <OverviewStrip token={token} summary={summary} moment={url.snapshot === null ? null : open} />
      <TimeBar
        token={token}
        open={url.snapshot}
        onOpen={(timestamp) => url.replace(withSnapshot(url.search, timestamp))}
        changes={changes}
        onCompare={url.view === 'compare' ? null : () => url.openView('compare')}
      />
      <TrialBanner before={data.inForce} after={data.trial.clusters} error={data.trial.error} onSnapshot={url.snapshot !== null} />
      <div className="workspace-room">
        {inspectorOpen && INSPECTED_VIEWS.has(url.view) ? (
          <Split
            id="inspector"
            direction="horizontal"
            main={view}
            side={
              <aside className="inspector-room" aria-label="Inspector">
                <ErrorBoundary>
                  <Facts snapshot={told} clusters={reasons} />
                </ErrorBoundary>
              </aside>
            }
            handle="Width of the inspector"
            sideSize="320px"
            sideMin="240px"
            mainMin="360px"
          />
        ) : (
          view
        )}
      </div>
    </div>
  )
}

const Facts = memo(Inspector)

/** Start of the names of exported files: letters and digits only. */
function fileNameOf(token: TokenSummary): string {
  const name = (token.symbol ?? shortAddress(token.address)).replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${token.network}-${name === '' ? 'token' : name}`
}
