import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'critical' | 'warning' | 'notice' | 'ok' | 'unknown' | 'pool' | 'exchange'

/** A short label. Colour shows a state or a type, never decoration. */
export function Tag({ tone = 'neutral', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={cx('tag', `tag-${tone}`)} title={title}>
      {children}
    </span>
  )
}
