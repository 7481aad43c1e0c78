import { useQueryClient } from '@tanstack/react-query'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { useClient, useLive } from '../../api/service.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'
import { jobsQuery } from '../../api/service-queries.ts'
import {
  clustersQuery,
  distributionQuery,
  earlyQuery,
  holdersQuery,
  overlapQuery,
  overviewQuery,
  refreshToken,
  snapshotQuery,
  summaryQuery,
  type TokenRef,
} from '../../api/token-queries.ts'

/** Lists and graph of a busy token are read again this often; the first change after a pause is shown immediately. */
const PRESENT_MS = 1_000

/** Writes live events into the query cache. A changed share invalidates the lists. */
export function useTokenLive(token: TokenRef): void {
  const client = useClient()
  const queries = useQueryClient()
  const again = (queryKey: readonly unknown[]): void => void queries.invalidateQueries({ queryKey })

  const refreshPresent = useThrottled(() => {
    for (const query of [summaryQuery, holdersQuery, clustersQuery, distributionQuery, earlyQuery, overlapQuery]) again(query(client, token).queryKey)
    again(snapshotQuery(client, token, null).queryKey)
  }, PRESENT_MS)

  // A trade between small holders changes no share.
  useLive({ ...token, stream: 'dex_trades' }, refreshPresent)

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
    refreshPresent()
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
