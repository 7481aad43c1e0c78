import { memo, useEffect, useLayoutEffect, useState } from 'react'
import { ApiError } from '../../../src-client/api-error.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { useTakeSnapshot } from '../../features/snapshots/use-take-snapshot.ts'
import { ruleSetText } from '../../features/rules/rule-sets.ts'
import { awaitPaint } from '../../graph/first-paint.ts'
import { GraphPanel } from '../../graph/GraphPanel.tsx'
import { useIsPanelOpen } from '../../stores/panels.ts'
import { capitalize } from '../../format/capitalize.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { Dock } from './Dock.tsx'
import { Split } from './Split.tsx'
import type { TokenData } from './use-token-data.ts'
import type { TokenRows } from './use-token-rows.ts'

interface Props {
  token: TokenRef
  decimals: number
  data: TokenData
  rows: TokenRows
  fileName: string
}

/** The graph, and the same wallets as tables below it. */
export function GraphView({ token, decimals, data, rows, fileName }: Props) {
  const dockOpen = useIsPanelOpen('dock')
  const graph = (
    <ErrorBoundary>
      <GraphArea token={token} data={data} />
    </ErrorBoundary>
  )
  if (!dockOpen) return graph
  return (
    <Split
      id="dock"
      direction="vertical"
      main={graph}
      side={<Tables token={token} decimals={decimals} rows={rows} fileName={fileName} />}
      handle="Resize tables"
      sideSize="34%"
      sideMin="120px"
      mainMin="160px"
    />
  )
}

const Tables = memo(Dock)
const Graph = memo(GraphPanel)

function ruleSetLabel({ explained: reasons, trial }: TokenData): string {
  if (reasons === null) return 'Clusters from the snapshot'
  const name = ruleSetText(reasons.rule_set)
  if (reasons !== trial.clusters) return capitalize(name)
  return `${trial.underCase ? 'With your case' : 'Trial'}: ${name}`
}

/** For a token that is being read or was never computed, clusters take seconds. The snapshot can be viewed meanwhile. */
const REASONS_WAIT_MS = 1_000

function GraphArea({ token, data }: { token: TokenRef; data: TokenData }) {
  const take = useTakeSnapshot(token)
  const { value, error, retry, fetching } = data.snapshot
  const isExpected = value === null ? error === null : value.nodes.length > 0
  // React removes a graph that throws, so nothing waits for it.
  useLayoutEffect(() => (isExpected ? awaitPaint() : undefined), [isExpected])
  const isLoaded = value !== null
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    const timer = isLoaded ? setTimeout(() => setIsOverdue(true), REASONS_WAIT_MS) : undefined
    return () => clearTimeout(timer)
  }, [isLoaded])
  // The reasons change links and clusters, so showing the graph before them would lay it out and paint it twice.
  if (value !== null && (data.areReasonsKnown || isOverdue))
    return <Graph snapshot={value} clusters={data.explained} ruleSet={ruleSetLabel(data)} isLatest={data.timestamp === null} />
  if (error instanceof ApiError && error.code === 'snapshot_not_found') {
    return (
      <EmptyState
        icon="graph"
        title="No snapshot yet"
        actions={<Button kind="primary" text="Take snapshot" onClick={() => take.mutate()} disabled={take.isPending} />}
      >
        <p>{error.message}</p>
      </EmptyState>
    )
  }
  if (error !== null) return <Failure title="Could not load the graph" error={error} onRetry={retry} retrying={fetching} />
  return (
    <div className="graph-loading">
      <Loading what="the snapshot" />
    </div>
  )
}
