import { BOME, expect, test } from '../fixtures/page.ts'

test('the URL holds the filter and the order of a table, without a history entry for each key', async ({ open, page }) => {
  await open(`/t/sol/${BOME}`)
  await page.getByRole('navigation').getByRole('link', { name: 'Holders', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Holders' })
  const filter = page.getByRole('searchbox', { name: /Filter by address, label/ })
  const share = table.getByRole('columnheader', { name: /Share/ }).first()
  await expect(table).toBeVisible()
  const entries = await page.evaluate(() => history.length)

  await filter.pressSequentially('exchange')
  await share.getByRole('button').click()
  await share.getByRole('button').click()
  await expect(page).toHaveURL(/holders\.filter=exchange/)
  await expect(share).toHaveAttribute('aria-sort', 'ascending')
  // The second click: the URL may have held the first one before.
  await expect(page).toHaveURL(/holders\.sort=share(&|$)/)
  await expect(filter).toHaveValue('exchange')
  expect(await page.evaluate(() => history.length)).toBe(entries)
  const rows = await table.getAttribute('aria-rowcount')

  await page.reload()
  await expect(filter).toHaveValue('exchange')
  await expect(share).toHaveAttribute('aria-sort', 'ascending')
  await expect(table).toHaveAttribute('aria-rowcount', rows ?? '')

  await page.getByRole('navigation').getByRole('link', { name: 'Clusters', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Clusters' })).toBeVisible()
  await page.goBack()
  await expect(filter).toHaveValue('exchange')
  await filter.fill('')
  await expect(page).not.toHaveURL(/holders\.filter/)
  await page.goForward()
  await expect(page.getByRole('grid', { name: 'Clusters' })).toBeVisible()
  await page.goBack()
  await expect(filter).toHaveValue('')
  await expect(share).toHaveAttribute('aria-sort', 'ascending')
})
