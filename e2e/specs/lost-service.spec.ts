import { BOME, expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

/** The code of a view is loaded when it is opened, which needs the service. */
test.describe('a service that goes away', () => {
  let service: RunningService
  test.beforeEach(async () => {
    service = await startService()
  })
  test.afterEach(async () => {
    await service.stop()
    await removeFolder(service.dataDir)
  })

  test('leaves what is drawn, and an unopened view says so until it is back', async ({ page }) => {
    await page.goto(`${service.url}/t/sol/${BOME}#key=${service.key}`)
    const holders = page.getByRole('grid', { name: 'Holders' })
    await expect(holders).toBeVisible()
    await service.crash()
    await page.getByRole('link', { name: 'Distribution' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'Holderscope is not responding, so this view could not be loaded.' })
    await expect(failure).toBeVisible()
    await page.getByRole('link', { name: 'Graph' }).click()
    await expect(holders).toBeVisible()

    await page.getByRole('link', { name: 'Distribution' }).click()
    service = await startService({ dataDir: service.dataDir, port: Number(new URL(service.url).port) })
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Lorenz curve' })).toBeVisible()
  })
})
