import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

/** The whole investigation by keyboard, with a visible focus at every stop. */

interface Focus {
  readonly name: string
  /** The focused element, or one around it, has an outline or a border in the focus colour. */
  readonly seen: boolean
}

const focusNow = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement
    // Between the last and the first stop the focus is in the browser's own UI.
    if (element === null || element === document.body) return { name: '', seen: false }
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--accent)'
    const ring = document.body.appendChild(document.createElement('i'))
    ring.style.color = 'var(--focus)'
    const label = element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent
    const outlined = (each: Element): boolean => {
      const { outlineStyle, outlineWidth, borderTopColor, borderTopWidth } = getComputedStyle(each)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true
      if (Number.parseFloat(borderTopWidth) > 0 && borderTopColor === getComputedStyle(ring).color) return true
      // A panel separator takes the focus colour itself.
      return each.role === 'separator' && getComputedStyle(each, '::after').backgroundColor === getComputedStyle(probe).color
    }
    const around = [element, element.parentElement, element.nextElementSibling, ...element.querySelectorAll('*')].filter((each) => each !== null)
    const seen = around.some(outlined)
    probe.remove()
    ring.remove()
    return { name: label.trim(), seen }
  })

/** Presses Tab until an element of this name is focused; every stop must show its focus. */
async function tabTo(page: Page, name: RegExp, most = 80): Promise<void> {
  const visited: string[] = []
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab')
    const focus = await focusNow(page)
    if (focus.name !== '') expect(focus.seen, `the focus is seen on “${focus.name.slice(0, 60)}”`).toBe(true)
    if (name.test(focus.name)) return
    visited.push(focus.name.slice(0, 40))
  }
  throw new Error(`Tab never reached ${String(name)}; it visited ${visited.join(' · ')}`)
}

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

/** Fails the test at the first mouse event. */
const withoutMouse = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
      addEventListener(type, ({ isTrusted }) => console.error(`${type} in a spec of the keyboard${isTrusted ? '' : ', made by a script'}`), true)
    }
  })

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
