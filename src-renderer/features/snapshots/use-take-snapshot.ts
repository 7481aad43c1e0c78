import { ofToken, tokenParams, type TokenRef } from '../../api/token-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { formatMoment } from '../../format/time.ts'
import { showError } from '../../ui/Failure.tsx'
import { showToast } from '../../ui/Toast.tsx'

/** Stores the current state as a snapshot. */
export const useTakeSnapshot = (token: TokenRef | null) =>
  useCall(
    async ({ client }) => {
      if (token === null) throw new Error('No token is open.')
      return client.call('takeSnapshot', { params: tokenParams(token) })
    },
    {
      stale: token === null ? [] : [() => ofToken(token)],
      onSuccess: ({ value }) => {
        const moment = formatMoment(value.timestamp)
        showToast(value.is_new ? `Snapshot of ${moment} saved` : `Nothing changed since the snapshot of ${moment}`)
      },
      onError: showError,
    },
  )
