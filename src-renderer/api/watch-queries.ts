import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WatchRule, WatchRuleBody } from '../../src-shared/contract/records/watch.ts'
import type { Client } from '../../src-client/client.ts'
import { useClient } from './service.tsx'
import { callQuery } from './call-query.ts'

/** Queries and changes of watch rules and their alerts. */

const POLL_MS = 5_000

export const alertsQuery = (client: Client) =>
  queryOptions({ ...callQuery(client, ['watch', 'alerts'], 'watchAlerts', {}), refetchInterval: POLL_MS })

export const rulesQuery = (client: Client) => callQuery(client, ['watch', 'rules'], 'watchRules', {})

/** A mutation that invalidates rules and alerts. */
function useChange<T>(mutationFn: (client: Client, value: T) => Promise<unknown>) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: T) => mutationFn(client, value),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['watch'] }),
  })
}

/** Creates a rule, or changes the rule with this id. */
export const useSaveRule = (id: string | null) =>
  useChange<WatchRuleBody>((client, body) =>
    id === null ? client.call('createWatchRule', { body }) : client.call('changeWatchRule', { params: { id }, body }),
  )

export const useTurnRule = () =>
  useChange<{ readonly rule: WatchRule; readonly enabled: boolean }>((client, { rule, enabled }) =>
    client.call('changeWatchRule', { params: { id: rule.id }, body: { ...bodyOf(rule), enabled } }),
  )

export const useDeleteRule = () => useChange<string>((client, id) => client.call('deleteWatchRule', { params: { id } }))

/** Null marks every alert as read. */
export const useReadAlerts = () => useChange<string[] | null>((client, ids) => client.call('readWatchAlerts', { body: { ids } }))

export const bodyOf = ({ name, enabled, subject, condition, quiet_seconds, notice, webhook_url }: WatchRule): WatchRuleBody => ({
  ...{ name, enabled, subject, condition, quiet_seconds, notice, webhook_url },
})
