import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** One wallet across every stored token. */
export const walletOverviewQuery = (client: Client, network: NetworkId, wallet: string) =>
  queryOptions({
    queryKey: ['wallet', network, wallet] as const,
    queryFn: ({ signal }) => client.call('walletOverview', { params: { network, wallet } }, { signal }),
  })

const TRACE_POLL_MS = 1_000

/** Traces of money, newest first, without their wallets and payments. */
export const tracesQuery = (client: Client) =>
  queryOptions({ queryKey: ['traces'] as const, queryFn: ({ signal }) => client.call('traces', {}, { signal }) })

/** One trace, polled while it runs. */
export const traceQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['traces', id] as const,
    queryFn: ({ signal }) => client.call('trace', { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.value.state === 'running' ? TRACE_POLL_MS : false),
  })
