import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

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

test('older steps that cannot be loaded leave the newer ones, and can be asked for again', async ({ open, service }) => {
  const { id } = (await (await service.post('/local/v1/cases', { name: 'Long history' })).json()) as { id: string }
  for (let revision = 0; revision < 55; revision++) {
    const command = { op: 'rename', name: `Long history ${revision}` }
    expect((await service.post(`/local/v1/cases/${id}/changes`, { revision, command })).ok).toBe(true)
  }
  const page = await open(`/cases/${id}`)
  const steps = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(steps).toHaveCount(50)
  await page.route('**/history?limit=1000', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Show older steps' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(steps).toHaveCount(50)
  await page.unroute('**/history?limit=1000')
  await page.getByRole('button', { name: 'Show older steps' }).click()
  await expect(steps).toHaveCount(56)
  await expect(page.getByRole('alert')).toHaveCount(0)
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
  await page.setViewportSize({ width: 700, height: 900 })
  await expectAccessible(page)
  await second.getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByRole('article', { name: 'Finding 1' })).toContainText('These wallets act as one')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article', { name: 'Finding 1' })).toContainText('Without evidence')
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
