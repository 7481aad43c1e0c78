import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

/** Tests endpoints in the settings: one that responds and one that does not. */
test.describe('sources in the settings', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  let service: RunningService

  test.beforeAll(async ({ ethLaunch }) => {
    service = await startService({ sources: [`eth=${ethLaunch.node.url}`, 'base=http://127.0.0.1:1'] })
  })
  test.afterAll(async () => {
    await service?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  test('an endpoint test shows capabilities or the failure', async ({ page }) => {
    await page.goto(`${service.url}/settings#key=${service.key}`)
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    await page.getByRole('button', { name: 'Test Ethereum' }).click()
    await expect(row('Ethereum')).toContainText('Answers at block', { timeout: 30_000 })
    await expect(row('Ethereum')).toContainText('Keeps old state.')

    await page.getByRole('button', { name: 'Test Base' }).click()
    await expect(row('Base').getByRole('alert')).toContainText('Check the URL', { timeout: 30_000 })
    await expect(row('Base')).toContainText('Not responding')
    await expect(row('Solana').getByRole('button', { name: /^Test/ })).toHaveCount(0)
    await expect(row('Base')).toContainText('Set with --source')
    await page.reload()
    await expect(row('Base')).toContainText('Not responding')
    await expect(row('Ethereum')).toContainText('Responding')
  })

  test('an external service can be added and removed, and its key is never shown', async ({ page }) => {
    const keys = join(service.dataDir, 'service-keys.json')
    await page.goto(`${service.url}/settings#key=${service.key}`)
    const row = page.getByRole('row', { name: /Etherscan/ })
    await expect(row).toContainText('Not set')
    await row.getByRole('button', { name: 'Add Etherscan v2' }).click()
    await row.getByLabel('Etherscan v2 URL').fill('http://example.com/api')
    await row.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(row.getByRole('alert')).toHaveText('"http://example.com/api" is neither an https URL nor a URL of this machine.')
    await row.getByLabel('Etherscan v2 URL').fill('https://api.etherscan.io/v2/api')
    await row.getByLabel('Key for Etherscan v2').fill('secret-key')
    await page.keyboard.press('Enter')
    await expect(row).toContainText('https://api.etherscan.io')
    await expect(row).toContainText('with a key')
    await expect(page.getByText('secret-key')).toHaveCount(0)
    expect(await readFile(keys, 'utf8')).toContain('secret-key')
    expect(JSON.stringify(await service.json('/local/v1/status'))).not.toContain('secret-key')

    await row.getByRole('button', { name: 'Remove Etherscan v2' }).click()
    await expect(row).toContainText('Not set')
    expect(await readFile(keys, 'utf8')).not.toContain('secret-key')
  })

  test('an endpoint added here works immediately, is stored, and can be removed', async ({ page, ethLaunch: { node, launch } }) => {
    const own = await startService()
    try {
      await page.goto(`${own.url}/settings#key=${own.key}`)
      const row = page.getByRole('row', { name: /Ethereum/ })
      await row.getByRole('button', { name: 'Add an endpoint' }).click()
      await row.getByRole('textbox').fill('ftp://example.com')
      await row.getByRole('button', { name: 'Save' }).click()
      await expect(row.getByRole('alert')).toHaveText('"ftp://example.com" is not an http(s), ws(s) or grpc(s) URL.')
      await row.getByRole('textbox').fill(`${node.url}/?key=secret-key`)
      await page.keyboard.press('Enter')
      await expect(row).toContainText('Answers at block', { timeout: 30_000 })
      await expect(page.getByText('secret-key')).toHaveCount(0)
      expect(await readFile(join(own.dataDir, 'holderscope.config.json'), 'utf8')).toContain(`${node.url}/?key=secret-key`)

      await expect.poll(async () => (await own.get(`/dex-metrics/v1/eth/${launch.token}`)).status, { timeout: 60_000 }).toBe(200)
      await row.getByRole('button', { name: /^Remove/ }).click()
      await expect(row).toContainText('Not set')
      expect(await readFile(join(own.dataDir, 'holderscope.config.json'), 'utf8')).not.toContain('secret-key')
    } finally {
      await own.stop()
      await removeFolder(own.dataDir)
    }
  })

  test('the selected theme survives a reload', async ({ page }) => {
    await page.goto(`${service.url}/settings#key=${service.key}`)
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
