import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test, WRAPPED_SOL } from '../fixtures/page.ts'

test.use({ serviceGroup: 'cases' })

test('the first note starts an unnamed case, and the history undoes, redoes and goes back', async ({ open, service }) => {
  const page = await open(`/t/sol/${BOME}`)
  const inspector = page.getByRole('complementary')
  await inspector.getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('New note').fill('Funded from one exchange')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Started an unnamed case. Name it under Cases.')).toBeVisible()
  await expect(inspector.getByRole('article')).toContainText('Funded from one exchange')
  await inspector.getByRole('button', { name: 'Add to case' }).click()
  await expect(inspector.getByRole('button', { name: 'Remove from case' })).toBeVisible()

  await page.getByRole('heading', { level: 2 }).first().click()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: Added token')).toBeVisible()
  await expect(inspector.getByRole('button', { name: 'Add to case' })).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(inspector.getByRole('button', { name: 'Remove from case' })).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await page.getByRole('link', { name: /Unnamed case/ }).click()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name of the case').fill('Who funded BOME')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Who funded BOME' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /Started the case/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unnamed case' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: /Named the case/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)

  const { cases } = (await service.json('/local/v1/cases')) as { cases: { name: string; items: number; notes: number }[] }
  expect(cases.filter(({ name }) => name === 'Who funded BOME')).toMatchObject([{ items: 1, notes: 1 }])
})

test('a cluster becomes a finding with its evidence, and findings change their order', async ({ open }) => {
  const page = await open('/cases')
  await page.getByLabel('Name of the new case').fill('Findings')
  await page.getByRole('button', { name: 'New case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Findings' })).toBeVisible()
  await page.getByRole('button', { name: 'Add as finding' }).click()
  await page.getByLabel('New finding').fill('Without evidence')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article', { name: 'Finding 1' })).toContainText('No evidence is attached.')
  const url = page.url()
  await page.goto(`${new URL(url).origin}/t/sol/${BOME}?cluster=0`)
  const inspector = page.getByRole('complementary')
  await inspector.getByRole('button', { name: 'Add as finding' }).click()
  await page.getByLabel('New finding').fill('These wallets act as one')
  await page.getByRole('button', { name: 'Save finding' }).click()
  await expect(page.getByText('Added a finding to the case')).toBeVisible()
  await page.goto(url)
  const second = page.getByRole('article', { name: 'Finding 2' })
  await expect(second.getByRole('link', { name: /^Cluster 1: / })).toBeVisible()
  await second.getByText(/facts?$/).click()
  await expect(second).toContainText('threshold')
  await expectAccessible(page)
  await second.getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByRole('article', { name: 'Finding 1' })).toContainText('These wallets act as one')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article', { name: 'Finding 1' })).toContainText('Without evidence')
})

test('a case is saved as a file, checked when opened, and continued', async ({ open, service }, info) => {
  const page = await open('/cases')
  await page.getByLabel('Name of the new case').fill('Filed')
  await page.getByRole('button', { name: 'New case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Filed' })).toBeVisible()
  await page.goto(`${new URL(page.url()).origin}/t/sol/${BOME}`)
  await page.getByRole('complementary').getByRole('button', { name: 'Add to case' }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Remove from case' }).waitFor()
  await page.goto(`${new URL(page.url()).origin}/cases`)
  await page.getByRole('link', { name: /Filed/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as file' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Filed.holderscope')
  const file = info.outputPath('Filed.holderscope')
  await download.saveAs(file)

  const reported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Report' }).click()
  expect((await reported).suggestedFilename()).toBe('Filed.html')

  await page.getByRole('link', { name: 'All cases' }).click()
  await page.getByLabel('Case file to open').setInputFiles({ name: 'Empty.holderscope', mimeType: '', buffer: Buffer.alloc(0) })
  await expect(page.getByText('The file is not a case file.')).toBeVisible()
  await page.getByLabel('Case file to open').setInputFiles(file)
  await page.getByRole('article', { name: 'Opened case file' }).getByRole('button', { name: 'Close' }).click()
  await page.goto(`${new URL(page.url()).origin}/t/sol/${BOME}`)
  const drop = async (base64: string): Promise<void> => {
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], 'Filed.holderscope'))
      return data
    }, base64)
    await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped })
  }
  await drop('')
  await expect(page.getByText('The file is not a case file.')).toBeVisible()
  await drop((await readFile(file)).toString('base64'))
  const opened = page.getByRole('article', { name: 'Opened case file' })
  await expect(opened).toContainText('Every hash matches.')
  await expect(opened).toContainText('the key of this machine')
  await expect(opened).toContainText('All figures follow from the facts in the file, to the digit.')
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Continue as mine' }).click()
  await expect(page.getByText('The case is yours now, with the same figures.')).toBeVisible()
  const { cases } = (await service.json('/local/v1/cases')) as { cases: { name: string; items: number }[] }
  expect(cases.filter(({ name, items }) => name === 'Filed' && items === 1)).toHaveLength(2)
})

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

test('a second window is told that the case was changed, and keeps what was typed', async ({ open, context, service }) => {
  const page = await open('/cases')
  await page.getByLabel('Name of the new case').fill('Two windows')
  await page.getByRole('button', { name: 'New case' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two windows' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${page.url()}#key=${service.key}`)
  await expect(other.getByRole('heading', { level: 1, name: 'Two windows' })).toBeVisible()

  for (const [window, text] of [
    [page, 'From the first'],
    [other, 'From the second'],
  ] as const) {
    await window.getByRole('button', { name: 'Add note' }).click()
    await window.getByLabel('New note').fill(text)
  }
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('article')).toContainText('From the first')
  await other.getByRole('button', { name: 'Save note' }).click()
  await expect(other.getByText('This case was changed in another window. It is up to date now, so try again.')).toBeVisible()
  await expect(other.getByLabel('New note')).toHaveValue('From the second')
  await expect(other.getByRole('article')).toContainText('From the first')
  await other.getByRole('button', { name: 'Save note' }).click()
  await expect(other.getByRole('article')).toHaveCount(2)

  await other.getByRole('button', { name: 'Delete case' }).click()
  const deleted = other.getByRole('region', { name: 'Deleted cases' })
  await expect(deleted).toContainText('Two windows')
  await expect(other.getByRole('list', { name: 'Cases' }).getByText('Two windows')).toHaveCount(0)
  await expectAccessible(other)
  await deleted.getByRole('button', { name: 'Restore Two windows' }).click()
  await other.getByRole('link', { name: /Two windows/ }).click()
  await expect(other.getByRole('article')).toHaveCount(2)
})
