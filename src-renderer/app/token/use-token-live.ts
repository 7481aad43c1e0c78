import { useQueryClient } from '@tanstack/react-query'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient, useLive } from '../../api/service.tsx'
import { jobsQuery } from '../../api/service-queries.ts'
import {
  clustersQuery,
  distributionQuery,
  earlyQuery,
  holdersQuery,
  overlapQuery,
  overviewQuery,
  refreshToken,
  type TokenRef,
} from '../../api/token-queries.ts'

/** Writes live events into the query cache. A changed share invalidates the lists. */
export function useTokenLive(token: TokenRef): void {
  const client = useClient()
  const queries = useQueryClient()
  const again = (queryKey: readonly unknown[]): void => void queries.invalidateQueries({ queryKey })

  useLive({ ...token, stream: 'dex_metrics' }, ({ data, timestamp, unknown = [] }) => {
    const { cluster_pct, snipers_pct, bundlers_pct, dev_pct, insiders_pct, top10_pct } = data
    const key = overviewQuery(client, token).queryKey
    const before = queries.getQueryData(key)
    if (before === undefined) return
    const asOf = Math.floor(Date.parse(timestamp) / 1000)
    if (NETWORKS[token.network].publicMetrics.insiders) {
      const value = { cluster_pct, snipers_pct, bundlers_pct, dev_pct, insiders_pct, top10_pct }
      if (JSON.stringify([before.value, before.unknown]) === JSON.stringify([value, unknown])) return
      queries.setQueryData(key, { ...before, value, unknown, asOf })
    } else {
      // The stream of these networks has no early buyers, so a change of them alone does not show here.
      queries.setQueryData(key, { ...before, value: { ...before.value, cluster_pct, top10_pct }, asOf })
      again(key)
    }
    again(holdersQuery(client, token).queryKey)
    again(distributionQuery(client, token).queryKey)
    again(earlyQuery(client, token).queryKey)
    again(overlapQuery(client, token).queryKey)
  })

  useLive({ ...token, stream: 'clusters' }, ({ data }) => {
    const key = clustersQuery(client, token).queryKey
    const before = queries.getQueryData(key)
    if (before !== undefined && before.value.total_cluster_pct !== data.total_cluster_pct) again(key)
  })

  useLive({ ...token, stream: 'local.jobs' }, ({ data: job }) => {
    const key = jobsQuery(client).queryKey
    const before = queries.getQueryData(key)
    if (before === undefined) return again(key)
    const others = before.value.jobs.filter((each) => each.id !== job.id)
    queries.setQueryData(key, { ...before, value: { jobs: [job, ...others].sort((a, b) => b.created_at - a.created_at) } })
    if (job.state === 'done') void refreshToken(queries, token)
  })
}
