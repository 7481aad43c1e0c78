import { useMutation, useQueryClient, type InvalidateQueryFilters, type MutationScope, type QueryClient } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import { useClient } from './service.tsx'

export interface Caller {
  readonly client: Client
  readonly queries: QueryClient
}

interface Options<Answer> {
  /** Calls of one scope run one after another. */
  readonly scope?: MutationScope
  /** Queries whose answers the call changes. They are read again after it, even if it failed. */
  readonly stale?: readonly ((client: Client) => InvalidateQueryFilters)[]
  readonly onSuccess?: (answer: Answer, caller: Caller) => unknown
  readonly onError?: (error: Error, caller: Caller) => unknown
}

/** A call of the service that the user makes. */
export function useCall<Answer, Value = void>(
  call: (caller: Caller, value: Value) => Promise<Answer>,
  { scope, stale = [], onSuccess, onError }: Options<Answer> = {},
) {
  const client = useClient()
  const queries = useQueryClient()
  const caller = { client, queries }
  return useMutation({
    ...(scope === undefined ? {} : { scope }),
    mutationFn: (value: Value) => call(caller, value),
    onSuccess: (answer) => onSuccess?.(answer, caller),
    onError: (error) => onError?.(error, caller),
    onSettled: () => Promise.all(stale.map((query) => queries.invalidateQueries(query(client)))),
  })
}
