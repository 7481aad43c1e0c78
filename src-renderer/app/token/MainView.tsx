import { Suspense, type ReactElement, type ReactNode } from 'react'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { ClustersSource } from '../../features/clusters/ClustersSource.tsx'
import { ClustersTable } from '../../features/clusters/ClustersTable.tsx'
import { HoldersTable } from '../../features/holders/HoldersTable.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import type { TokenUrl } from '../token-url.ts'
import { GraphView } from './GraphView.tsx'
import { ResourceView } from './ResourceView.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { CompareView, DistributionView, EarlyView, OverlapView, ScanView, SnapshotsView, TradesView } from './lazy-views.ts'
import { useTokenNames } from './token-names.ts'
import type { TokenData } from './use-token-data.ts'
import type { TokenRows } from './use-token-rows.ts'

interface Props {
  token: TokenRef
  summary: TokenSummary
  url: Pick<TokenUrl, 'view' | 'search' | 'replace'>
  /** Unix seconds of the open snapshot, which `data` may not describe yet; null for the latest. */
  wanted: number | null
  data: TokenData
  rows: TokenRows
  fileName: string
}

/** Renders the view named in the URL. */
export function MainView(props: Props) {
  return (
    <ErrorBoundary of={props.url.view}>
      <Suspense fallback={<Loading what="the view" />}>
        <View {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The return type makes a view without a case a compile error. */
function View({ token, summary, url, wanted, data, rows, fileName }: Props): ReactElement {
  const nameOf = useTokenNames(token.network, data.symbols)
  const { view } = url
  switch (view) {
    case 'graph':
      return <GraphView token={token} decimals={summary.decimals} data={data} rows={rows} fileName={fileName} />
    case 'clusters':
      return (
        <ResourceView part={rows.clusters} what="clusters" failed="Could not compute clusters">
          {(clusters) => (
            <>
              <ClustersSource token={token} summary={summary} />
              <ClustersTable rows={clusters} unknown={rows.unknownClusters} notes={rows.notes} fileName={fileName} />
            </>
          )}
        </ResourceView>
      )
    case 'holders':
      return (
        <ResourceView part={rows.holders} what="holders" failed="Could not load holders">
          {(holders) => <HoldersTable token={token} rows={holders} total={rows.holderTotal} decimals={summary.decimals} fileName={fileName} />}
        </ResourceView>
      )
    case 'distribution':
      return <DistributionView token={token} snapshot={wanted} />
    case 'snipers':
    case 'bundlers':
    case 'insiders':
      return (
        <SnapshotView data={data}>
          {(moment) => <EarlyView kind={view} token={token} summary={summary} moment={moment} fileName={fileName} />}
        </SnapshotView>
      )
    case 'overlap':
      return (
        <SnapshotView data={data}>{(moment) => <OverlapView token={token} summary={summary} moment={moment} fileName={fileName} />}</SnapshotView>
      )
    case 'scan':
      return <ScanView token={token} fileName={fileName} />
    case 'snapshots':
      return <SnapshotsView token={token} open={wanted} fileName={fileName} />
    case 'compare':
      return (
        <CompareView
          token={token}
          from={url.search.compare ?? null}
          to={wanted}
          fileName={fileName}
          onChange={(compare, snapshot) => url.replace({ ...url.search, compare, snapshot })}
        />
      )
    case 'trades':
      return (
        <TradesView token={token} symbol={summary.symbol} nameOf={nameOf} creator={summary.creator} stored={summary.trades} fileName={fileName} />
      )
  }
}

/** A view of the selected snapshot; null for the latest state, which needs no snapshot record. */
function SnapshotView({ data, children }: { data: TokenData; children: (moment: SnapshotRecord | null) => ReactNode }) {
  if (data.timestamp === null) return children(null)
  return (
    <ResourceView part={data.snapshot} what="the snapshot" failed="Could not load the snapshot">
      {children}
    </ResourceView>
  )
}
