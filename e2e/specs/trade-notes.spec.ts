import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test, WRAPPED_SOL } from '../fixtures/page.ts'

test.use({ serviceGroup: 'cases' })

test('a trade gets notes by keyboard alone, and the case leads back to its trades', async ({ open, page: shown }) => {
  const page = await open('/cases')
  await page.getByLabel('Name of the new case').fill('Trades')
  await page.getByRole('button', { name: 'New case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trades' })).toBeVisible()
  const url = page.url()
  const trades = page.getByRole('grid', { name: 'Trades' })
  await page.goto(`${new URL(url).origin}/t/sol/${WRAPPED_SOL}?view=trades`)
  await expect(trades.getByRole('row').nth(2)).toBeVisible()
  await trades.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Notes on this trade' })
  await dialog.getByRole('button', { name: 'Add note' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('New note').fill('Bought before anyone knew')
  await page.keyboard.press('Escape')
  await shown.mouse.click(2, 2)
  await dialog.getByRole('button', { name: 'Close' }).focus()
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await expect(page.getByLabel('New note')).toHaveValue('Bought before anyone knew')
  await page.getByLabel('New note').press('Control+Enter')
  await expect(dialog.getByRole('article')).toContainText('Bought before anyone knew')
  for (const colorScheme of ['light', 'dark'] as const) {
    await shown.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(trades).toBeFocused()
  await expect(trades.getByRole('button', { name: '1 note' })).toHaveCount(1)
  await expectAccessible(page)

  await page.goto(url)
  await expect(page.getByRole('heading', { level: 3, name: /^Swap \d+ of transaction/ })).toBeVisible()
  await page.getByRole('link', { name: /^Swap \d+ of transaction/ }).click()
  await trades.getByRole('button', { name: '1 note' }).click()
  await dialog.getByRole('article').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('article')).toHaveCount(0)
})

test('the inspector of a token leads to the notes on its trades', async ({ open, service }) => {
  const page = await open('/cases')
  await page.getByLabel('Name of the new case').fill('Traded')
  await page.getByRole('button', { name: 'New case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Traded' })).toBeVisible()
  const target = { kind: 'trade', network: 'sol', token_address: BOME, transaction: '5'.repeat(88), leg: 0 }
  const command = { op: 'add_note', target, text: 'Bought before anyone knew' }
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect((await service.post(`/local/v1/cases/${id}/changes`, { revision: 0, command })).ok).toBe(true)
  await page.goto(`${new URL(page.url()).origin}/t/sol/${BOME}`)
  await page.getByRole('complementary').getByRole('link', { name: '1 note on a trade of this token' }).click()
  await expect(page).toHaveURL(/view=trades/)
})
