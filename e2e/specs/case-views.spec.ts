import type { Page } from 'playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, NOBODY, test } from '../fixtures/page.ts'
import { settled } from '../fixtures/screenshot.ts'

/** Hides, pins and groups wallets in a case, takes that back, and saves and shows views. */

test.use({ serviceGroup: 'cases' })

const graphOf = (page: Page) => page.getByRole('application', { name: 'Graph of holders' })
const changesOf = (page: Page) => page.getByRole('toolbar', { name: 'Graph tools' }).getByRole('status')

interface StoredCase {
  readonly name: string | null
  readonly undo: string | null
  readonly thresholds: Readonly<Record<string, number>>
  readonly graphs: readonly { readonly hidden: readonly string[]; readonly grouped: readonly string[]; readonly pinned: readonly object[] }[]
  readonly views: readonly { readonly name: string; readonly search: string }[]
}

async function newCase(page: Page, name: string): Promise<string> {
  await page.getByLabel('Name of the new case').fill(name)
  await page.getByRole('button', { name: 'New case' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return new URL(page.url()).pathname
}

test('what is hidden, grouped and pinned in the graph is undone and redone, and comes back with the page', async ({ open, service }) => {
  const page = await open('/cases')
  const path = await newCase(page, 'Graph of BOME')
  const stored = async () => (await service.json(`/local/v1${path}`)) as StoredCase
  await page.goto(`${service.url}/t/sol/${BOME}?cluster=2`)
  await expect(graphOf(page)).toBeVisible()
  await graphOf(page).focus()
  await page.keyboard.press('h')
  await expect(changesOf(page)).toContainText('hidden')
  await expect.poll(async () => (await stored()).undo).toMatch(/^Hid /)
  const { graphs } = await stored()
  await page.reload()
  await expect(changesOf(page)).toContainText(`${graphs[0]?.hidden.length} hidden`)

  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^Undone: Hid /)).toBeVisible()
  await expect(changesOf(page)).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(changesOf(page)).toContainText('hidden')
  await changesOf(page).getByRole('button', { name: 'Show all' }).click()
  await expect.poll(async () => (await stored()).undo).toMatch(/^Showed /)

  await graphOf(page).focus()
  await page.keyboard.press('x')
  await expect(changesOf(page)).toContainText('1 cluster drawn as one')
  await page.keyboard.press('p')
  await expect.poll(async () => (await stored()).undo).toMatch(/^Pinned /)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(changesOf(page)).toHaveCount(0)
  expect((await stored()).graphs).toEqual([])
  await page.goto(`${service.url}${path}`)
  await expect(page.getByRole('button', { name: /Hid \d+ wallets of/ })).toBeVisible()
  await expectAccessible(page)
})

test('what was undone while another token was open does not come back with its graph', async ({ open, service }) => {
  const page = await open('/cases')
  const path = await newCase(page, 'Undone elsewhere')
  const stored = async () => (await service.json(`/local/v1${path}`)) as StoredCase
  await page.goto(`${service.url}/t/sol/${BOME}?cluster=2`)
  await expect(graphOf(page)).toBeVisible()
  await graphOf(page).focus()
  await page.keyboard.press('x')
  await expect(changesOf(page)).toContainText('1 cluster drawn as one')
  await expect.poll(async () => (await stored()).undo).toMatch(/^Drew /)

  await page.goto(`${service.url}/t/sol/${NOBODY}`)
  await expect(graphOf(page)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^Undone: Drew /)).toBeVisible()
  for (const back of [() => page.goto(`${service.url}/t/sol/${BOME}?cluster=2`), () => page.reload()]) {
    await back()
    await settled(() => graphOf(page).screenshot())
    await expect(changesOf(page)).toHaveCount(0)
  }
  await graphOf(page).focus()
  await page.keyboard.press('p')
  await expect.poll(async () => (await stored()).undo).toMatch(/^Pinned /)
  expect((await stored()).graphs).toMatchObject([{ grouped: [] }])
})

