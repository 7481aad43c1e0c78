import { BOME, expect, test } from '../fixtures/page.ts'

/** A tab without a valid key: it explains how to get one, and opens by the startup link or the key itself. */
test.describe('the key of the page', () => {
  const heading = { name: 'Enter your API key' }

  test('the startup link opens the waiting tab and leaves no key in the address bar', async ({ page, service }) => {
    await page.goto(`${service.url}/t/sol/${BOME}`)
    await expect(page.getByRole('heading', heading)).toBeVisible()
    await page.goto(`${service.url}/t/sol/${BOME}#key=${service.key}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BOME')
    expect(page.url()).toBe(`${service.url}/t/sol/${BOME}`)
  })

  test('a rejected key is reported, and the right one opens the page', async ({ page, service }) => {
    await page.goto(`${service.url}/#key=hs_nobody`)
    await expect(page.getByText('The service rejected this key.', { exact: false })).toBeVisible()
    await page.getByLabel('Key').fill(service.key)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who really holds this token?')
  })
})
