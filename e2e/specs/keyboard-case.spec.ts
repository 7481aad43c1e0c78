import type { Page } from 'playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { focusNow, tabTo, withoutMouse } from '../fixtures/keyboard.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

/** Waits until an element of this name has the focus, and shows it. */
const expectFocus = (page: Page, name: string): Promise<void> => expect.poll(() => focusNow(page)).toEqual({ name, seen: true })

async function activate(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name, 200)
  // A button waits for the previous change.
  await expect(page.locator(':focus')).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** The link of the view has the same name. */
async function tabToGrid(page: Page, name: string): Promise<void> {
  const grid = page.getByRole('grid', { name })
  await expect(grid).toBeVisible()
  do await tabTo(page, new RegExp(`^${name}$`))
  while (!(await grid.evaluate((element) => element === document.activeElement)))
}

async function pressKeys(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/** Writes into the field that opened and took the focus, and saves. */
async function write(page: Page, field: string, text: string): Promise<void> {
  await expect(page.getByLabel(field)).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+Enter')
}

async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

/** A case by keyboard, with a visible focus at every stop. */
test('a case from its first token to its file without a mouse', async ({ open, page }) => {
  await withoutMouse(page)
  await open('/cases')
  await tabTo(page, /^Name of the new case$/)
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main')

  await pressKeys(page, 'Control+k')
  await page.keyboard.type(BOME)
  await expect(page.getByRole('option', { selected: true })).toContainText('BOME')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('BOME')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await activate(page, /^Add to case$/)
  await expectFocus(page, 'Remove from case')
  await activate(page, /^Add note$/)
  await write(page, 'New note', 'Funded from one exchange')
  await expect(inspector.getByRole('article')).toContainText('Funded from one exchange')
  await expectFocus(page, 'Add note')

  await pressKeys(page, 'g h')
  await tabToGrid(page, 'Holders')
  await pressKeys(page, 'ArrowDown ArrowDown Space')
  await activate(page, /^Add tag$/)
  await expect(page.getByLabel('Name of the tag')).toBeFocused()
  await page.keyboard.type('Desk')
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Enter')
  await expect(inspector.getByRole('listitem').filter({ hasText: 'Desk' })).toBeVisible()
  await expectFocus(page, 'Add tag')

  await pressKeys(page, 'g c')
  await tabToGrid(page, 'Clusters')
  await pressKeys(page, 'ArrowDown Space')
  await activate(page, /^Add as finding$/)
  await expect(page.getByLabel('New finding')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expectFocus(page, 'Add as finding')

  await pressKeys(page, 'g e')
  await activate(page, /^By keyboard/)
  await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeVisible()
  await activate(page, /^Add as finding$/)
  await write(page, 'New finding', 'Without evidence')
  await expectFocus(page, 'Add as finding')
  const first = page.getByRole('article', { name: 'Finding 1' })
  for (let times = 0; times < 3; times++) await page.keyboard.press('Shift+Tab')
  await expectFocus(page, 'Move down')
  await page.keyboard.press('Shift+Tab')
  await expect(page.locator(':focus')).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(first).toContainText('Without evidence')
  await expectFocus(page, 'Move up')
  await page.keyboard.press('Control+z')
  await expect(first).not.toContainText('Without evidence')
  await expectFocus(page, 'Move up')
  await page.keyboard.press('Control+Shift+z')
  await expect(first).toContainText('Without evidence')

  await activate(page, /^Undo$/)
  await expect(first).not.toContainText('Without evidence')
  await expectFocus(page, 'Undo')
  await activate(page, /^Redo$/)
  await expect(first).toContainText('Without evidence')
  await expectFocus(page, 'Redo')
  await expect(page.getByRole('button', { name: 'Redo' })).toBeDisabled()
  await expectAccessibleInBoth(page)

  for (const [step, articles] of [
    [/^Started the case/, 0],
    [/^Changed the order/, 3],
  ] as const) {
    await activate(page, step)
    await expect(page.getByRole('article')).toHaveCount(articles)
    await expect.poll(async () => step.test((await focusNow(page)).name)).toBe(true)
  }
  for (const [button, file] of [
    [/^Save as file$/, 'By keyboard.holderscope'],
    [/^Report$/, 'By keyboard.html'],
  ] as const) {
    const download = page.waitForEvent('download')
    await activate(page, button)
    expect((await download).suggestedFilename()).toBe(file)
    await expect.poll(async () => button.test((await focusNow(page)).name)).toBe(true)
  }
  await activate(page, /^Close case$/)
  await expect(page.getByRole('heading', { level: 1, name: 'This case is closed' })).toBeVisible()
  await expectFocus(page, 'Open case')
})
