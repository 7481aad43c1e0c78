import { jobsQuery } from '../../api/service-queries.ts'
import { tokenParams, type TokenRef } from '../../api/token-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { showError } from '../../ui/Failure.tsx'

const OPTIONS = { stale: [jobsQuery], onError: showError }

/** Starts, repeats, cancels and resumes reads, and refetches the list. A failure shows as a toast. */
export function useJobActions() {
  const start = useCall(({ client }, token: TokenRef) => client.call('startJob', { body: { kind: 'read', ...tokenParams(token) } }), OPTIONS)
  const cancel = useCall(({ client }, id: string) => client.call('cancelJob', { params: { id } }), OPTIONS)
  const resume = useCall(({ client }, id: string) => client.call('resumeJob', { params: { id } }), OPTIONS)
  const readAgain = useCall(
    ({ client }, { from, to, ...token }: TokenRef & { from: number | null; to: number | null }) =>
      client.call('readAgain', {
        params: tokenParams(token),
        body: { ...(from === null ? {} : { from_block: from }), ...(to === null ? {} : { to_block: to }) },
      }),
    OPTIONS,
  )
  return { start, cancel, resume, readAgain }
}
