import { memo, useMemo } from 'react'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import { atSnapshot } from '../../../src-shared/domain/unknown-lists.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { Inspector } from '../../features/inspector/Inspector.tsx'
import { CaseBanner } from '../../features/rules/CaseBanner.tsx'
import { TrialBanner } from '../../features/rules/TrialBanner.tsx'
import { OverviewStrip } from '../../features/overview/OverviewStrip.tsx'
import { shortAddress } from '../../format/address.ts'
import { useAfterPaint } from '../../graph/first-paint.ts'
import { useIsPanelOpen } from '../../stores/panels.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { INSPECTED_VIEWS } from '../shell/PanelToggles.tsx'
import type { View } from '../../stores/url-state.ts'
import { useTokenUrl } from '../token-url.ts'
import { MainView } from './MainView.tsx'
import { SnapshotTimeline } from './SnapshotTimeline.tsx'
import { StaleNotice, staleClass } from './StaleNotice.tsx'
import { Split } from './Split.tsx'
import { useCaseThresholds } from './use-case-thresholds.ts'
import { useOpenSnapshot } from './use-open-snapshot.ts'
import { useSelectionUrl } from './use-selection-url.ts'
import { useSnapshotChanges } from './use-snapshot-changes.ts'
import { useTokenData } from './use-token-data.ts'
import { useTokenRows } from './use-token-rows.ts'

/** Views that show `TokenData` of a snapshot; the others load their own data. */
const SNAPSHOT_VIEWS: ReadonlySet<View> = new Set(['graph', 'clusters', 'holders', 'snipers', 'bundlers', 'insiders', 'overlap'])

/** One token: overview, open view and inspector. */
export function Workspace({ token, summary }: { token: TokenRef; summary: TokenSummary }) {
  const url = useTokenUrl()
  useSelectionUrl(url)
  useCaseThresholds()
  const [wanted, openSnapshot] = useOpenSnapshot(url)
  const data = useTokenData(token, wanted)
  const inspectorOpen = useIsPanelOpen('inspector')
  const open = data.snapshot.value
  const later = useAfterPaint(data)
  const moment = later.timestamp === null ? null : later.snapshot.value
  const isBehind = data.timestamp !== wanted
  const isDimmed = isBehind && SNAPSHOT_VIEWS.has(url.view)
  const changes = useSnapshotChanges(token, later === data ? open : null)
  const fileName = useMemo(() => exportName(summary), [summary])
  const shown = useMemo(() => (data.timestamp === null || open === null ? summary : atSnapshot(summary, open)), [summary, data.timestamp, open])
  const rows = useTokenRows(token, later, shown)
  const view = <MainView token={token} summary={shown} url={url} wanted={wanted} data={data} rows={rows} fileName={fileName} />
  return (
    <div className="workspace">
      <h1 className="visually-hidden">
        {summary.symbol ?? shortAddress(token.address)} on {NETWORKS[token.network].name}: {url.view}
      </h1>
      <Strip token={token} summary={summary} moment={moment} />
      <SnapshotTimeline
        token={token}
        open={wanted}
        onOpen={openSnapshot}
        changes={isBehind ? null : changes}
        onCompare={url.view === 'compare' ? null : () => url.openView('compare')}
      />
      <CaseBanner before={data.activeClusters} after={data.trial.clusters} error={data.trial.error} onSnapshot={wanted !== null} />
      <TrialBanner before={data.activeClusters} after={data.trial.clusters} error={data.trial.error} onSnapshot={wanted !== null} />
      <div className={`workspace-content ${isDimmed ? staleClass : ''}`}>
        {isDimmed ? <StaleNotice wanted={wanted} shown={data.timestamp} /> : null}
        {inspectorOpen && INSPECTED_VIEWS.has(url.view) ? (
          <Split
            id="inspector"
            direction="horizontal"
            main={view}
            side={
              <aside className="inspector-panel" aria-label="Inspector">
                <ErrorBoundary>
                  <Facts snapshot={later.snapshot.value} clusters={later.explained} unknownClusters={rows.unknownClusters} />
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

const Strip = memo(OverviewStrip)
const Facts = memo(Inspector)

/** Base name of exported files: letters and digits only. */
function exportName(token: TokenSummary): string {
  const name = (token.symbol ?? shortAddress(token.address)).replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${token.network}-${name === '' ? 'token' : name}`
}
