import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'critical' | 'warning' | 'notice' | 'ok' | 'unknown' | 'pool' | 'exchange'

/** A short label. Colour shows a state or a type, never decoration. */
export function Tag({ tone = 'neutral', title, text }: { tone?: Tone; title?: string; text: ReactNode }) {
  return (
    <span className="tag" data-tone={tone} title={title}>
      {text}
    </span>
  )
}
