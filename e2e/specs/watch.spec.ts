import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

test.use({ serviceGroup: 'watch' })

test('a rule is tested on history, saved, changed, turned off and deleted', async ({ open, service }) => {
  const page = await open('/watch')
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('form', { name: 'New rule' })
  await form.getByLabel('Watch', { exact: true }).selectOption('A creator')
  await expect(form.getByLabel('When', { exact: true }).locator('option')).toHaveText(['The creator creates a token'])
  await expect(form.getByRole('button', { name: 'Save rule' })).toBeDisabled()
  await form.getByLabel('Watch', { exact: true }).selectOption('A token')
  await form.getByLabel('Token', { exact: true }).selectOption(`sol:${BOME}`)
  await form.getByLabel('When', { exact: true }).selectOption('A member sells or sends')
  await form.getByLabel('Name').fill('Dumps')
  await form.getByRole('button', { name: 'Test on the last 30 days' }).click()
  await expect(form.getByText('In the last 30 days: no alert.')).toBeVisible()
  await expect(form.getByText('1 stored token concerns this rule.')).toBeVisible()
  await expectAccessible(page)

  await form.getByLabel('Webhook').fill('https://10.0.0.1/hook')
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect(form.getByText('A webhook cannot go to a private address.')).toBeVisible()
  await form.getByLabel('Webhook').fill('https://example.com/hook?key=1')
  await form.getByRole('button', { name: 'Save rule' }).click()
  const rule = page.getByRole('region', { name: 'Rules' }).getByRole('listitem')
  await expect(rule).toContainText('Dumps')
  await expect(rule).toContainText('when a member sells or sends more than 1 % of supply')
  await expect(rule).toContainText('Webhook to example.com')

  await rule.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('form', { name: 'Rule' }).getByLabel('Percent of supply').fill('2.5')
  await page.getByRole('form', { name: 'Rule' }).getByRole('button', { name: 'Save rule' }).click()
  await expect(rule).toContainText('more than 2.5 % of supply')
  await rule.getByRole('button', { name: 'Turn off' }).click()
  await expect(rule.getByText('Off', { exact: true })).toBeVisible()
  await expectAccessible(page)
  const { rules } = await service.json<{ rules: { enabled: boolean; condition: object; secret: string }[] }>('/local/v1/watch/rules')
  expect(rules).toMatchObject([
    { enabled: false, condition: { kind: 'holder_sells', over: 2.5 }, secret: expect.stringMatching(/^whsec_/) as unknown as string },
  ])

  await rule.getByRole('button', { name: 'Delete' }).click()
  await rule.getByRole('button', { name: 'Delete rule' }).click()
  await expect(page.getByText('No rules yet.')).toBeVisible()
})
