import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { zoomBy } from '../camera.ts'
import { fitAll } from '../controllers/CameraController.tsx'
import { highlightOf } from '../highlight.ts'
import { useStage } from '../stage.ts'
import { arrange, hideWallets, LAYOUTS, releasePins, showAll, useGraphView } from '../view-store.ts'
import { ExportMenu } from './ExportMenu.tsx'
import styles from './Toolbar.module.css'

const STEP = 1.3

/** Layout, camera, what is hidden, and files. */
export function Toolbar({ snapshot }: { snapshot: SnapshotRecord }) {
  const stage = useStage()
  const layout = useGraphView((view) => view.layout)
  const arranging = useGraphView((view) => view.arranging)
  const pins = useGraphView((view) => view.pinned.size)
  const isFiltered = useGraphView((view) => view.hidden.size > 0 || view.off.size > 0)
  const selection = useSelection()
  const hideSelected = (): void => {
    const highlight = highlightOf(selection, stage.shown)
    if (highlight !== null) hideWallets(highlight.cluster === null ? highlight.ringed : highlight.nodes)
  }
  const canHide = selection.wallets.length > 0 || selection.cluster !== null
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Graph tools">
      <div className={styles['group']}>
        <Segmented label="Layout" value={layout} options={LAYOUTS} onChange={arrange} />
        <Button kind="quiet" onClick={() => arrange(layout)} disabled={arranging} title="Arrange everything anew; pinned wallets stay">
          {arranging ? 'Arranging …' : 'Arrange'}
        </Button>
      </div>
      <div className={styles['group']}>
        <Button kind="quiet" onClick={() => zoomBy(stage.cy, 1 / STEP)} aria-label="Zoom out" title="Zoom out (−)">
          −
        </Button>
        <Button kind="quiet" onClick={() => fitAll(stage)} title="Show everything (F)">
          Fit
        </Button>
        <Button kind="quiet" onClick={() => zoomBy(stage.cy, STEP)} aria-label="Zoom in" title="Zoom in (+)">
          +
        </Button>
      </div>
      {canHide || isFiltered || pins > 0 ? (
        <div className={styles['group']}>
          {canHide ? (
            <Button kind="quiet" onClick={hideSelected}>
              Hide selected
            </Button>
          ) : null}
          {isFiltered ? (
            <Button kind="quiet" onClick={showAll}>
              Show all
            </Button>
          ) : null}
          {pins > 0 ? (
            <Button kind="quiet" onClick={releasePins} title="Dragged wallets may move again when arranged">
              Unpin {pins}
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className={styles['group']}>
        <ExportMenu snapshot={snapshot} />
      </div>
    </div>
  )
}
