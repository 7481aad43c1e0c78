import { clearSelection, selectCluster, selectWallets, useSelection } from '../../stores/selection.ts'
import { zoomBy } from '../cytoscape/camera.ts'
import { fitAll } from './fit.ts'
import { toggleCollapseSelected, hideSelected, togglePinSelected } from './actions.ts'
import type { Stage } from '../stage.ts'

/** Keys of the graph while it has the focus. The shortcuts sheet lists them too. */
export const GRAPH_KEYS: readonly { readonly keys: readonly string[]; readonly act: (stage: Stage) => void }[] = [
  { keys: ['ArrowLeft'], act: ({ cy }) => void cy.panBy({ x: ARROW_STEP, y: 0 }) },
  { keys: ['ArrowRight'], act: ({ cy }) => void cy.panBy({ x: -ARROW_STEP, y: 0 }) },
  { keys: ['ArrowUp'], act: ({ cy }) => void cy.panBy({ x: 0, y: ARROW_STEP }) },
  { keys: ['ArrowDown'], act: ({ cy }) => void cy.panBy({ x: 0, y: -ARROW_STEP }) },
  { keys: ['+', '='], act: ({ cy }) => zoomBy(cy, ZOOM_STEP) },
  { keys: ['-'], act: ({ cy }) => zoomBy(cy, 1 / ZOOM_STEP) },
  { keys: ['f'], act: (stage) => fitAll(stage) },
  { keys: ['n'], act: (stage) => stepCluster(stage, 1) },
  { keys: ['N'], act: (stage) => stepCluster(stage, -1) },
  { keys: ['w'], act: (stage) => stepWallet(stage, false) },
  { keys: ['W'], act: (stage) => stepWallet(stage, true) },
  { keys: ['h'], act: hideSelected },
  { keys: ['x'], act: toggleCollapseSelected },
  { keys: ['p'], act: togglePinSelected },
  { keys: ['Escape'], act: () => clearSelection() },
]

const ARROW_STEP = 60
const ZOOM_STEP = 1.3

/** Selects the next cluster by share, and the first again after the last. */
function stepCluster({ shown }: Stage, by: 1 | -1): void {
  const at = shown.clusters.findIndex((cluster) => cluster.id === useSelection.getState().cluster)
  const next = shown.clusters.at(at < 0 ? (by === 1 ? 0 : -1) : (at + by) % shown.clusters.length)
  if (next !== undefined) selectCluster(next.id)
}

/** Selects the next wallet by share: of the selected cluster, else of the last selected wallet's cluster, else of all wallets. */
function stepWallet({ whole }: Stage, add: boolean): void {
  const { wallets, cluster } = useSelection.getState()
  const last = wallets.at(-1)
  const scope = cluster ?? (last === undefined ? null : (whole.nodeById.get(last)?.cluster ?? null))
  const row = whole.nodes.filter((node) => scope === null || node.cluster === scope).sort((a, b) => b.percentage - a.percentage)
  const next = row[(row.findIndex((node) => node.id === last) + 1) % row.length]
  if (next !== undefined) selectWallets(add && !wallets.includes(next.id) ? [...wallets, next.id] : [next.id])
}
