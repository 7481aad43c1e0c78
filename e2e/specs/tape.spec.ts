import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain, type Contract, type DevChain, type Sender } from '../fixtures/anvil/chain.ts'
import { buy, deployUniswap, ownArtifact, seedPool, sell, type Exchange } from '../fixtures/anvil/uniswap.ts'
import { expect, type Page, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'
import { controlWebSocket } from '../fixtures/wire.ts'

const ETHER = 10n ** 18n

/** Live trades, pause, filters, a lost connection and the chart, from a real node with real Uniswap contracts. */
test.describe('the tape', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ mode: 'serial' })

  let node: Anvil
  let chain: DevChain
  let exchange: Exchange
  let token: Contract
  let service: RunningService
  const creator: Sender = account('tape creator')

  test.beforeAll(async () => {
    node = await spawnAnvil()
    chain = await openDevChain(node.url)
    await chain.setBalance(addressOf(creator), 1_000n * ETHER)
    exchange = await deployUniswap(chain, creator)
    token = await chain.deploy(creator, ownArtifact('LaunchToken'), ['Tape', 'TAPE', 1_000_000n * ETHER])
    await seedPool(chain, exchange, creator, token, 500_000n * ETHER, 100n * ETHER)
    for (let i = 0; i < 3; i++) await buy(chain, exchange, creator, token, ETHER, addressOf(account(`early ${i}`)))
    service = await startService({ sources: [`eth=${node.url}`] })
    await expect.poll(async () => (await service.get(`/dex-metrics/v1/eth/${token.address}`)).status, { timeout: 60_000 }).toBe(200)
    // Followed on request, so that blocks are read while no page is connected.
    await service.post(`/local/v1/eth/${token.address}/follow`, { on: true })
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  const trade = (): Promise<string> => buy(chain, exchange, creator, token, ETHER / 10n)
  const rowCount = async (page: Page): Promise<number> => Number(await page.getByRole('grid', { name: 'Trades' }).getAttribute('aria-rowcount')) - 1
  const stored = async (): Promise<number> =>
    (await (await service.get(`/local/v1/eth/trades?token=${token.address}`)).text()).split('\n').filter((line) => line !== '').length
  const open = async (page: Page): Promise<void> => {
    await page.goto(`${service.url}/t/eth/${token.address}?view=trades#key=${service.key}`)
    await expect(page.locator('.table-tools').getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 })
  }

  test('new trades appear automatically, wait while paused, and can be filtered', async ({ page }) => {
    await open(page)
    await expect.poll(() => rowCount(page)).toBe(await stored())
    const before = await rowCount(page)
    await trade()
    await expect.poll(() => rowCount(page), { timeout: 20_000 }).toBe(before + 1)

    await page.getByRole('button', { name: 'Pause' }).click()
    await trade()
    await sell(chain, exchange, creator, token, ETHER)
    const waiting = page.getByRole('button', { name: '2 new trades' })
    await expect(waiting).toBeVisible({ timeout: 20_000 })
    expect(await rowCount(page)).toBe(before + 1)
    await waiting.click()
    await expect.poll(() => rowCount(page)).toBe(before + 3)

    await page.getByText('Sells', { exact: true }).click()
    await expect.poll(() => rowCount(page)).toBe(1)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => rowCount(page)).toBe(before + 3)
    await page.getByRole('searchbox', { name: 'Wallet, venue, pool or transaction' }).fill('no such wallet')
    await expect(page.getByRole('grid', { name: 'Trades' })).toContainText('match the filter')
  })

  test('a lost connection is reported and its gap filled without duplicates', async ({ page }) => {
    const wire = await controlWebSocket(page)
    await open(page)
    await expect.poll(() => rowCount(page)).toBe(await stored())
    const before = await stored()
    await wire.cut()
    await expect(page.getByText('Connection to Holderscope lost', { exact: false })).toBeVisible()
    const made: string[] = []
    for (let i = 0; i < 7; i++) made.push(await trade())
    await expect.poll(stored, { timeout: 20_000 }).toBe(before + made.length)
    expect(await rowCount(page)).toBe(before)
    wire.mend()
    await expect.poll(() => rowCount(page), { timeout: 30_000 }).toBe(before + made.length)
    made.push(await trade())
    await expect.poll(() => rowCount(page), { timeout: 20_000 }).toBe(before + made.length)
    const shown = await page
      .getByRole('grid', { name: 'Trades' })
      .locator('a[href*="/tx/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(shown.slice(0, made.length).map((href) => href?.split('/tx/')[1])).toEqual(made.toReversed())
  })

  test('shows price and volume as a table, and can keep following while no page is open', async ({ page }) => {
    await open(page)
    await expect(page.getByRole('img', { name: /Price in .* and volume/ })).toBeVisible()
    await page.getByRole('radiogroup', { name: 'Price as' }).getByText('Table').click()
    const table = page.getByRole('region', { name: 'Price and volume as a table' })
    const trades = await table.locator('tbody tr td:last-child').allTextContents()
    expect(trades.reduce((sum, text) => sum + Number(text), 0)).toBe(await stored())
    await page.getByRole('combobox', { name: 'Candle interval' }).selectOption('1 d')
    await expect(page.getByText('1 d candles from the loaded trades')).toBeVisible()
    const days = await table.locator('tbody tr td:last-child').allTextContents()
    expect(days.reduce((sum, text) => sum + Number(text), 0)).toBe(await stored())
    const keep = page.getByRole('button', { name: 'Keep following' })
    const following = async (): Promise<unknown> => service.json(`/local/v1/eth/${token.address}/follow`)
    await expect(keep).toHaveAttribute('aria-pressed', 'true')
    await keep.click()
    await expect(keep).toHaveAttribute('aria-pressed', 'false')
    expect(await following()).toMatchObject({ following: true, kept: false })
    await page.goto(`${service.url}/settings`)
    await expect.poll(following).toMatchObject({ following: false })
    await open(page)
    await expect(keep).toHaveAttribute('aria-pressed', 'false')
    await keep.click()
    await page.goto(`${service.url}/settings`)
    expect(await following()).toMatchObject({ following: true, kept: true })
  })
})
