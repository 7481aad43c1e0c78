import { BOME, expect, test } from '../fixtures/page.ts'

/** In high contrast the system drops backgrounds, which mark what is chosen and draw the bars. */
test('high contrast shows what is chosen, and draws the bars', async ({ open, page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(`/t/sol/${BOME}?view=distribution`)
  const background = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const chosen = await background('.rail-item-on')
  expect(chosen).not.toBe(await background('.rail-item:not(.rail-item-on)'))
  expect(await background('.segment > input:checked + span')).toBe(chosen)
  await expect(page.locator('.bar-track > span').first()).toBeVisible()
  expect(await background('.bar-track > span')).not.toBe(await background('.bar-track'))

  await open(`/t/sol/${BOME}`)
  const tab = (state: string): Promise<string> =>
    page
      .locator(`.tab[data-state='${state}']`)
      .first()
      .evaluate((element) => getComputedStyle(element).borderBottomColor)
  expect(await tab('active')).not.toBe(await tab('inactive'))
  await page.emulateMedia({ forcedColors: null })
})
