import type { StatusRecord } from '../../../src-shared/contract/records/service.ts'
import { statusQuery } from '../../api/service-queries.ts'
import { useCall } from '../../api/use-call.ts'

export type Source = StatusRecord['sources'][number]
/** An existing endpoint by index, or a new URL. */
export type Entry = { readonly kept: number } | { readonly url: string }

/** Tests and sets the endpoints of a network. Each change tests the new list. */
export function useSource({ network, endpoints }: Source) {
  const test = useCall(({ client }) => client.call('testSource', { body: { network } }), { stale: [statusQuery] })
  const set = useCall(
    ({ client }, wanted: readonly Entry[]) =>
      client.call('setSource', { params: { network }, body: { before: [...endpoints], endpoints: [...wanted] } }),
    {
      stale: [statusQuery],
      onSuccess: ({ value }) => {
        test.reset()
        if (value.endpoints.length > 0) test.mutate()
      },
    },
  )
  return { test, set }
}
