import type { Core } from 'cytoscape'
import { useCallback, useId, useLayoutEffect, useMemo, useState, type RefCallback } from 'react'
import type { ExplainedClusters, SnapshotRecord } from '../../src-shared/contract/records/index.ts'
import { EmptyState } from '../ui/States.tsx'
import { buildElements } from './build-elements.ts'
import { CameraController } from './controllers/CameraController.tsx'
import { ElementsController } from './controllers/ElementsController.tsx'
import { FilterController } from './controllers/FilterController.tsx'
import { HoverController } from './controllers/HoverController.tsx'
import { LassoController } from './controllers/LassoController.tsx'
import { LayoutController } from './controllers/LayoutController.tsx'
import { OverlayController } from './controllers/OverlayController.tsx'
import { PinController } from './controllers/PinController.tsx'
import { SelectionController } from './controllers/SelectionController.tsx'
import type { GraphElements, Point } from './elements.ts'
import styles from './GraphPanel.module.css'
import { placeElements } from './layout/place.ts'
import { recall } from './layout/remembered.ts'
import { rememberSeats } from './layout/remember-seats.ts'
import { shownElements } from './legend.ts'
import { HoverTip } from './parts/HoverTip.tsx'
import { Legend } from './parts/Legend.tsx'
import { MiniMap } from './parts/MiniMap.tsx'
import { PictureInWords } from './parts/PictureInWords.tsx'
import { Toolbar } from './parts/Toolbar.tsx'
import { createCytoscape, SeatBook, StageContext, type Stage } from './stage.ts'
import { useGraphTheme } from './use-graph-theme.ts'
import { openView, useGraphView } from './view-store.ts'

interface Props {
  readonly snapshot: SnapshotRecord
  /** Adds who connects a cluster and how strongly; null while it loads or where there is none. */
  readonly clusters: ExplainedClusters | null
}

/** The cluster graph of one snapshot. Selection is shared through stores/selection. */
export function GraphPanel({ snapshot, clusters }: Props) {
  const elements = useMemo(() => buildElements(snapshot, clusters), [snapshot, clusters])
  if (elements.nodes.length === 0) {
    return (
      <EmptyState icon="graph" title="This snapshot holds no wallets">
        The graph shows holders and the links between them. Read the token again, or open another snapshot.
      </EmptyState>
    )
  }
  const token = `${snapshot.network}:${snapshot.token_address}`
  return <Picture key={token} token={token} snapshot={snapshot} clusters={clusters} elements={elements} />
}

interface Mounted {
  readonly cy: Core
  readonly seats: SeatBook
}

function Picture({ token, snapshot, clusters, elements }: Props & { readonly token: string; readonly elements: GraphElements }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [under, setUnder] = useState<HTMLCanvasElement | null>(null)
  const [over, setOver] = useState<HTMLCanvasElement | null>(null)
  const theme = useGraphTheme(host)
  const { mounted, mount } = useCytoscape()
  const words = useId()
  const placed = usePlaces(token, elements)
  const off = useGraphView((view) => view.off)
  const hidden = useGraphView((view) => view.hidden)
  const shown = useMemo(() => shownElements(elements, { off, hidden }), [elements, off, hidden])
  const [loaded, setLoaded] = useState(false)

  const stage = useMemo(
    (): Stage | null => (mounted === null || host === null || theme === null ? null : { ...mounted, host, elements, shown, theme, token }),
    [mounted, host, elements, shown, theme, token],
  )
  return (
    <section className={styles['panel']} aria-label={`Cluster graph of ${snapshot.token_metadata.name}`}>
      <div ref={setHost} className={styles['host']} tabIndex={0} role="application" aria-label="Graph of holders" aria-describedby={words}>
        <span id={CYTOSCAPE_STYLE_ID} hidden />
        <canvas ref={setUnder} className={styles['layer']} aria-hidden="true" />
        <div ref={mount} className={styles['cytoscape']} />
        <canvas ref={setOver} className={styles['layer']} aria-hidden="true" />
      </div>
      {stage === null || under === null || over === null ? null : (
        <StageContext value={stage}>
          <OverlayController under={under} over={over} placed={placed} ready={loaded} />
          <ElementsController
            placed={placed}
            onReady={() => {
              setLoaded(true)
              rememberSeats(stage)
            }}
          />
          <FilterController loaded={loaded} />
          <CameraController loaded={loaded} />
          <LayoutController />
          <SelectionController />
          <HoverController />
          <LassoController />
          <PinController />
          <Legend />
          <MiniMap />
          <Toolbar snapshot={snapshot} />
          <HoverTip snapshot={snapshot} clusters={clusters} />
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
    setMounted({ cy, seats: new SeatBook(cy) })
    return () => {
      setMounted(null)
      cy.destroy()
    }
  }, [])
  return { mounted, mount }
}

/** Places of this picture's wallets: remembered ones first. Another token opens its own view. */
function usePlaces(token: string, elements: GraphElements): Map<string, Point> {
  useLayoutEffect(() => {
    const remembered = recall(localStorage, token)
    openView(remembered?.layout ?? 'bubbles', remembered?.pinned ?? [])
  }, [token])
  return useMemo(() => placeElements(elements, recall(localStorage, token)?.seats ?? new Map()), [elements, token])
}
