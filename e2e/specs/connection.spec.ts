import type { StatusRecord } from '../../src-shared/contract/records/service.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

// The clock of a page is that of its context.
test.use({ ownContext: true })

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

test('shows within five seconds that the source of the open token fails, and that it answers again', async ({ open, page }) => {
  let state: 'ok' | 'failing' = 'ok'
  // Stands for a service whose endpoint fails. The real one is tested at its own check.
  await page.route(/\/local\/v1\/status/, async (route) => {
    const response = await route.fetch()
    const status = (await response.json()) as StatusRecord
    const sources = status.sources.map((source) => (source.network === 'sol' ? { ...source, endpoints: ['https://node.example'], state } : source))
    await route.fulfill({ response, json: { ...status, sources } })
  })
  await open(`/t/sol/${BOME}`)
  const connection = page.getByRole('link', { name: /^Service: / })
  for (const [next, label] of [
    ['ok', 'OK'],
    ['failing', 'failing'],
    ['ok', 'OK'],
  ] as const) {
    state = next
    await expect(connection).toHaveAccessibleName(new RegExp(`Source: Source ${label}`), { timeout: 10_000 })
  }
})
