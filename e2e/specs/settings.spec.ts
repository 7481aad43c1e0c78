import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import { evmDataset, fillFromNode } from '../fixtures/portal/evm-dataset.ts'
import { serveHypersync } from '../fixtures/portal/hypersync.ts'
import { servePortal } from '../fixtures/portal/server.ts'
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

  test('an archive is used for what is allowed, and its data sets are tested', async ({ page, ethLaunch: { node, launch } }) => {
    const blocks = await fillFromNode(node.url)
    const [portal, hypersync] = [await servePortal(evmDataset(blocks)), await serveHypersync(blocks)]
    const own = await startService({ sources: [`eth=${node.url}`] })
    const archive = page.getByRole('region', { name: 'Archive' })
    try {
      await page.goto(`${own.url}/settings#key=${own.key}`)
      const service = page.getByRole('row', { name: /SQD Portal/ })
      await expect(archive).toHaveCount(0)
      await service.getByRole('button', { name: 'Add SQD Portal' }).click()
      await service.getByLabel('SQD Portal URL').fill(portal.url)
      await page.keyboard.press('Enter')
      const history = archive.getByRole('radiogroup', { name: 'Read token histories from the archive' })
      await expect(history.getByRole('radio', { name: 'Off' })).toBeChecked()
      await expect(archive.getByRole('radiogroup', { name: 'Read wallets from the archive' }).getByRole('radio', { name: 'Off' })).toBeChecked()

      const base = archive.getByRole('row', { name: /Base/ })
      await base.getByRole('button', { name: /^Change/ }).click()
      await base.getByRole('textbox').fill('unknown')
      await page.keyboard.press('Enter')
      await expect(base).toContainText('unknown')
      await archive.getByRole('button', { name: 'Test the archive' }).click()
      await expect(archive.getByRole('row', { name: /Ethereum/ })).toContainText('is the same as at the endpoint of Ethereum.', { timeout: 30_000 })
      await expect(archive.getByRole('row', { name: /BNB/ })).toContainText('Its blocks were not compared')
      await expect(base.getByRole('alert')).toContainText('answered with status 404. Check the URL, the key and the name of the data set.')
      expect(JSON.stringify(portal.queries)).not.toContain(launch.token.toLowerCase())

      const other = page.getByRole('row', { name: /^HyperSync/ })
      await other.getByRole('button', { name: 'Add HyperSync' }).click()
      await other.getByLabel('HyperSync URL').fill(hypersync.url)
      await page.keyboard.press('Enter')
      const tested = archive.getByRole('row', { name: /HyperSync/ })
      await expect(tested.filter({ hasText: 'Ethereum' })).toContainText('Not tested')
      await archive.getByRole('button', { name: 'Test the archive' }).click()
      await expect(tested.filter({ hasText: 'Ethereum' })).toContainText('is the same as at the endpoint of Ethereum.', { timeout: 30_000 })
      await other.getByRole('button', { name: 'Remove HyperSync' }).click()
      await expect(tested).toHaveCount(0)

      await history.getByText('On').click()
      await expect(history.getByRole('radio', { name: 'On' })).toBeChecked()
      const settings = JSON.parse(await readFile(join(own.dataDir, 'holderscope.config.json'), 'utf8')) as object
      expect(settings).toEqual({ services: { archive: portal.url }, archive_datasets: { base: 'unknown' }, archive_history: true })
      await expect.poll(async () => (await own.get(`/dex-metrics/v1/eth/${launch.token}`)).status, { timeout: 60_000 }).toBe(200)
      expect(JSON.stringify(portal.queries)).toContain(launch.token.toLowerCase())
    } finally {
      await own.stop()
      await portal.close()
      await hypersync.close()
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

test('metadata files are toggled by keyboard, stored, and fixed by a variable', async ({ page }) => {
  let service = await startService()
  const { dataDir } = service
  const choice = page.getByRole('radiogroup', { name: 'Metadata files' })
  try {
    await page.goto(`${service.url}/settings#key=${service.key}`)
    await expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked()
    await expect(page.getByText('The host chosen by its creator')).toBeVisible()
    await choice.getByRole('radio', { name: 'Off' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(choice.getByRole('radio', { name: 'On' })).toBeChecked()
    expect(JSON.parse(await readFile(join(dataDir, 'holderscope.config.json'), 'utf8'))).toEqual({ off_chain_metadata: true })
    await service.stop()

    service = await startService({ dataDir })
    await page.goto(`${service.url}/settings#key=${service.key}`)
    await expect(choice.getByRole('radio', { name: 'On' })).toBeChecked()
    await choice.getByText('Off').click()
    await expect(choice.getByRole('radio', { name: 'Off' })).toBeChecked()
    expect(await service.json('/local/v1/status')).toMatchObject({ off_chain_metadata: { allowed: false, set_by: 'file' } })
    await service.stop()

    service = await startService({ dataDir, env: { HOLDERSCOPE_OFF_CHAIN_METADATA: 'true' } })
    await page.goto(`${service.url}/settings#key=${service.key}`)
    await expect(page.getByText('Set by HOLDERSCOPE_OFF_CHAIN_METADATA at startup.')).toBeVisible()
    await expect(choice).toHaveCount(0)
  } finally {
    await service.stop()
    await removeFolder(dataDir)
  }
})
