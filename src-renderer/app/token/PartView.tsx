import type { ReactNode } from 'react'
import { Failure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import type { Part } from './use-token-data.ts'

interface Props<T> {
  part: Part<T>
  /** "the holders": what is waited for. */
  what: string
  failed: string
  children: (value: T) => ReactNode
}

/** A part of the workspace in whichever state it is. */
export function PartView<T>({ part, what, failed, children }: Props<T>) {
  if (part.value !== null) return children(part.value)
  if (part.error !== null) return <Failure title={failed} error={part.error} onRetry={part.retry} retrying={part.fetching} />
  return <SkeletonRows what={what} />
}
