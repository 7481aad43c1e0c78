import { queryOptions } from '@tanstack/react-query'
import type { WatchRule, WatchRuleBody } from '../../src-shared/contract/records/watch.ts'
import type { Client } from '../../src-client/client.ts'
import { callQuery } from './call-query.ts'
import { useCall } from './use-call.ts'

/** Queries and changes of watch rules and their alerts. */

const POLL_MS = 5_000

export const alertsQuery = (client: Client) =>
  queryOptions({ ...callQuery(client, ['watch', 'alerts'], 'watchAlerts', {}), refetchInterval: POLL_MS })

export const rulesQuery = (client: Client) => callQuery(client, ['watch', 'rules'], 'watchRules', {})

/** Every change may change rules and alerts. */
const OPTIONS = { stale: [() => ({ queryKey: ['watch'] })] }

/** Creates a rule, or changes the rule with this id. */
export const useSaveRule = (id: string | null) =>
  useCall(
    ({ client }, body: WatchRuleBody) =>
      id === null ? client.call('createWatchRule', { body }) : client.call('changeWatchRule', { params: { id }, body }),
    OPTIONS,
  )

export const useTurnRule = () =>
  useCall(
    ({ client }, { rule, enabled }: { readonly rule: WatchRule; readonly enabled: boolean }) =>
      client.call('changeWatchRule', { params: { id: rule.id }, body: { ...bodyOf(rule), enabled } }),
    OPTIONS,
  )

export const useDeleteRule = () => useCall(({ client }, id: string) => client.call('deleteWatchRule', { params: { id } }), OPTIONS)

/** Null marks every alert as read. */
export const useReadAlerts = () => useCall(({ client }, ids: string[] | null) => client.call('readWatchAlerts', { body: { ids } }), OPTIONS)

export const bodyOf = ({ name, enabled, subject, condition, quiet_seconds, notice, webhook_url }: WatchRule): WatchRuleBody => ({
  ...{ name, enabled, subject, condition, quiet_seconds, notice, webhook_url },
})
