import { parseEther, type Address } from 'viem'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../fixtures/anvil/chain.ts'
import { ownArtifact } from '../fixtures/anvil/uniswap.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'

/** Labelled in the shipped lists. */
const BINANCE = '0x28c6c06298d514db089934071355e5743bf21d60' as Address
const missing = anvilMissing()

test.describe('a trace of money', () => {
  test.skip(missing !== null, missing ?? '')
  let node: Anvil
  let service: RunningService
  let token: string
  const wallet = (name: string) => addressOf(account(`trace ${name}`))

  test.beforeAll(async () => {
    node = await spawnAnvil({ timestamp: Math.floor(Date.now() / 1000) - 86_400 })
    const chain = await openDevChain(node.url)
    for (const name of ['root', 'middle', 'aside']) await chain.setBalance(wallet(name), parseEther('10'))
    const made = await chain.deploy(account('trace root'), ownArtifact('LaunchToken'), ['Traced', 'TRC', parseEther('1000')])
    token = made.address
    const pay = (from: string, to: Address, amount: string) => chain.call(account(`trace ${from}`), made, 'transfer', [to, parseEther(amount)])
    await pay('root', wallet('aside'), '200')
    await pay('root', wallet('middle'), '100')
    await pay('aside', wallet('middle'), '100')
    await pay('middle', BINANCE, '120')
    service = await startService({ dataDir: await temporaryFolder(), sources: [`eth=${node.url}`] })
    const job = (await (await service.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: token })).json()) as { id: string }
    await expect.poll(async () => (await service.json<{ state: string }>(`/local/v1/jobs/${job.id}`)).state, { timeout: 60_000 }).toBe('done')
  })
  test.afterAll(async () => {
    await service.stop()
    await removeFolder(service.dataDir)
    await node.stop()
  })

  test('starts from the page of a wallet', async ({ page }) => {
    await page.goto(`${service.url}/w/eth/${wallet('root')}#key=${service.key}`)
    const section = page.getByRole('region', { name: 'Trace' })
    await section.getByLabel('Coin').selectOption({ label: 'TRC' })
    await test.step('leads from the page of a wallet to an exchange', async () => {
      await section.getByRole('button', { name: 'Trace' }).click()
      await expect(section.getByRole('status')).toContainText(/^Done: 3 wallets read/)
      await expect(section.getByText('It sent 300 TRC')).toBeVisible()
      const rows = section.getByRole('row')
      await expect(rows.filter({ hasText: 'Service' })).toContainText(/Binance.*120.*120/)
      // The path through the wallet `aside` carries as much, with one more hop.
      await expect(section.getByRole('paragraph').filter({ hasText: 'Path to Binance' })).toContainText('100 TRC')
      expect(await rows.count()).toBe(4)
    })
    await test.step('follows no less than is asked for, in the days that are asked for', async () => {
      await section.getByLabel('Minimum amount').fill('250')
      await section.getByRole('button', { name: 'Trace' }).click()
      await expect(section.getByRole('row').filter({ hasText: 'Below the minimum amount' })).toHaveCount(2)
      await expect(section.getByRole('status')).toContainText(/^Done: 1 wallet read/)
      await section.getByText('Dates').click()
      await section.getByLabel('From', { exact: true }).fill('2020-01-01')
      await section.getByLabel('To', { exact: true }).fill('2020-02-01')
      await section.getByRole('button', { name: 'Trace' }).click()
      await expect(section.getByText('It sent no TRC in that time.')).toBeVisible()
      const { traces } = await service.json<{ traces: { since: number; until: number }[] }>('/local/v1/traces')
      expect(traces[0]).toMatchObject({ since: Date.UTC(2020, 0, 1) / 1000, until: Date.UTC(2020, 1, 2) / 1000 - 1 })
    })
  })

  test('is offered for a pasted wallet', async ({ page }) => {
    await page.goto(`${service.url}/#key=${service.key}`)
    await page
      .getByRole('button', { name: /^Search/ })
      .first()
      .click()
    await page
      .getByPlaceholder(/paste an address/)
      .last()
      .fill(wallet('root'))
    await page.getByRole('option', { name: /trace its money Ethereum/ }).click()
    await expect(page.getByRole('heading', { name: 'Trace' })).toBeInViewport()
    expect(new URL(page.url()).hash).toBe('#wallet-trace')
  })
})
