import type { ReactNode } from 'react'

interface Props {
  name: string
  /** What it means. */
  title?: string | undefined
  className?: string | undefined
  /** Whether the value is a number. */
  num?: boolean
  children: ReactNode
}

/** A name and its value in a list of facts. */
export function Fact({ name, title, className, num = false, children }: Props) {
  return (
    <div title={title} className={className}>
      <dt>{name}</dt>
      <dd className={num ? 'num' : undefined}>{children}</dd>
    </div>
  )
}
