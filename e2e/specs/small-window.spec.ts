import { expectNoOverflow } from '../fixtures/overflow.ts'
import { BOME, expect, NOBODY, test } from '../fixtures/page.ts'

/** The smallest window of the desktop app (`src-main/shell/window.ts`), and a window of 1280 × 800 at a zoom of 200 %. */
const SIZES = [
  { width: 960, height: 600 },
  { width: 640, height: 400 },
] as const

test('nothing sticks out of a small window', async ({ open, page }) => {
  for (const path of [`/t/sol/${BOME}`, `/t/sol/${BOME}?view=distribution`, '/settings', '/api', '/']) {
    await open(path)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await expectNoOverflow(page)
    }
  }
})

test('the reasons of clusters can be read beside the inspector of a small window', async ({ open, page }) => {
  await page.setViewportSize(SIZES[0])
  await open(`/t/sol/${NOBODY}?view=clusters`)
  const table = page.getByRole('grid', { name: 'Clusters' })
  await expect(table.getByRole('columnheader', { name: 'Reason' })).toBeInViewport({ ratio: 1 })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
})

test('no table scrolls sideways beside the inspector at 1024 × 700', async ({ open, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  for (const view of ['overlap', 'holders', 'clusters']) {
    await open(`/t/sol/${NOBODY}?view=${view}`)
    const tables = page.locator('main').locator('.table, .plain-table-scroll')
    await expect(tables.first()).toBeVisible()
    const sideways = await tables.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth)))
    expect([view, sideways.filter((pixels) => pixels > 0)]).toEqual([view, []])
  }
})