test('a wallet that was dragged goes back where it was', async ({ open, service }) => {
  const page = await open('/cases')
  const path = await newCase(page, 'Dragged')
  const stored = async () => (await service.json(`/local/v1${path}`)) as StoredCase
  const { clusters } = await service.json<{ clusters: { cluster_addresses: { address: string }[] }[] }>(`/dex-metrics/v1/sol/${BOME}/clusters`)
  const wallet = clusters[0]?.cluster_addresses[0]?.address ?? ''
  await page.goto(`${service.url}/t/sol/${BOME}?wallets=${wallet}`)
  await graphOf(page).focus()
  await page.getByRole('button', { name: 'Wallets', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Hide all others' }).click()
  await expect.poll(async () => (await stored()).undo).toMatch(/^Hid /)
  await graphOf(page).focus()
  await page.keyboard.press('f')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/wallets=/)
  const box = (await graphOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = { x: 0, y: 0 }
  await settled(() => graphOf(page).screenshot())
  for (let i = 0; i < 100 && !page.url().includes('wallets='); i++) {
    Object.assign(at, { x: box.x + box.width * (0.3 + 0.05 * (i % 10)), y: box.y + box.height * (0.3 + 0.05 * Math.floor(i / 10)) })
    await page.mouse.click(at.x, at.y)
    // The URL follows the selection in the page's next tasks.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x + 60, at.y + 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await stored()).undo).toMatch(/^Pinned /)
  const [graph] = (await stored()).graphs
  expect(graph?.pinned).toMatchObject([{ node: wallet, from: { x: expect.any(Number), y: expect.any(Number) } }])
  await graphOf(page).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^Undone: Pinned /)).toBeVisible()
  await settled(() => graphOf(page).screenshot())
  await page.mouse.click(at.x, at.y)
  await expect(page).toHaveURL(new RegExp(`wallets=${wallet}`))
})

test('a view keeps selection, camera, what is hidden and thresholds, and shows them again', async ({ open, service }) => {
  const page = await open('/cases')
  const path = await newCase(page, 'Views of BOME')
  const stored = async () => (await service.json(`/local/v1${path}`)) as StoredCase
  await page.goto(`${service.url}/t/sol/${BOME}?cluster=2`)
  await graphOf(page).focus()
  await page.keyboard.press('h')
  await expect.poll(async () => (await stored()).graphs.length).toBe(1)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: /Save this view/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await expect(dialog.getByLabel('Name of the view')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Without cluster 3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved the view “Without cluster 3” in the case')).toBeVisible()
  expect((await stored()).views).toMatchObject([{ name: 'Without cluster 3', search: '?cluster=2' }])

  await changesOf(page).getByRole('button', { name: 'Show all' }).click()
  await expect(changesOf(page)).toHaveCount(0)
  await page.goto(`${service.url}${path}`)
  await page.getByRole('button', { name: 'Show the view Without cluster 3' }).click()
  await expect(page).toHaveURL(new RegExp(`${BOME}\\?cluster=2$`))
  await expect(changesOf(page)).toContainText('hidden')

  await page.goto(`${service.url}${path}`)
  await page.getByRole('button', { name: 'Rename the view Without cluster 3' }).click()
  await page.getByLabel('Name of the view').fill('Outsiders')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete the view Outsiders' }).click()
  await expect(page.getByText('None yet. Choose Views above a graph')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Show the view Outsiders' })).toBeVisible()
  await expectAccessible(page)
})

test('a threshold on trial is a step of the open case', async ({ open, service }) => {
  const page = await open('/cases')
  const path = await newCase(page, 'Thresholds')
  const stored = async () => (await service.json(`/local/v1${path}`)) as StoredCase
  await page.goto(`${service.url}/t/sol/${BOME}`)
  await page.getByRole('tab', { name: 'Rules' }).click()
  const slider = page.getByRole('slider').first()
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await stored()).undo).toMatch(/^Tried the threshold /)
  await expect(page.getByText(/Trial: 1 threshold changed/)).toBeVisible()
  await page.keyboard.press('Escape')
  await graphOf(page).focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^Undone: Tried the threshold/)).toBeVisible()
  await expect(page.getByText(/Trial: 1 threshold changed/)).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText(/Trial: 1 threshold changed/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/Trial: 1 threshold changed/)).toBeVisible()
})
