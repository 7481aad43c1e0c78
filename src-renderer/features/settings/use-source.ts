import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { useClient } from '../../api/service.tsx'
import { statusQuery } from '../../api/service-queries.ts'

export type Source = StatusRecord['sources'][number]
/** An existing endpoint by index, or a new URL. */
export type Entry = { readonly kept: number } | { readonly url: string }

/** Tests and sets the endpoints of a network. Each change tests the new list. */
export function useSource({ network, endpoints }: Source) {
  const client = useClient()
  const queries = useQueryClient()
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: statusQuery(client).queryKey })
  const test = useMutation({ mutationFn: () => client.call('testSource', { body: { network } }), onSettled: refresh })
  const set = useMutation({
    mutationFn: (wanted: readonly Entry[]) =>
      client.call('setSource', { params: { network }, body: { before: [...endpoints], endpoints: [...wanted] } }),
    onSuccess: ({ value }) => {
      test.reset()
      if (value.endpoints.length > 0) test.mutate()
    },
    onSettled: refresh,
  })
  return { test, set }
}
