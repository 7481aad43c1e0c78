import { useEffect } from 'react'
import { showToast } from '../../ui/Toast.tsx'
import { readPositions, setPositions } from '../cytoscape/cytoscape-graph.ts'
import { fitAll } from './fit.ts'
import { isArranged, moveNodes } from '../cytoscape/move-nodes.ts'
import type { Positions } from '../elements/elements.ts'
import { saveUserArrangement } from '../layout/arrangement.ts'
import type { PackedLayout } from '../layout/pack.ts'
import { packInWorker } from '../layout/packing.ts'
import { withPins } from '../layout/restore-positions.ts'
import { runForce } from '../layout/run-force.ts'
import { prefersReducedMotion, useStage, type Stage } from '../stage.ts'
import { setArranging, useGraphView } from '../view-store.ts'
import { useLatest } from './use-latest.ts'

/** Rearranges the graph when the user requests it. Pinned nodes keep their positions. */
export function LayoutController(): null {
  const stage = useStage()
  const latest = useLatest(stage)
  const { cy } = stage
  useEffect(() => {
    let stop = (): void => undefined
    const unsubscribe = useGraphView.subscribe((view, before) => {
      if (view.arrangement === before.arrangement) return
      stop()
      stop = view.layout === 'force' ? arrange(latest.current, 'bubbles', runForceFrom) : arrange(latest.current, view.layout, moveTo)
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [cy, latest])
  return null
}

/** Moves the nodes from their packed positions to the final ones. Returns a function that stops it. */
type Finish = (stage: Stage, packed: Positions, done: () => void) => () => void

/** Packs the graph, then lets `finish` move the nodes. Returns a function that stops either phase. */
function arrange(stage: Stage, layout: PackedLayout, finish: Finish): () => void {
  const before = readPositions(stage.cy)
  let stopFinish = (): void => undefined
  setArranging(true)
  const stopPacking = packInWorker(layout, stage.elements, (packed) => {
    const pinned = withPins(packed, readPositions(stage.cy), useGraphView.getState().pinned)
    stopFinish = finish(stage, pinned, () => arranged(stage, before))
  })
  return () => {
    stopPacking()
    stopFinish()
    setArranging(false)
  }
}

const moveTo: Finish = ({ cy }, positions, done) => moveNodes(cy, positions, prefersReducedMotion(), done)

const runForceFrom: Finish = ({ cy, elements }, start, done) => {
  const isStill = prefersReducedMotion()
  return runForce(elements, start, useGraphView.getState().pinned, (positions, settled) => {
    if (settled || !isStill) setPositions(cy, positions)
    if (settled) done()
  })
}

function arranged(stage: Stage, before: Positions): void {
  setArranging(false)
  fitAll(stage)
  saveUserArrangement(stage)
  if (isArranged(before, readPositions(stage.cy))) showToast('Every wallet is already where this layout puts it.')
}
