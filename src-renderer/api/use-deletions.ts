import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Deletion } from '../../src-shared/contract/records/deletions.ts'
import type { Answer, Client } from '../../src-client/client.ts'
import { showError } from '../ui/Failure.tsx'
import { showToast } from '../ui/Toast.tsx'
import { casesQuery } from './case-queries.ts'
import { importsQuery, storageQuery, tokensQuery } from './service-queries.ts'
import { useClient } from './service.tsx'
import { tokenKey, tokenParams, type TokenRef } from './token-queries.ts'
import { callQuery } from './call-query.ts'

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
export function useDeletion(done: string, call: (client: Client) => Promise<Answer<Deletion>>) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(client),
    onSuccess: ({ value }) => {
      showToast(`${done}. ${RESTORABLE}`)
      return showDeletion(client, queries, value)
    },
    onError: showError,
  })
}

export function useRestoreDeletion() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => client.call('restoreDeletion', { params: { id } }),
    onSuccess: ({ value }) => {
      showToast(`Restored the ${value.kind}`)
      return showDeletion(client, queries, value)
    },
    onError: showError,
  })
}

function showDeletion(client: Client, queries: QueryClient, { kind, network, token_address: address }: Deletion): Promise<unknown> {
  const token = tokenKey({ network, address })
  if (kind === 'token') queries.removeQueries({ queryKey: token })
  const lists = [deletionsQuery(client), storageQuery(client), casesQuery(client), importsQuery(client)].map(({ queryKey }) => queryKey)
  return Promise.all([token, tokensQuery(client).queryKey.slice(0, 1), ...lists].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
