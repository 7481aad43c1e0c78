import type { SnapshotRecord } from '../../../src-shared/contract/records/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { zoomBy } from '../cytoscape/camera.ts'
import { ViewsMenu } from '../case/ViewsMenu.tsx'
import { fitAll } from '../interaction/fit.ts'
import { useStage } from '../stage.ts'
import { arrange, LAYOUTS, useGraphView } from '../view-store.ts'
import { ViewChanges } from './ViewChanges.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { FindBox } from './FindBox.tsx'
import styles from './Toolbar.module.css'
import { WalletsMenu } from './WalletsMenu.tsx'

const STEP = 1.3
const NO_TIMES = 'The source of this snapshot has no times, so wallets cannot be ordered by time.'

/** Search, layout, camera, actions on wallets, and export. */
export function Toolbar({ snapshot }: { snapshot: SnapshotRecord }) {
  const stage = useStage()
  const layout = useGraphView((view) => view.layout)
  const arranging = useGraphView((view) => view.arranging)
  const unavailable = stage.elements.nodes.every((node) => node.since === null) ? NO_TIMES : null
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Graph tools">
      <div className={styles['group']}>
        <FindBox />
      </div>
      <div className={styles['group']}>
        <Segmented
          label="Layout"
          value={layout}
          options={LAYOUTS.map((each) => (each.id === 'time' ? { ...each, unavailable } : each))}
          onChange={arrange}
        />
        <Button
          kind="quiet"
          className={styles['wide']}
          text={arranging ? 'Arranging …' : 'Arrange'}
          onClick={() => arrange(layout)}
          disabled={arranging}
          title="Arrange all wallets again; pinned ones stay"
        />
      </div>
      <div className={styles['group']}>
        <Button
          kind="quiet"
          className={styles['wide']}
          text="−"
          onClick={() => zoomBy(stage.cy, 1 / STEP)}
          aria-label="Zoom out"
          title="Zoom out (−)"
        />
        <Button kind="quiet" text="Fit" onClick={() => fitAll(stage)} title="Show everything (F)" />
        <Button kind="quiet" className={styles['wide']} text="+" onClick={() => zoomBy(stage.cy, STEP)} aria-label="Zoom in" title="Zoom in (+)" />
      </div>
      <div className={styles['group']}>
        <WalletsMenu />
        <ViewsMenu />
        <ExportMenu snapshot={snapshot} />
      </div>
      {layout === 'time' && unavailable !== null ? (
        <p className={styles['changes']} role="status">
          {unavailable}
        </p>
      ) : null}
      <ViewChanges />
    </div>
  )
}
