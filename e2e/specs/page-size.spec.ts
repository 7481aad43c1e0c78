import { BOME, expect, test } from '../fixtures/page.ts'

const MAX_BYTES = 1_200_000

/** Bytes of each script that the page has loaded, decompressed. */
function scriptSizes(): number[] {
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return loaded.filter(({ name }) => new URL(name).pathname.endsWith('.js')).map(({ decodedBodySize }) => decodedBodySize)
}

test('a token page loads at most 1.2 MB of scripts', async ({ open, page }) => {
  await open(`/t/sol/${BOME}`)
  await expect(page.getByRole('region', { name: 'Legend and filters' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sizes = await page.evaluate(scriptSizes)
  // The size of a script of another origin would be 0.
  expect(sizes).not.toContain(0)
  expect(sizes.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES)
})
