import { expect, test } from '../fixtures/page.ts'

/** The word beside the search tells at once when the service is there again, whatever was asked of it. */
test('a page whose calls were lost says Offline, and no more once one is answered', async ({ open, page }) => {
  await page.clock.install()
  await open('/')
  const connection = page.getByRole('link', { name: /^Service: / })
  await expect(connection).toHaveAccessibleName(/Service: (Ready|Live)/)
  // The socket stays, so nothing but an answer can tell.
  await page.route(/\/local\/v1\//, (route) => route.abort())
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(connection).toHaveAccessibleName(/Service: Offline/, { timeout: 500 })
  }).toPass({ timeout: 30_000 })

  await page.unroute(/\/local\/v1\//)
  await page.getByRole('link', { name: 'API' }).click()
  await expect(connection).toHaveAccessibleName(/Service: (Ready|Live)/, { timeout: 3_000 })
})
