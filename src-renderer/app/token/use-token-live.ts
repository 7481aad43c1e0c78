import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OverviewRecord } from '../../../src-shared/contract/records/metrics.ts'
import type { StreamData } from '../../../src-shared/contract/streams.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { refreshState } from '../../api/current-state.ts'
import { useClient, useLive } from '../../api/service.tsx'
import { Throttle } from '../../ui/throttle.ts'
import { jobsQuery } from '../../api/service-queries.ts'
import { ofToken, overviewQuery, type TokenRef } from '../../api/token-queries.ts'

/** The data of a busy token is reread this often. The first change after a pause is shown immediately. */
const REFRESH_MS = 1_000

/** Keeps the displayed data of a token up to date: each event of the streams triggers a reread of the latest state. */
export function useTokenLive(token: TokenRef): void {
  const client = useClient()
  const queries = useQueryClient()
  const [throttle] = useState(() => new Throttle(REFRESH_MS))
  const again = (queryKey: readonly unknown[]): void => void queries.invalidateQueries({ queryKey })
  const news = useRef<{ hasTrades: boolean; shares: StreamData<'dex_metrics'> | null }>({ hasTrades: false, shares: null })
  const refresh = (): void =>
    throttle.request(async () => {
      const { hasTrades, shares } = news.current
      news.current = { hasTrades: false, shares: null }
      // The first frame of a stream often arrives while the page is still loading the state that it announces.
      const shown = async (): Promise<OverviewRecord> => (await queries.ensureQueryData(overviewQuery(client, token))).value
      if (!hasTrades && (shares === null || areShown(token.network, shares, await shown()))) return
      await refreshState(client, queries, token)
    })

  // A trade between small holders changes no share.
  useLive({ ...token, stream: 'dex_trades' }, () => {
    news.current.hasTrades = true
    refresh()
  })
  // The shares arrive after their trade, and are often already shown by then.
  useLive({ ...token, stream: 'dex_metrics' }, ({ data }) => {
    news.current.shares = data
    refresh()
  })

  useLive({ ...token, stream: 'local.jobs' }, ({ data: job }) => {
    const key = jobsQuery(client).queryKey
    const before = queries.getQueryData(key)
    if (before === undefined) return again(key)
    const others = before.value.jobs.filter((each) => each.id !== job.id)
    queries.setQueryData(key, { ...before, value: { jobs: [job, ...others].sort((a, b) => b.created_at - a.created_at) } })
    if (job.state === 'done') void queries.invalidateQueries(ofToken(token))
  })
}

/** Whether these shares are already shown. Early buyers are left out on networks whose stream does not have them. */
function areShown(network: NetworkId, shares: StreamData<'dex_metrics'>, shown: OverviewRecord): boolean {
  const names = NETWORKS[network].publicMetrics.insiders ? SHARES : PUBLIC_SHARES
  return names.every((name) => shown[name] === shares[name])
}

const PUBLIC_SHARES = ['cluster_pct', 'top10_pct'] as const
const SHARES = [...PUBLIC_SHARES, 'snipers_pct', 'bundlers_pct', 'insiders_pct', 'dev_pct'] as const
