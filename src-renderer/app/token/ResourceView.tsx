import type { ReactNode } from 'react'
import { Failure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import type { Resource } from './use-token-data.ts'

interface Props<T> {
  part: Resource<T>
  /** For the loading text: "holders". */
  what: string
  failed: string
  children: (value: T) => ReactNode
}

/** Renders a resource: its value, its error, or a skeleton. */
export function ResourceView<T>({ part, what, failed, children }: Props<T>) {
  if (part.value !== null) return children(part.value)
  if (part.error !== null) return <Failure title={failed} error={part.error} onRetry={part.retry} retrying={part.fetching} />
  return <SkeletonRows what={what} />
}
