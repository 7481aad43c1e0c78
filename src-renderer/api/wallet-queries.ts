import { queryOptions } from '@tanstack/react-query'
import type { Client } from '../../src-client/client.ts'
import type { NetworkId } from '../../src-shared/networks.ts'

/** One wallet across every stored token. */
export const walletOverviewQuery = (client: Client, network: NetworkId, wallet: string) =>
  queryOptions({
    queryKey: ['wallet', network, wallet] as const,
    queryFn: ({ signal }) => client.call('walletOverview', { params: { network, wallet } }, { signal }),
  })
