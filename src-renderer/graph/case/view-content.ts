import type { ViewContent } from '../../../src-shared/domain/cases/graph.ts'
import { useTrial } from '../../stores/trial.ts'
import { moveCameraTo, readCamera } from '../cytoscape/camera.ts'
import { readPositions, setPositions } from '../cytoscape/cytoscape-graph.ts'
import { LINE_ROWS, NODE_ROWS, type LegendRowId } from '../elements/filter.ts'
import { noteMovedByHand } from '../interaction/fit.ts'
import { tokenOf, type Stage } from '../stage.ts'
import { arrange, LAYOUTS, useGraphView } from '../view-store.ts'
import { knownGraph, pinMoves, shownGraph } from './known-graph.ts'

/** The current state of the page, as a saved view stores it. */
export function readViewContent(stage: Stage): ViewContent {
  const { cy, host } = stage
  const { network, address } = tokenOf(stage)
  const view = useGraphView.getState()
  const { zoom, panX, panY } = readCamera(cy)
  const middle = { x: (host.clientWidth / 2 - panX) / zoom, y: (host.clientHeight / 2 - panY) / zoom }
  const { pinned } = shownGraph(view, knownGraph(undefined), readPositions(cy), new Map())
  return {
    network,
    token_address: address,
    search: location.search,
    camera: { ...middle, zoom },
    layout: view.layout,
    filters: [...view.off],
    hidden: [...view.hidden],
    grouped: [...view.grouped],
    pinned: [...pinned.values()],
    thresholds: useTrial.getState().changes,
  }
}

const ROWS: readonly LegendRowId[] = [...NODE_ROWS, ...LINE_ROWS].map(({ id }) => id)

/** Shows the graph of a saved view. Hidden, grouped and pinned nodes become a step of the open case. */
export function showViewContent({ cy, host }: Stage, content: ViewContent): void {
  const wanted = knownGraph(content)
  setPositions(cy, pinMoves(wanted, wanted, readPositions(cy)))
  const pinned = new Set(wanted.pinned.keys())
  const off = new Set(ROWS.filter((row) => content.filters.includes(row)))
  useGraphView.setState({ off, hidden: wanted.hidden, grouped: wanted.grouped, pinned, hover: null })
  const layout = LAYOUTS.find(({ id }) => id === content.layout)?.id
  if (layout !== undefined && layout !== useGraphView.getState().layout) arrange(layout)
  if (content.camera === null) return
  const { x, y, zoom } = content.camera
  // Otherwise, the next change of the graph would fit the camera again.
  noteMovedByHand(cy)
  moveCameraTo(cy, { zoom, panX: host.clientWidth / 2 - x * zoom, panY: host.clientHeight / 2 - y * zoom }, true)
}
