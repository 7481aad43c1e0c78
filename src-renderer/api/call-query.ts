import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { CallId } from '../../src-client/api.ts'
import type { CallInput, Client } from '../../src-client/client.ts'

/** A query that calls a route of the service. */
export const callQuery = <Id extends CallId, const Key extends QueryKey>(client: Client, queryKey: Key, id: Id, input: CallInput<Id>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => client.call(id, input, { signal }) })
