import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import { evmDataset, fillFromNode } from '../fixtures/portal/evm-dataset.ts'
import { serveHypersync } from '../fixtures/portal/hypersync.ts'
import { servePortal } from '../fixtures/portal/server.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService } from '../fixtures/service.ts'

/** What may be read from an archive and from files that a token names. */

const missing = anvilMissing()

test.describe('archives in the settings', () => {
  test.skip(missing !== null, missing ?? '')

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
