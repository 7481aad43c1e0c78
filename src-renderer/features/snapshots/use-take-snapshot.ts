import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/service.tsx'
import { refreshToken, type TokenRef } from '../../api/token-queries.ts'
import { formatMoment } from '../../format/time.ts'
import { showError } from '../../ui/Failure.tsx'
import { showToast } from '../../ui/Toast.tsx'

/** Stores the current state as a snapshot. */
export function useTakeSnapshot(token: TokenRef | null) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      if (token === null) throw new Error('No token is open.')
      return client.call('takeSnapshot', { params: { network: token.network, token_address: token.address } })
    },
    onSuccess: ({ value }) => {
      const moment = formatMoment(value.timestamp)
      showToast(value.is_new ? `Snapshot of ${moment} saved` : `Nothing changed since the snapshot of ${moment}`)
      return token === null ? undefined : refreshToken(queries, token)
    },
    onError: showError,
  })
}
