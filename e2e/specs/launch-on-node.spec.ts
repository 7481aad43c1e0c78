import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import type { Scenario } from '../fixtures/anvil/scenario.ts'
import { expect, test } from '../fixtures/page.ts'
import type { RunningService } from '../fixtures/service.ts'

interface Clusters {
  readonly total_cluster_pct: number
  readonly clusters: {
    readonly pct: number
    readonly cluster_addresses: { readonly address: string; readonly balance: number; readonly tags: string[] }[]
  }[]
}
interface TradePage {
  readonly trades: {
    readonly tx_signature: string
    readonly signer: string
    readonly pool_address: string
    readonly token_in: { readonly amount: number }
  }[]
  readonly next_cursor: string | null
}
interface Snapshot {
  readonly nodes: { readonly address: string; readonly balance: number; readonly is_holder: boolean; readonly tags: string[] }[]
}

/** A launch with known ground truth on a real node with Uniswap v2, read over the public API only. */
test.describe('a fresh launch read from an Ethereum node', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  let launch: Scenario
  let service: RunningService
  const path = (area: string, rest = ''): string => `/${area}/v1/eth/${launch.token}${rest}`

  test.beforeAll(({ ethLaunch, ethService }) => {
    launch = ethLaunch.launch
    service = ethService
  })

  test('every holder has its on-chain balance', async () => {
    const page = await service.json<{ total: number; holders: { address: string; balance_raw: string }[] }>(
      `/local/v1/eth/${launch.token}/holders?limit=10000`,
    )
    const found = new Map(page.holders.map((holder) => [holder.address, holder.balance_raw]))
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(launch.holders.map(({ address, raw }) => [address.toLowerCase(), raw])))
    expect(page.total).toBe(launch.holders.length)
  })

  test('the distribution is exact', async () => {
    const measured = await service.json<{ nakamoto: number; hhi: number; gini: number; top_10_holder_concentration: number }>(
      path('dex-metrics', '/distribution'),
    )
    const supply = BigInt(launch.totalSupply)
    const people = launch.holders.filter(({ address }) => address.toLowerCase() !== launch.pool.toLowerCase()).map(({ raw }) => BigInt(raw))
    const share = (raw: bigint): number => Number((raw * 10n ** 18n) / supply) / 1e18
    expect(measured.hhi).toBeCloseTo(
      people.map(share).reduce((sum, s) => sum + s * s, 0),
      10,
    )
    const top10 =
      people
        .sort((a, b) => (a < b ? 1 : -1))
        .slice(0, 10)
        .map(share)
        .reduce((sum, s) => sum + s, 0) * 100
    expect(measured.top_10_holder_concentration).toBeCloseTo(top10, 8)
    const overview = await service.json<{ top10_pct: number; dev_pct: number; snipers_pct: number }>(path('dex-metrics'))
    expect(overview.top10_pct).toBe(measured.top_10_holder_concentration)
    expect(overview).toMatchObject({ dev_pct: 0, snipers_pct: 0 })
  })

  test('finds complete owner clusters without unrelated wallets', async () => {
    const record = await service.json<Clusters>(path('dex-metrics', '/clusters'))
    const clusterOf = new Map(record.clusters.flatMap((cluster, i) => cluster.cluster_addresses.map((member) => [member.address, i] as const)))
    for (const group of launch.groups) {
      const seen = new Set(group.members.map((member) => clusterOf.get(member.toLowerCase())))
      expect([group.name, ...seen]).toHaveLength(2)
      expect(seen.has(undefined), `${group.name} is found`).toBe(false)
    }
    const clustered = launch.strangers.filter((stranger) => clusterOf.has(stranger.toLowerCase()))
    expect(clustered).toEqual([])
    expect(record.total_cluster_pct).toBeCloseTo(
      record.clusters.reduce((sum, cluster) => sum + cluster.pct, 0),
      9,
    )
  })

  test('each swap is one trade over all pages', async () => {
    const trades: TradePage['trades'][number][] = []
    let cursor: string | null = null
    do {
      const page: TradePage = await service.json<TradePage>(
        `/dex/v1/eth/trades?token=${launch.token}&sort=asc&limit=5${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      trades.push(...page.trades)
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(trades.map((trade) => trade.tx_signature).sort()).toEqual(launch.swaps.map((swap) => swap.tx).sort())
    expect(new Set(trades.map((trade) => trade.pool_address))).toEqual(new Set([launch.pool.toLowerCase()]))
  })

  test('a snapshot is listed and never changes', async () => {
    const { snapshots } = await service.json<{ snapshots: number[] }>(path('atlas', '/snapshots'))
    expect(snapshots.length).toBeGreaterThan(0)
    const first = await service.get(path('atlas', `/snapshots/${snapshots[0]}`))
    const again = await service.get(path('atlas', `/snapshots/${snapshots[0]}`))
    expect(await again.text()).toBe(await first.clone().text())
    const unchanged = await service.get(path('atlas', `/snapshots/${snapshots[0]}`), { 'If-None-Match': first.headers.get('etag') ?? '' })
    expect(unchanged.status).toBe(304)
    const snapshot = (await first.json()) as Snapshot
    const pool = snapshot.nodes.find((wallet) => wallet.address === launch.pool.toLowerCase())
    expect(pool?.tags).toContain('liquidity_pool')
    const exchange = snapshot.nodes.find((wallet) => wallet.address === launch.exchange.toLowerCase())
    if (exchange !== undefined) expect(exchange.tags).toContain('exchange')
  })
})
