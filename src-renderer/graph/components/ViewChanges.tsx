import { countOf } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { useStage } from '../stage.ts'
import { removeAdded, showAll, expandAllClusters, useGraphView } from '../view-store.ts'
import styles from './Toolbar.module.css'

/** Differences between the graph and the snapshot (hidden, grouped or added elements), each with a button to undo it. */
export function ViewChanges() {
  const { elements, shown } = useStage()
  const addedWallets = useGraphView((view) => view.added)
  const groups = elements.nodes.filter((node) => node.kind === 'group').length
  const added = elements.nodes.filter((node) => node.added).length
  const hidden = elements.nodes.length - shown.nodes.length
  const lines = elements.links.length - shown.links.length
  if (groups + added + hidden + lines === 0) return null
  return (
    <div className={styles['changes']} role="status">
      {hidden + lines === 0 ? null : (
        <span>
          {hidden > 0 ? `${hidden} hidden` : `${countOf(lines, 'link')} hidden`}
          <Button kind="quiet" text="Show all" onClick={showAll} />
        </span>
      )}
      {groups === 0 ? null : (
        <span>
          {countOf(groups, 'cluster')} drawn as one
          <Button kind="quiet" text="Expand" onClick={expandAllClusters} />
        </span>
      )}
      {added === 0 ? null : (
        <span>
          {added} added, not in the snapshot
          <Button kind="quiet" text="Remove" onClick={() => removeAdded(addedWallets.keys())} />
        </span>
      )}
    </div>
  )
}
