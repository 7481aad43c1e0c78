import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { isMoveType } from '../../src-shared/domain/address.ts'
import { networksFor } from '../../src-shared/domain/parse-address.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { JobRecord } from '../../src-shared/contract/records/jobs.ts'
import { isUnreachable } from '../../src-client/api-error.ts'
import type { Client } from '../../src-client/client.ts'
import { callQuery } from './call-query.ts'

/** Queries about the service: stored tokens, jobs, sources, keys, requests. */

const RECENT_TOKENS = 50

/** Every query of stored tokens. */
export const allTokens = () => ({ queryKey: ['tokens'] })

export const tokensQuery = (client: Client, q = '') =>
  callQuery(client, ['tokens', q], 'localTokens', { query: { limit: RECENT_TOKENS, ...(q === '' ? {} : { q }) } })

/** The kind of an address on each network where it is valid and has an endpoint. */
export const addressKindsQuery = (client: Client, address: string) =>
  queryOptions({
    ...callQuery(client, ['address-kinds', address], 'addressKinds', { params: { address } }),
    enabled: networksFor(address).length > 0 && !isMoveType(address),
  })

export const importsQuery = (client: Client) => callQuery(client, ['imports'], 'imports', {})

const RUNNING_POLL_MS = 1_000
const IDLE_POLL_MS = 10_000

export const isActive = (job: JobRecord): boolean => job.state === 'queued' || job.state === 'running'

/** Polled faster while a job runs. */
export const jobsQuery = (client: Client) =>
  queryOptions({
    ...callQuery(client, ['jobs'], 'jobs', {}),
    refetchInterval: (query) => (query.state.data?.value.jobs.some(isActive) === true ? RUNNING_POLL_MS : IDLE_POLL_MS),
  })

const STATUS_POLL_MS = 15_000
/** Detects a restarted service quickly. */
const UNREACHABLE_POLL_MS = 2_000
export const STATUS_KEY = ['status'] as const

/** The top bar shows these failures as the state of the service. */
const CONNECTION = { inConnectionState: true } as const

export const statusQuery = (client: Client) =>
  queryOptions({
    meta: CONNECTION,
    queryKey: STATUS_KEY,
    queryFn: ({ signal }) => client.call('status', {}, { signal }),
    refetchInterval: (query) => (isUnreachable(query.state.error) ? UNREACHABLE_POLL_MS : STATUS_POLL_MS),
  })

/** Together with the longest duration of a check, this shows the state of an endpoint within five seconds. */
const SOURCE_POLL_MS = 2_000

/** Refreshes the status, including a check of the network's source. */
export const sourceCheckQuery = (client: Client, queries: QueryClient, network: NetworkId) =>
  queryOptions({
    meta: CONNECTION,
    queryKey: ['source-check', network] as const,
    queryFn: async ({ signal }) => {
      queries.setQueryData(STATUS_KEY, await client.call('status', { query: { network } }, { signal }))
      return null
    },
    refetchInterval: SOURCE_POLL_MS,
  })

export const cadenceQuery = (client: Client) => callQuery(client, ['cadence'], 'cadence', {})

export const storageQuery = (client: Client) => callQuery(client, ['storage'], 'storage', {})

export const keysQuery = (client: Client) => callQuery(client, ['keys'], 'keys', {})

const LOG_POLL_MS = 3_000

export const requestsQuery = (client: Client) => queryOptions({ ...callQuery(client, ['requests'], 'requests', {}), refetchInterval: LOG_POLL_MS })

const CONNECTIONS_POLL_MS = 3_000

export const connectionsQuery = (client: Client) =>
  queryOptions({ ...callQuery(client, ['connections'], 'connections', {}), refetchInterval: CONNECTIONS_POLL_MS })
