import { expect, test } from '../fixtures/page.ts'

/** The connection state in the top bar recovers with the first successful response. */
test('shows Offline while requests fail, until one succeeds', async ({ open, page }) => {
  await page.clock.install()
  await open('/')
  const connection = page.getByRole('link', { name: /^Service: / })
  await expect(connection).toHaveAccessibleName(/Service: (Ready|Live)/)
  // The socket stays open, so only a response can show it.
  await page.route(/\/local\/v1\//, (route) => route.abort())
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(connection).toHaveAccessibleName(/Service: Offline/, { timeout: 500 })
  }).toPass({ timeout: 30_000 })

  await page.unroute(/\/local\/v1\//)
  await page.getByRole('link', { name: 'API' }).click()
  await expect(connection).toHaveAccessibleName(/Service: (Ready|Live)/)
})
