import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { MOMENTS, movingSnapshot, MOVING_TOKEN } from '../fixtures/moments.ts'
import { expect, test } from '../fixtures/page.ts'

/** Four snapshots of a synthetic token: the timeline, a comparison and an import. */

const path = `/t/sol/${MOVING_TOKEN}`
const strip = (page: Page) => page.getByRole('region', { name: 'Overview' })

test.describe('snapshots over time', () => {
  test.beforeAll(async ({ service }) => {
    for (const at of [0, 1, 2] as const) expect((await service.post('/local/v1/imports', movingSnapshot(at))).status).toBe(200)
  })

  test('the slider moves through the snapshots', async ({ open, page }) => {
    await open(path)
    const slider = page.getByRole('slider', { name: 'Snapshot' })
    await test.step('the timeline updates graph, tables, figures and URL', async () => {
      await expect(slider).toHaveAttribute('aria-valuetext', /21 Feb 2025|22 Feb 2025/)
      await slider.focus()
      await page.keyboard.press('Home')
      await expect(page).toHaveURL(new RegExp(`snapshot=${MOMENTS[0]}`))
      await expect(strip(page)).toContainText('Snapshot')
      await expect(strip(page)).toContainText('24.1')
      await expect(page.getByRole('tab', { name: /Clusters/ })).toContainText('3')
      await expect(page.getByRole('tab', { name: /Holders/ })).toContainText('57')
      await page.keyboard.press('ArrowRight')
      await expect(page).toHaveURL(new RegExp(`snapshot=${MOMENTS[1]}`))
      await page.keyboard.press('ArrowRight')
      await expect(strip(page)).toContainText('26.1')
      await expect(page.getByRole('group', { name: 'Time' })).toContainText('3 in, 4 grew, 1 merge, 1 new link')
    })
    await test.step('the URL follows the slider, also where a step is made while it changes, and adds nothing to the history', async () => {
      await slider.focus()
      const entries = await page.evaluate(() => history.length)
      // The URL is written 100 ms after the last step.
      for (const pause of [0, 90, 100, 105, 110]) {
        await page.keyboard.press('ArrowLeft')
        await page.waitForTimeout(pause)
        await page.keyboard.press('Home')
        await page.waitForTimeout(pause)
        await page.keyboard.press('ArrowRight')
        await expect(slider).toHaveValue('1')
      }
      await expect(page).toHaveURL(new RegExp(`snapshot=${MOMENTS[1]}`))
      await expect(slider).toHaveValue('1')
      expect(await page.evaluate(() => history.length)).toBe(entries)
      await page.getByRole('button', { name: 'Back to latest' }).click()
      await expect(page).not.toHaveURL(/snapshot=/)
      await expect(slider).toHaveValue('2')
    })
    await test.step('the slider keeps its width while its text changes', async () => {
      const width = async (): Promise<number | undefined> => (await slider.boundingBox())?.width
      await expect(page.getByRole('group', { name: 'Time' })).toContainText('3 in, 4 grew')
      const first = await width()
      await slider.focus()
      await page.keyboard.press('Home')
      await expect(page.getByRole('button', { name: 'Back to latest' })).toBeVisible()
      expect(await width()).toBe(first)
      await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('group', { name: 'Time' })).toContainText('2 of 3: ')
      expect(await width()).toBe(first)
    })
  })

  test('play runs to the latest snapshot and stops', async ({ open, page }) => {
    await open(`${path}?snapshot=${MOMENTS[0]}`)
    await page.getByRole('button', { name: 'Play snapshots' }).click()
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect(page).not.toHaveURL(/snapshot=/)
    await expect(page.getByRole('button', { name: 'Play from the first snapshot' })).toBeVisible()
  })

  test('the comparison lists wallets, clusters and links, and axe finds nothing serious', async ({ open, page }) => {
    await open(`${path}?view=compare&compare=${MOMENTS[1]}&snapshot=${MOMENTS[2]}`)
    await expect(page.getByRole('grid', { name: 'Wallets that changed' }).getByRole('row')).toHaveCount(8)
    await page.getByRole('radio', { name: 'In', exact: true }).check({ force: true })
    await expect(page.getByRole('grid', { name: 'Wallets that changed' }).getByRole('row')).toHaveCount(4)
    await page.getByRole('tab', { name: /Clusters/ }).click()
    await expect(page.getByRole('grid', { name: 'Clusters that changed' })).toContainText('2 clusters merged into one (20.7 %)')
    await page.getByRole('tab', { name: /Links/ }).click()
    await expect(page.getByRole('grid', { name: 'Links that changed' })).toContainText('New')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Swap snapshots' }).click()
    await expect(page).toHaveURL(new RegExp(`compare=${MOMENTS[2]}`))
  })

  test('imports a snapshot file and rejects another file', async ({ open, page }, info) => {
    await open(`${path}?view=snapshots`)
    const file = info.outputPath('fourth.json')
    writeFileSync(file, JSON.stringify(movingSnapshot(3)))
    await page.getByLabel('Snapshot file').setInputFiles(file)
    await expect(page.getByRole('row', { name: /22 Feb 2025/ })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`snapshot=${MOMENTS[3]}`))
    const other = info.outputPath('other.json')
    writeFileSync(other, '{"nodes":[]}')
    await page.getByLabel('Snapshot file').setInputFiles(other)
    await expect(page.getByText(/This file is not a Holderscope snapshot/)).toBeVisible()
  })
})
