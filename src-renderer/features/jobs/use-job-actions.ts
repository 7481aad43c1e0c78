import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/service.tsx'
import { jobsQuery } from '../../api/service-queries.ts'
import type { TokenRef } from '../../api/token-queries.ts'
import { showError } from '../../ui/Failure.tsx'

/** Starts, repeats, cancels and resumes reads, and refetches the list. A failure shows as a toast. */
export function useJobActions() {
  const client = useClient()
  const queries = useQueryClient()
  const settled = {
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: jobsQuery(client).queryKey }),
  }
  const start = useMutation({
    mutationFn: ({ network, address }: TokenRef) => client.call('startJob', { body: { kind: 'read', network, token_address: address } }),
    ...settled,
  })
  const cancel = useMutation({ mutationFn: (id: string) => client.call('cancelJob', { params: { id } }), ...settled })
  const resume = useMutation({ mutationFn: (id: string) => client.call('resumeJob', { params: { id } }), ...settled })
  const readAgain = useMutation({
    mutationFn: ({ network, address, from, to }: TokenRef & { from: number | null; to: number | null }) =>
      client.call('readAgain', {
        params: { network, token_address: address },
        body: { ...(from === null ? {} : { from_block: from }), ...(to === null ? {} : { to_block: to }) },
      }),
    ...settled,
  })
  return { start, cancel, resume, readAgain }
}
