import { parseEther, type Address } from 'viem'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { account, addressOf, openDevChain } from '../fixtures/anvil/chain.ts'
import { ownArtifact } from '../fixtures/anvil/uniswap.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'

/** Labelled in the lists that are shipped. */
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

  test('leads from the page of a wallet to an exchange', async ({ page }) => {
    await page.goto(`${service.url}/w/eth/${wallet('root')}#key=${service.key}`)
    const section = page.getByRole('region', { name: 'Trace' })
    await section.getByLabel('Coin').selectOption({ label: 'TRC' })
    await section.getByRole('button', { name: 'Trace' }).click()
    await expect(section.getByRole('status')).toContainText(/^Done: 3 wallets read/)
    await expect(section.getByText('It sent 300 TRC')).toBeVisible()
    const rows = section.getByRole('row')
    await expect(rows.filter({ hasText: 'Service' })).toContainText(/Binance.*120.*120/)
    // What came by the wallet aside carries as much, by one hop more.
    await expect(section.getByRole('paragraph').filter({ hasText: 'Way to Binance' })).toContainText('100 TRC')
    expect(await rows.count()).toBe(4)
  })
})
