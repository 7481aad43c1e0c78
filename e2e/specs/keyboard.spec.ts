import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { focusNow, tabTo, withoutMouse } from '../fixtures/keyboard.ts'
import { expect, test } from '../fixtures/page.ts'

/** The whole investigation by keyboard, with a visible focus at every stop. */

/** Opens the export menu and selects an item with the arrow keys. */
async function exportAs(page: Page, item: RegExp): Promise<{ name: string; bytes: Buffer }> {
  await tabTo(page, /^Export$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const items = await page.getByRole('menuitem').allTextContents()
  const at = items.findIndex((text) => item.test(text))
  expect(at, items.join(', ')).toBeGreaterThanOrEqual(0)
  for (let i = 1; i <= at; i++) {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem').nth(i)).toBeFocused()
  }
  await expect(page.getByRole('menuitem', { name: item })).toBeFocused()
  // Rendering a large graph is slow on a busy machine.
  const download = page.waitForEvent('download', { timeout: 45_000 })
  await page.keyboard.press('Enter')
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('start page, cluster, evidence, path, PNG and GraphML without a mouse', async ({ open, page }) => {
  await withoutMouse(page)
  await open('/')
  await expect(page.getByRole('link', { name: /BOME/ }).first()).toBeVisible()
  await tabTo(page, /BOME/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('BOME')
  const graph = page.getByRole('application', { name: 'Graph of holders' })
  await expect(graph).toBeVisible()

  // The second row of the clusters table.
  await tabTo(page, /^Clusters/)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  const clusters = page.getByRole('grid', { name: 'Clusters' })
  await expect(clusters).toBeVisible()
  await tabTo(page, /^Clusters$/)
  await expect(clusters).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('Cluster 2')
  await expect(inspector).toContainText('Why these wallets are clustered')
  await expect(inspector).toContainText('Weakest link')

  // Rows are not tab stops: after the headers Tab leaves the table.
  const headers = await clusters.getByRole('columnheader').count()
  for (let i = 0; i <= headers; i++) await page.keyboard.press('Tab')
  expect(await clusters.evaluate((grid) => grid.contains(document.activeElement))).toBe(false)
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expect(graph).toBeVisible()
  await tabTo(page, /^Graph of holders$/)
  await page.keyboard.press('w')
  await expect(inspector).toContainText('Path to another wallet')
  await page.keyboard.press('Shift+W')
  await expect(inspector).toContainText('2 addresses')
  await expect(inspector).toContainText('Money path')

  const png = await exportAs(page, /PNG/)
  expect(png.name).toMatch(/^BOME-.*\.png$/)
  expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  const graphml = await exportAs(page, /GraphML/)
  expect(graphml.name).toMatch(/^BOME-.*\.graphml$/)
  expect(graphml.bytes.toString('utf8')).toContain('<graphml')
})

test('dialogs trap and restore focus and close on Escape', async ({ open, page }) => {
  await open('/')
  await tabTo(page, /^Import files$/)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab')
    // After its last stop the focus is in the browser's UI for a while; the page then reports body.
    const behind = await sheet.evaluate((dialog) => !dialog.contains(document.activeElement) && document.activeElement !== document.body)
    expect(behind, 'nothing behind it takes the focus').toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  expect((await focusNow(page)).name).toBe('Import files')
})

test('the shortcut sheet scrolls by arrow keys and closes on Escape', async ({ open, page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await open('/settings')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Previous row')).not.toBeInViewport()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(sheet.getByText('Copy the cell, or the whole row')).toBeInViewport({ timeout: 1 })
  }).toPass({ intervals: [0] })
  await expect(sheet.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/\/api$/)
})
