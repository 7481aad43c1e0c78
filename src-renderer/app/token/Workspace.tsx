import { memo, useDeferredValue, useMemo } from 'react'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { atSnapshot } from '../../../src-shared/domain/unknown-lists.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { Inspector } from '../../features/inspector/Inspector.tsx'
import { TrialBanner } from '../../features/rules/TrialBanner.tsx'
import { OverviewStrip } from '../../features/overview/OverviewStrip.tsx'
import { shortAddress } from '../../format/address.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { INSPECTED_VIEWS } from '../shell/PanelToggles.tsx'
import type { View } from '../../stores/url-state.ts'
import { useTokenUrl } from '../token-url.ts'
import { Behind, behindClass } from './Behind.tsx'
import { MainView } from './MainView.tsx'
import { MomentSlider } from './MomentSlider.tsx'
import { Split } from './Split.tsx'
import { useSelectionUrl } from './use-selection-url.ts'
import { useMomentChanges } from './use-moment-changes.ts'
import { useTokenData } from './use-token-data.ts'

/** Those that show `TokenData` of a moment; the others read what they show themselves. */
const VIEWS_OF_MOMENTS: ReadonlySet<View> = new Set(['graph', 'clusters', 'holders', 'snipers', 'bundlers', 'insiders', 'overlap'])

/** One token: its shares, the open view, and the inspector of what is selected. */
export function Workspace({ token, summary }: { token: TokenRef; summary: TokenSummary }) {
  const url = useTokenUrl()
  useSelectionUrl(url)
  const data = useTokenData(token, url.snapshot)
  const inspectorOpen = usePreferences((state) => state.inspectorOpen)
  const open = data.snapshot.value
  // The picture comes first; its facts follow in a render of their own.
  const [told, reasons] = [useDeferredValue(open), useDeferredValue(data.reasons)]
  const isBehind = data.moment !== url.snapshot
  const isDimmed = isBehind && VIEWS_OF_MOMENTS.has(url.view)
  const changes = useMomentChanges(token, open)
  const fileName = useMemo(() => fileNameOf(summary), [summary])
  const shown = useMemo(() => (data.moment === null || open === null ? summary : atSnapshot(summary, open)), [summary, data.moment, open])
  const view = <MainView token={token} summary={shown} url={url} data={data} fileName={fileName} />
  return (
    <div className="workspace">
      <h1 className="hidden-words">
        {summary.symbol ?? shortAddress(token.address)} on {NETWORKS[token.network].name}: {url.view}
      </h1>
      <OverviewStrip token={token} summary={shown} moment={data.moment === null ? null : open} />
      <MomentSlider token={token} url={url} changes={isBehind ? null : changes} />
      <TrialBanner before={data.inForce} after={data.trial.clusters} error={data.trial.error} onSnapshot={url.snapshot !== null} />
      <div className={`workspace-room ${isDimmed ? behindClass : ''}`}>
        {isDimmed ? <Behind wanted={url.snapshot} shown={data.moment} /> : null}
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
            handle="Resize inspector"
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
