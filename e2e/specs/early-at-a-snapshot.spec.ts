import { expectAccessible } from '../fixtures/axe.ts'
import { expect, type Page, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'
import { startSuiNode, type SuiTestNode } from '../fixtures/sui/node.ts'
import { playLaunch, type SuiScenario } from '../fixtures/sui/scenario.ts'
import { swap } from '../fixtures/sui/venues.ts'

interface Snapshot {
  readonly nodes: readonly { readonly address: string; readonly percentage: number; readonly cluster: number | null }[]
}

/** Holdings of early wallets at a snapshot, on a launch on the Sui test ledger, and a creator that turns out to be a service. */
test.describe('early wallets at a snapshot', () => {
  test.describe.configure({ mode: 'serial' })

  let node: SuiTestNode
  let truth: SuiScenario
  let service: RunningService
  let before: number
  const token = (): string => `sui/${encodeURIComponent(truth.coin)}`
  const open = async (page: Page, search: string): Promise<void> => void (await page.goto(`${service.url}/t/${token()}?${search}#key=${service.key}`))
  const strip = (page: Page) => page.getByRole('region', { name: 'Overview' })
  const held = (wallet: string): bigint => truth.holders().get(wallet) ?? 0n

  test.beforeAll(async () => {
    truth = playLaunch(40)
    node = await startSuiNode(truth.ledger)
    service = await startService({ sources: node.endpoints.map((url) => `sui=${url}`) })
    await expect.poll(async () => (await service.get(`/dex-metrics/v1/${token()}`)).status, { timeout: 120_000 }).toBe(200)
    const { snapshots } = await service.json<{ snapshots: number[] }>(`/atlas/v1/${token()}/snapshots`)
    before = snapshots[0] ?? 0
    await service.post(`/local/v1/${token()}/follow`, { on: true })
    await expect.poll(async () => service.json(`/local/v1/${token()}/follow`), { timeout: 30_000 }).toMatchObject({ state: 'live' })
    const [pool] = truth.pools
    if (pool === undefined) throw new Error('the launch has no pool')
    const selling = truth.snipers.filter((wallet) => held(wallet) > 0n)
    expect(selling.length).toBeGreaterThan(1)
    for (const sender of selling) {
      swap(truth.ledger, { sender, route: [pool], coinIn: truth.coin, raw: held(sender) })
      truth.ledger.seal()
    }
    await expect
      .poll(async () => (await service.json<{ snipers_pct: number }>(`/dex-metrics/v1/${token()}`)).snipers_pct, { timeout: 60_000 })
      .toBe(0)
    expect((await service.post(`/local/v1/${token()}/snapshots`)).status).toBe(201)
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  test('shows the holdings of snipers at the snapshot in list, overview and overlap', async ({ page }) => {
    const { nodes } = await service.json<Snapshot>(`/atlas/v1/${token()}/snapshots/${before}`)
    const share = nodes.filter(({ address }) => truth.snipers.includes(address)).reduce((sum, { percentage }) => sum + percentage, 0)
    await open(page, `view=snipers&snapshot=${before}`)
    await expect(page.getByText('was held by 2 of 3 snipers then')).toContainText(`${share.toFixed(2)} %`)
    await expect(page.getByRole('note').first()).toContainText('The list itself is based on all data stored now')
    await expect(page.getByRole('grid', { name: 'Snipers' }).getByText('Sold out')).toHaveCount(1)
    await expect(strip(page)).toContainText(`${share.toFixed(2)} %`)
    await expectAccessible(page)

    await open(page, `view=overlap&snapshot=${before}`)
    await expect(page.getByRole('row', { name: /^Snipers/ })).toContainText(`${share.toFixed(2)} %`)

    await open(page, 'view=snipers')
    await expect(page.getByText('is held by the 3 snipers now')).toContainText('0 %')
    await expect(page.getByRole('grid', { name: 'Snipers' }).getByText('Sold out')).toHaveCount(3)
  })

  test('clusters at a snapshot have its shares', async ({ page }) => {
    const { nodes } = await service.json<Snapshot>(`/atlas/v1/${token()}/snapshots/${before}`)
    const first = nodes.filter(({ cluster }) => cluster === 0).reduce((sum, { percentage }) => sum + percentage, 0)
    await open(page, `snapshot=${before}&cluster=0`)
    await expect(page.getByRole('complementary', { name: 'Inspector' }).getByRole('heading', { level: 2 })).toContainText(`${first.toFixed(1)} %`)
  })

  test('a creator labelled as a service makes its share and the insiders unknown', async ({ page }) => {
    const map = {
      chain: 'sui',
      token_address: '0x2::sui::SUI',
      dt_update: 1_750_000_000,
      symbol: 'SUI',
      nodes: [{ address: truth.creator, amount: 1.5, percentage: 1, is_exchange: true, name: 'Some exchange' }],
      links: [],
    }
    expect((await service.post('/local/v1/imports', map)).status).toBe(200)
    await open(page, 'view=overlap')
    await expect(page.getByText('Creator: unknown. This token was made through a service that many use', { exact: false })).toBeVisible()
    const creator = strip(page).locator('.strip-figure', { hasText: 'Creator' })
    await expect(creator).toContainText('unknown')
    await creator.hover()
    await expect(page.getByRole('tooltip')).toContainText('through a service')
  })
})
