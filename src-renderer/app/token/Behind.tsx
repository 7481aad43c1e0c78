import { formatMoment } from '../../format/time.ts'
import styles from './Behind.module.css'

interface Props {
  /** Unix seconds, or null for the present: what the slider says, and what is on the screen until that is read. */
  readonly wanted: number | null
  readonly shown: number | null
}

const nameOf = (moment: number | null): string => (moment === null ? 'the latest state' : formatMoment(moment))

/** Over what is still of another moment than the slider says: of which, and what is awaited. Its looks wait longer than most reads take. */
export function Behind({ wanted, shown }: Props) {
  return (
    <p className={styles['words']} role="status">
      Showing {nameOf(shown)}. Loading {nameOf(wanted)}…
    </p>
  )
}

/** For an element all of whose other children are of the moment before. */
export const behindClass = styles['behind'] ?? ''
