import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { callQuery } from './call-query.ts'

/** One wallet across every stored token. */
export const walletOverviewQuery = (client: Client, network: NetworkId, wallet: string) =>
  callQuery(client, ['wallet', network, wallet], 'walletOverview', { params: { network, wallet } })

const TRACE_POLL_MS = 1_000

/** Traces of money, newest first, without their wallets and payments. */
export const tracesQuery = (client: Client) => callQuery(client, ['traces'], 'traces', {})

/** One trace, polled while it runs. */
export const traceQuery = (client: Client, id: string) =>
  queryOptions({
    ...callQuery(client, ['traces', id], 'trace', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.value.state === 'running' ? TRACE_POLL_MS : false),
  })
