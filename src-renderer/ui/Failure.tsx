import type { ReactNode } from 'react'
import { ApiError, type FailureCode } from '../../src-client/api-error.ts'
import { ErrorState } from './States.tsx'
import { showToast } from './Toast.tsx'

/** What to do about each failure. */
const ADVICE: Partial<Record<FailureCode, string>> = {
  unreachable: 'Restart Holderscope, then retry.',
  unauthorized: 'Open the link that Holderscope prints at startup; it includes the key.',
  forbidden: 'The key of this page is missing a permission. Open the link that Holderscope prints at startup.',
  source_unavailable: 'Check the endpoint of this network in Settings, or try again in a moment.',
  service_unavailable: 'The owner of this service has to start that part again. Stored data is not affected.',
  rate_limited: 'Too many requests. Try again in a moment.',
  internal: 'See the service log for details. Stored data is not affected.',
  bad_answer: 'Reload the page. If that does not help, restart Holderscope so that page and service have the same version.',
}

interface Props {
  /** What failed. */
  title: string
  error: unknown
  onRetry?: () => void
  retrying?: boolean
  actions?: ReactNode
}

/** A failed call: what failed, why, and what to do. */
export function Failure({ title, error, onRetry, retrying, actions }: Props) {
  const known = error instanceof ApiError ? error : null
  return (
    <ErrorState
      title={title}
      why={known?.message ?? (error instanceof Error ? error.message : 'An unexpected error occurred on this page.')}
      advice={known === null ? 'Reload the page.' : ADVICE[known.code]}
      requestId={known?.requestId ?? null}
      onRetry={onRetry}
      {...(retrying === undefined ? {} : { retrying })}
      actions={actions}
    />
  )
}

interface FailedQuery {
  readonly isLoadingError: boolean
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** A query that failed before it loaded anything, with a retry; else empty. Data that was loaded stays, and `RefetchFailure` reports that it is old. */
export function QueryFailure({ title, query }: { title: string; query: FailedQuery }) {
  if (!query.isLoadingError) return null
  return <Failure title={title} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
}

/** The message of a failure. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : 'An unexpected error occurred.')

/** A failed action that has no place of its own. */
export const showError = (error: unknown): void => showToast(errorText(error), 'critical')

/** A failed action, below its controls. Empty without an error. */
export function InlineError({ error }: { error: unknown }) {
  if (error === null) return null
  return (
    <p className="job-error" role="alert">
      {errorText(error)}
    </p>
  )
}
