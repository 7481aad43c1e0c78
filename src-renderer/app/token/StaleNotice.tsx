import { formatMoment } from '../../format/time.ts'
import styles from './StaleNotice.module.css'

interface Props {
  /** Unix seconds, or null for the latest state. `wanted` is selected in the timeline, `shown` is still displayed. */
  readonly wanted: number | null
  readonly shown: number | null
}

const snapshotName = (moment: number | null): string => (moment === null ? 'the latest state' : formatMoment(moment))

/** Shown over stale content while another snapshot loads. Appears after a delay, before which most loads finish. */
export function StaleNotice({ wanted, shown }: Props) {
  return (
    <p className={styles['text']} role="status">
      Showing {snapshotName(shown)}. Loading {snapshotName(wanted)}…
    </p>
  )
}

/** For an element whose other children are stale. */
export const staleClass = styles['behind'] ?? ''
