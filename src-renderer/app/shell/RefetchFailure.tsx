import { notifyManager, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { errorText } from '../../ui/Failure.tsx'
import { Notice } from '../../ui/States.tsx'
import { isFailedRefetch, refetchError } from './failed-refetches.ts'

/** Says above every page that data on it could not be refreshed. The data stays; what was never loaded reports its failure in its own place. */
export function RefetchFailure() {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache])
  const error = useSyncExternalStore(subscribe, () => refetchError(cache))
  const isRetrying = useIsFetching({ predicate: isFailedRefetch }) > 0
  return (
    <div className="shell-notice" role={error === null ? undefined : 'alert'}>
      {error === null ? null : (
        <Notice tone="warning">
          Data on this page could not be refreshed and may be out of date. {errorText(error)}
          <Button
            kind="quiet"
            icon="refresh"
            text={isRetrying ? 'Retrying…' : 'Try again'}
            disabled={isRetrying}
            onClick={() => void queries.refetchQueries({ predicate: isFailedRefetch })}
          />
        </Notice>
      )}
    </div>
  )
}
