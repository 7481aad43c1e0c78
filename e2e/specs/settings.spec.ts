import { expect, test } from 'playwright/test'
import { anvilMissing, spawnAnvil, type Anvil } from '../fixtures/anvil/anvil.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

/** Test the endpoints from the settings: one that answers, and one where nobody listens. */
test.describe('sources in the settings', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  let node: Anvil
  let service: RunningService

  test.beforeAll(async () => {
    node = await spawnAnvil()
    service = await startService({ sources: [`eth=${node.url}`, 'base=http://127.0.0.1:1'] })
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  test('a test says what an endpoint can do, or what is wrong with it', async ({ page }) => {
    await page.goto(`${service.url}/settings#key=${service.key}`)
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await page.getByRole('button', { name: 'Test Ethereum' }).click()
    await expect(row('Ethereum')).toContainText('Answers at block 0', { timeout: 20_000 })
    await expect(row('Ethereum')).toContainText('Keeps old state')

    await page.getByRole('button', { name: 'Test Base' }).click()
    await expect(row('Base').getByRole('alert')).toContainText('Check the address', { timeout: 30_000 })
    await expect(row('Base')).toContainText('Does not answer')
    await expect(row('Solana').getByRole('button')).toHaveCount(0)
  })

  test('the theme that is chosen is there after a reload', async ({ page }) => {
    await page.goto(`${service.url}/settings#key=${service.key}`)
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
