import type { Core } from 'cytoscape'
import { memo, useCallback, useEffect, useId, useMemo, useState, type RefCallback } from 'react'
import type { ExplainedClusters, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import { tokenName } from '../../src-shared/domain/shown.ts'
import { useCaseTags } from '../api/claims.tsx'
import { CaseGraphController } from './case/CaseGraphController.tsx'
import { SavedViewController } from './case/SavedViewController.tsx'
import { countOf } from '../format/number.ts'
import { EmptyState } from '../ui/States.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { GraphDescription } from './components/GraphDescription.tsx'
import { HoverTip } from './components/HoverTip.tsx'
import { Legend } from './components/Legend.tsx'
import { MiniMap } from './components/MiniMap.tsx'
import { SelectionDescription } from './components/SelectionDescription.tsx'
import { Toolbar } from './components/Toolbar.tsx'
import { createCytoscape, syncNodes } from './cytoscape/cytoscape-graph.ts'
import { elementsOf, filterElements, groupElements } from './elements/elements-cache.ts'
import { withCaseTags } from './elements/case-tags.ts'
import type { GraphElements } from './elements/elements.ts'
import styles from './GraphPanel.module.css'
import { CameraController } from './interaction/CameraController.tsx'
import { ElementsController } from './interaction/ElementsController.tsx'
import { followGraph } from './interaction/fit.ts'
import { HoverController } from './interaction/HoverController.tsx'
import { LassoController } from './interaction/LassoController.tsx'
import { LayoutController } from './interaction/LayoutController.tsx'
import { PaintController } from './interaction/PaintController.tsx'
import { PinController } from './interaction/PinController.tsx'
import { PulseController } from './interaction/PulseController.tsx'
import { SelectionController } from './interaction/SelectionController.tsx'
import { saveArrangement } from './layout/arrangement.ts'
import { NO_POSITIONS } from './layout/saved-positions.ts'
import { useLayout } from './layout/use-layout.ts'
import { fadeOut } from './painting/crossfade.ts'
import { markPerformance } from './performance-marks.ts'
import { useAfterPaint } from './first-paint.ts'
import { prefersReducedMotion, StageContext, type Stage } from './stage.ts'
import { useGraphTheme } from './theme/use-graph-theme.ts'
import { useGraphView } from './view-store.ts'

interface Props {
  readonly snapshot: SnapshotRecord
  /** Adds who connects a cluster and how strongly; null while it loads, or if there is none. */
  readonly clusters: ExplainedClusters | null
  /** Label of the rules that produced the clusters. */
  readonly ruleSet: string
  /** Whether this is the latest state, which moves with a followed token, instead of a stored snapshot. */
  readonly isLatest: boolean
}

/** The cluster graph of one snapshot. The selection is shared through stores/selection. */
export function GraphPanel({ snapshot, clusters, ruleSet, isLatest }: Props) {
  const token = `${snapshot.network}:${snapshot.token_address}`
  const added = useGraphView((view) => (view.token === token && view.added.size > 0 ? view.added : undefined))
  const tags = useCaseTags()
  const whole = useMemo(() => {
    markPerformance('data')
    return withCaseTags(elementsOf(snapshot, clusters, added), tags)
  }, [snapshot, clusters, added, tags])
  if (whole.nodes.length === 0) {
    return (
      <EmptyState icon="graph" title="This snapshot has no wallets">
        The graph shows holders and the links between them. Read the token again, or open another snapshot.
      </EmptyState>
    )
  }
  return <Graph key={token} token={token} snapshot={snapshot} clusters={clusters} whole={whole} ruleSet={ruleSet} isLatest={isLatest} />
}

const NONE: ReadonlySet<string> = new Set()

function Graph({ token, snapshot, clusters, whole, ruleSet, isLatest }: Props & { readonly token: string; readonly whole: GraphElements }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [background, setBackground] = useState<HTMLCanvasElement | null>(null)
  const [foreground, setForeground] = useState<HTMLCanvasElement | null>(null)
  const [overlay, setOverlay] = useState<HTMLCanvasElement | null>(null)
  const theme = useGraphTheme(host)
  const { cy, mount } = useCytoscape()
  const descriptionId = useId()
  const grouped = useGraphView((view) => (view.token === token ? view.grouped : NONE))
  const wanted = useMemo(() => groupElements(whole, grouped), [whole, grouped])
  const layout = useLayout(token, wanted)
  const elements = layout?.elements ?? wanted
  const off = useGraphView((view) => view.off)
  const hidden = useGraphView((view) => view.hidden)
  const shown = useMemo(() => filterElements(elements, off, hidden), [elements, off, hidden])

  // Adds the nodes while a worker computes the positions of a large graph. Waits for idle time, because a busy page would not start the worker.
  useEffect(() => (cy === null || layout !== null ? undefined : whenIdle(() => syncNodes(cy, wanted, NO_POSITIONS))), [cy, layout, wanted])

  const stage = useMemo(
    (): Stage | null => (cy === null || host === null || theme === null ? null : { cy, host, whole, elements, shown, theme, isLatest, token }),
    [cy, host, whole, elements, shown, theme, isLatest, token],
  )
  const arranged = layout === null ? null : stage
  const now = useMemo(() => ({ stage: arranged, snapshot, clusters, ruleSet }), [arranged, snapshot, clusters, ruleSet])
  const later = useAfterPaint(now)
  return (
    <section className={styles['panel']} aria-label={`Cluster graph of ${tokenName(snapshot.token_metadata)}`}>
      <div ref={setHost} className={styles['host']} tabIndex={0} role="application" aria-label="Graph of holders" aria-describedby={descriptionId}>
        <span id={CYTOSCAPE_STYLE_ID} hidden />
        <canvas ref={setBackground} className={styles['layer']} aria-hidden="true" />
        <div ref={mount} className={styles['cytoscape']} />
        <canvas ref={setForeground} className={styles['layer']} aria-hidden="true" />
        <canvas ref={setOverlay} className={styles['crossfade']} hidden aria-hidden="true" />
      </div>
      {layout === null ? (
        <p className={`quiet ${styles['arranging'] ?? ''}`} role="status">
          Arranging {countOf(wanted.nodes.length, 'wallet')} …
        </p>
      ) : null}
      {layout === null || arranged === null || background === null || foreground === null || overlay === null ? null : (
        <StageContext value={arranged}>
          <ElementsController
            positions={layout.positions}
            onChange={() => {
              // Live changes are small and pulse instead.
              if (!isLatest && !prefersReducedMotion()) fadeOut(arranged.host, overlay)
            }}
            onArrival={() => {
              saveArrangement(arranged)
              followGraph(arranged)
            }}
            onReady={() => markPerformance('ready')}
          />
          <PaintController background={background} foreground={foreground} />
          <CameraController />
          <LayoutController />
          <SelectionController />
          <HoverController />
          <LassoController />
          <PinController />
          <CaseGraphController />
          <SavedViewController />
          <PulseController />
        </StageContext>
      )}
      <Tools descriptionId={descriptionId} {...(later.stage === null ? now : later)} />
    </section>
  )
}

interface ToolsProps extends Pick<Props, 'snapshot' | 'clusters' | 'ruleSet'> {
  readonly descriptionId: string
  /** Null until the graph has a layout. */
  readonly stage: Stage | null
}

/** The controls around and over the graph. */
const Tools = memo(({ descriptionId, stage, snapshot, clusters, ruleSet }: ToolsProps) =>
  stage === null ? null : (
    <StageContext value={stage}>
      <Toolbar snapshot={snapshot} />
      <Legend ruleSet={ruleSet} />
      <MiniMap />
      <HoverTip snapshot={snapshot} clusters={clusters} />
      <SelectionDescription />
      <GraphDescription id={descriptionId} snapshot={snapshot} elements={stage.elements} />
    </StageContext>
  ),
)

/**
 * Cytoscape adds a one-line <style> to the page unless an element with this id exists. The page's content security policy forbids the style, and our
 * own CSS contains that line.
 */
const CYTOSCAPE_STYLE_ID = '__________cytoscape_stylesheet'

/** A cytoscape instance that lives as long as its container. */
function useCytoscape(): { readonly cy: Core | null; readonly mount: RefCallback<HTMLElement> } {
  const [cy, setCy] = useState<Core | null>(null)
  const mount = useCallback((container: HTMLElement) => {
    const created = createCytoscape(container)
    setCy(created)
    return () => {
      setCy(null)
      created.destroy()
    }
  }, [])
  return { cy, mount }
}
