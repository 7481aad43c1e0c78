import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

interface HolderMap {
  readonly token_address: string
  readonly nodes: readonly { readonly address: string; readonly name?: string; readonly is_exchange?: boolean }[]
  readonly links: readonly MapLink[]
  readonly token_links: readonly { readonly address: string; readonly links: readonly MapLink[] }[]
}
interface MapLink {
  readonly source: number
  readonly target: number
}
interface Explained {
  readonly clusters: readonly { readonly members: readonly { readonly address: string }[] }[]
  readonly hubs: readonly { readonly address: string; readonly reason: string }[]
}

const readMap = (name: string): HolderMap =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../resources/sample/${name}`, import.meta.url)), 'utf8')) as HolderMap

/** Links in the native coin and in the token as unique address pairs. */
function recordedPairs(map: HolderMap): [string, string][] {
  const own = map.token_links.find((token) => token.address === map.token_address)?.links ?? []
  const pairs = [...map.links, ...own].map(
    ({ source, target }) => [map.nodes[source]?.address ?? '', map.nodes[target]?.address ?? ''].sort() as [string, string],
  )
  return [...new Map(pairs.filter(([a, b]) => a !== b).map((pair) => [pair.join(), pair])).values()]
}

/** Connected components of two or more wallets, sorted. */
function components(pairs: readonly [string, string][]): string[][] {
  const parent = new Map<string, string>()
  const find = (x: string): string => {
    const up = parent.get(x) ?? x
    return up === x ? x : find(up)
  }
  for (const [a, b] of pairs) parent.set(find(a), find(b))
  const groups = new Map<string, Set<string>>()
  for (const wallet of new Set(pairs.flat())) groups.set(find(wallet), (groups.get(find(wallet)) ?? new Set()).add(wallet))
  return [...groups.values()].map((group) => [...group].sort()).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}

/**
 * Checks the sample case against its own files: every recorded link between two holders either joins them or touches a hub that
 * the record names with a reason. The grouping here is a plain search and shares no code with the app.
 */
test.describe('the clusters of the sample case', () => {
  let service: RunningService
  test.beforeAll(async () => {
    service = await startService()
  })
  test.afterAll(async () => {
    await service.stop()
    await removeFolder(service.dataDir)
  })

  for (const file of ['BOME-ukHH6c7m.json', 'NOBODY-C29ebrgY.json']) {
    test(`${file}: every link joins or touches a hub with a reason`, async () => {
      const map = readMap(file)
      const { clusters, hubs } = await service.json<Explained>(`/local/v1/sol/${map.token_address}/clusters`)
      const reasons = new Map(hubs.map(({ address, reason }) => [address, reason]))
      for (const node of map.nodes) if (node.is_exchange === true) expect(reasons.get(node.address), node.name).toBeTruthy()

      const joining = recordedPairs(map).filter(([a, b]) => !reasons.has(a) && !reasons.has(b))
      expect(
        clusters.map(({ members }) => members.map(({ address }) => address).sort()).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)),
      ).toEqual(components(joining))
    })
  }

  test('names BOME’s exchanges and pool and keeps them out of clusters', async () => {
    const map = readMap('BOME-ukHH6c7m.json')
    const snapshot = await service.json<{ nodes: { address: string; label: string | null; tags: string[]; cluster: number | null }[] }>(
      `/atlas/v1/sol/${map.token_address}/snapshots/latest`,
    )
    for (const [name, tag] of [
      ['Binance', 'exchange'],
      ['Bybit', 'exchange'],
      ['Gate', 'exchange'],
      ['Raydium', 'liquidity_pool'],
    ] as const) {
      const wallet = snapshot.nodes.find((node) => node.label?.startsWith(name) === true)
      expect(wallet?.tags, name).toContain(tag)
      expect(wallet?.cluster, name).toBeNull()
    }
  })
})
