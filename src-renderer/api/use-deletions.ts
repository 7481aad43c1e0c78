import { queryOptions } from '@tanstack/react-query'
import type { Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { Answer, Client } from '../../src-client/client.ts'
import { showError } from '../ui/Failure.tsx'
import { showToast } from '../ui/Toast.tsx'
import { casesQuery } from './case-queries.ts'
import { allTokens, importsQuery, storageQuery } from './service-queries.ts'
import { tokenKey, tokenParams, type TokenRef } from './token-queries.ts'
import { callQuery } from './call-query.ts'
import { useCall, type Caller } from './use-call.ts'

export const deletionsQuery = (client: Client) => callQuery(client, ['deletions'], 'deletions', {})

/** One snapshot or scan, by its time; none: the whole token. */
export interface TokenPart {
  readonly snapshot?: number
  readonly scan?: number
}

/** Cases that refer to a token, or to one of its snapshots or scans. */
export const caseReferencesQuery = (client: Client, token: TokenRef, part: TokenPart) =>
  queryOptions({
    ...callQuery(client, ['case-references', token.network, token.address, part], 'caseReferences', { params: tokenParams(token), query: part }),
    staleTime: 0,
  })

const RESTORABLE = 'Restore it under Settings until the database is compacted.'

/** Deletes through a call of the service. `done` is the text of the toast, such as "Deleted the snapshot". */
export const useDeletion = (done: string, call: (client: Client) => Promise<Answer<Deletion>>) =>
  useCall(({ client }) => call(client), {
    ...OPTIONS,
    onSuccess: ({ value }, caller) => {
      showToast(`${done}. ${RESTORABLE}`)
      return showDeletion(caller, value)
    },
  })

export const useRestoreDeletion = () =>
  useCall(({ client }, id: number) => client.call('restoreDeletion', { params: { id } }), {
    ...OPTIONS,
    onSuccess: ({ value }, caller) => {
      showToast(`Restored the ${value.kind}`)
      return showDeletion(caller, value)
    },
  })

const OPTIONS = { stale: [deletionsQuery, storageQuery, casesQuery, importsQuery, allTokens], onError: showError }

function showDeletion({ queries }: Caller, { kind, network, token_address: address }: Deletion): Promise<unknown> {
  const token = { queryKey: tokenKey({ network, address }) }
  if (kind === 'token') queries.removeQueries(token)
  return queries.invalidateQueries(token)
}
