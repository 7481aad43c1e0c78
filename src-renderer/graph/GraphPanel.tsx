import type { Core } from 'cytoscape'
import { useCallback, useId, useMemo, useState, type RefCallback } from 'react'
import type { ExplainedClusters, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import { countOf } from '../format/number.ts'
import { EmptyState } from '../ui/States.tsx'
import { CameraController } from './interaction/CameraController.tsx'
import { ElementsController } from './interaction/ElementsController.tsx'
import { HoverController } from './interaction/HoverController.tsx'
import { LassoController } from './interaction/LassoController.tsx'
import { LayoutController } from './interaction/LayoutController.tsx'
import { OverlayController } from './interaction/PaintController.tsx'
import { PinController } from './interaction/PinController.tsx'
import { SelectionController } from './interaction/SelectionController.tsx'
import type { GraphElements } from './elements/elements.ts'
import { Follower } from './cytoscape/follower.ts'
import { fadeFrom } from './painting/crossfade.ts'
import styles from './GraphPanel.module.css'
import { markMoment } from './performance-marks.ts'
import { rememberSeats } from './layout/save-arrangement.ts'
import { elementsOf, filtered, grouping } from './elements/elements-cache.ts'
import { usePlaces } from './layout/use-positions.ts'
import { HoverTip } from './components/HoverTip.tsx'
import { Legend } from './components/Legend.tsx'
import { MiniMap } from './components/MiniMap.tsx'
import { PictureInWords } from './components/GraphDescription.tsx'
import { SelectionInWords } from './components/SelectionDescription.tsx'
import { Toolbar } from './components/Toolbar.tsx'
import { createCytoscape, SeatBook, StageContext, wantsStillness, type Stage } from './stage.ts'
import { useGraphTheme } from './theme/use-graph-theme.ts'
import { useGraphView } from './view-store.ts'

interface Props {
  readonly snapshot: SnapshotRecord
  /** Adds who connects a cluster and how strongly; null while it loads or where there is none. */
  readonly clusters: ExplainedClusters | null
  /** Which rules made the clusters, in words. */
  readonly ruleSet: string
}

/** The cluster graph of one snapshot. Selection is shared through stores/selection. */
export function GraphPanel({ snapshot, clusters, ruleSet }: Props) {
  const token = `${snapshot.network}:${snapshot.token_address}`
  const added = useGraphView((view) => (view.token === token ? view.added : undefined))
  const whole = useMemo(() => {
    markMoment('data')
    return elementsOf(snapshot, clusters, added)
  }, [snapshot, clusters, added])
  if (whole.nodes.length === 0) {
    return (
      <EmptyState icon="graph" title="This snapshot holds no wallets">
        The graph shows holders and the links between them. Read the token again, or open another snapshot.
      </EmptyState>
    )
  }
  return <Picture key={token} token={token} snapshot={snapshot} clusters={clusters} whole={whole} ruleSet={ruleSet} />
}

interface Mounted {
  readonly cy: Core
  readonly seats: SeatBook
  readonly follower: Follower
}

const NONE: ReadonlySet<string> = new Set()

function Picture({ token, snapshot, clusters, whole, ruleSet }: Props & { readonly token: string; readonly whole: GraphElements }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [under, setUnder] = useState<HTMLCanvasElement | null>(null)
  const [over, setOver] = useState<HTMLCanvasElement | null>(null)
  const [ghost, setGhost] = useState<HTMLCanvasElement | null>(null)
  const theme = useGraphTheme(host)
  const { mounted, mount } = useCytoscape()
  const words = useId()
  const grouped = useGraphView((view) => (view.token === token ? view.grouped : NONE))
  const wanted = useMemo(() => grouping(whole, grouped), [whole, grouped])
  const placed = usePlaces(token, wanted)
  const elements = placed?.elements ?? wanted
  const off = useGraphView((view) => view.off)
  const hidden = useGraphView((view) => view.hidden)
  const shown = useMemo(() => filtered(elements, off, hidden), [elements, off, hidden])

  const stage = useMemo(
    (): Stage | null => (mounted === null || host === null || theme === null ? null : { ...mounted, host, whole, elements, shown, theme, token }),
    [mounted, host, whole, elements, shown, theme, token],
  )
  return (
    <section className={styles['panel']} aria-label={`Cluster graph of ${snapshot.token_metadata.name}`}>
      <div ref={setHost} className={styles['host']} tabIndex={0} role="application" aria-label="Graph of holders" aria-describedby={words}>
        <span id={CYTOSCAPE_STYLE_ID} hidden />
        <canvas ref={setUnder} className={styles['layer']} aria-hidden="true" />
        <div ref={mount} className={styles['cytoscape']} />
        <canvas ref={setOver} className={styles['layer']} aria-hidden="true" />
        <canvas ref={setGhost} className={styles['ghost']} hidden aria-hidden="true" />
      </div>
      {placed === null ? (
        <p className={`quiet ${styles['arranging'] ?? ''}`} role="status">
          Arranging {countOf(wanted.nodes.length, 'wallet')} …
        </p>
      ) : null}
      {placed === null || stage === null || under === null || over === null || ghost === null ? null : (
        <StageContext value={stage}>
          <ElementsController
            placed={placed.positions}
            onChange={() => {
              if (!wantsStillness()) fadeFrom(stage.host, ghost)
            }}
            onArrival={() => rememberSeats(stage)}
            onReady={() => markMoment('ready')}
          />
          <OverlayController under={under} over={over} />
          <CameraController />
          <LayoutController />
          <SelectionController />
          <HoverController />
          <LassoController />
          <PinController />
          <Toolbar snapshot={snapshot} />
          <Legend ruleSet={ruleSet} />
          <MiniMap />
          <HoverTip snapshot={snapshot} clusters={clusters} />
          <SelectionInWords />
        </StageContext>
      )}
      <PictureInWords id={words} snapshot={snapshot} elements={elements} />
    </section>
  )
}

/** Cytoscape adds a <style> of one line to the page unless an element of this id is there; the page's policy forbids it, our own CSS has the line. */
const CYTOSCAPE_STYLE_ID = '__________cytoscape_stylesheet'

/** A cytoscape that lives as long as the element that holds it. */
function useCytoscape(): { readonly mounted: Mounted | null; readonly mount: RefCallback<HTMLElement> } {
  const [mounted, setMounted] = useState<Mounted | null>(null)
  const mount = useCallback((container: HTMLElement) => {
    const cy = createCytoscape(container)
    setMounted({ cy, seats: new SeatBook(cy), follower: new Follower(cy) })
    return () => {
      setMounted(null)
      cy.destroy()
    }
  }, [])
  return { mounted, mount }
}
