import { countOf } from '../../format/number.ts'
import { Button } from '../../ui/Button.tsx'
import { useStage } from '../stage.ts'
import { removeAdded, showAll, ungroupAll, useGraphView } from '../view-store.ts'
import styles from './Toolbar.module.css'

/** How the picture departs from the snapshot: what is hidden, drawn as one, or added by hand, each with its way back. */
export function Departures() {
  const { elements, shown } = useStage()
  const added = useGraphView((view) => view.added)
  const groups = elements.nodes.filter((node) => node.kind === 'group').length
  const strangers = elements.nodes.filter((node) => node.added).length
  const hidden = elements.nodes.length - shown.nodes.length
  const lines = elements.links.length - shown.links.length
  if (groups + strangers + hidden + lines === 0) return null
  return (
    <div className={styles['departures']} role="status">
      {hidden + lines === 0 ? null : (
        <span>
          {hidden > 0 ? `${hidden} hidden` : `${countOf(lines, 'link')} hidden`}
          <Button kind="quiet" onClick={showAll}>
            Show all
          </Button>
        </span>
      )}
      {groups === 0 ? null : (
        <span>
          {countOf(groups, 'cluster')} drawn as one
          <Button kind="quiet" onClick={ungroupAll}>
            Expand
          </Button>
        </span>
      )}
      {strangers === 0 ? null : (
        <span>
          {strangers} added, not in the snapshot
          <Button kind="quiet" onClick={() => removeAdded(added.keys())}>
            Remove
          </Button>
        </span>
      )}
    </div>
  )
}
