import type { TokenRef } from '../../api/token-queries.ts'
import { useMoments } from '../../features/snapshots/use-moments.ts'
import { distinctMoments } from '../../format/time.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Age } from '../../ui/Value.tsx'
import { useTokenUrl } from '../token-url.ts'

/** Maximum number of menu rows; the Snapshots view lists all. */
const MENU_ROWS = 12

/** Selects the snapshot: the latest, unless the URL names another. */
export function SnapshotPicker({ token }: { token: TokenRef }) {
  const { snapshot, openSnapshot, openView } = useTokenUrl()
  const { moments: stamps, stored } = useMoments(token)
  const newest = stamps.at(-1)
  if (newest === undefined) return null
  const at = snapshot === null ? stamps.length - 1 : stamps.indexOf(snapshot)
  const step = (by: number): void => {
    const next = stamps[at + by]
    if (next !== undefined) openSnapshot(next === newest ? null : next)
  }
  const momentOf = distinctMoments(stamps)
  const listed = stamps.slice(-MENU_ROWS).reverse()
  return (
    <div className="snapshot-picker" role="group" aria-label="Snapshot">
      {stamps.length > 1 ? (
        <IconButton size="small" icon="chevronLeft" label="Previous snapshot" shortcut="[" disabled={at <= 0} onClick={() => step(-1)} />
      ) : null}
      <Menu
        label="Snapshots"
        trigger={
          <button type="button" className="button button-quiet">
            {snapshot === null ? <span className="quiet">Latest</span> : <Icon name="jobs" size={14} />}
            <span className="num">{momentOf(snapshot ?? newest)}</span>
            <Icon name="chevronDown" size={12} />
          </button>
        }
        items={[
          ...listed.map((stamp) => ({
            id: String(stamp),
            label: <span className="num">{momentOf(stamp)}</span>,
            hint: stored.includes(stamp) ? stamp === newest ? 'latest' : <Age at={stamp} /> : 'now, not saved',
            checked: stamp === (snapshot ?? newest),
            onSelect: () => openSnapshot(stamp === newest ? null : stamp),
          })),
          { id: 'all', label: `All snapshots (${stored.length})`, onSelect: () => openView('snapshots') },
        ]}
      />
      {stamps.length > 1 ? (
        <IconButton
          size="small"
          icon="chevronRight"
          label="Next snapshot"
          shortcut="]"
          disabled={at < 0 || at >= stamps.length - 1}
          onClick={() => step(1)}
        />
      ) : null}
    </div>
  )
}
