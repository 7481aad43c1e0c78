import type { Browser, Page } from 'playwright/test'
import { expect, test } from '../fixtures/page.ts'

test.use({ serviceGroup: 'sharing' })

/** The page of a user, with the key that the service made for it. */
async function pageOf(browser: Browser, url: string, key: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/cases#key=${key}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  return page
}

/** docs/team.md#users */
test('a user starts a case, which others see once it is shared', async ({ open, page, service, browser }) => {
  async function makeKey(owner: string): Promise<string> {
    await page.getByPlaceholder('What will use this key?').fill(`${owner}’s laptop`)
    await page.getByRole('checkbox', { name: /^manage/ }).check()
    await page.getByLabel('Owner').fill(owner)
    await page.getByLabel('Requests a minute').fill('600')
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByRole('row', { name: new RegExp(owner) })).toContainText('600 requests a minute')
    return (await page.locator('.made-key code').textContent()) ?? ''
  }
  await open('/api')
  await page.getByRole('tab', { name: 'Keys' }).click()
  await page.getByText('Owner and limits').first().click()
  const ann = await pageOf(browser, service.url, await makeKey('Ann'))
  const bob = await pageOf(browser, service.url, await makeKey('Bob'))

  await ann.getByLabel('Name of the new case').fill('Who funded it')
  await ann.getByRole('button', { name: 'New case' }).click()
  const sharing = ann.getByRole('region', { name: 'Sharing' })
  await expect(sharing).toContainText('Ann owns it')
  await bob.reload()
  await expect(bob.getByRole('link', { name: /Who funded it/ })).toHaveCount(0)

  await sharing.getByLabel('User').fill('Bob')
  await sharing.getByRole('button', { name: 'Share' }).click()
  await expect(sharing).toContainText('Bob may read it')
  await bob.reload()
  await bob.getByRole('link', { name: /Who funded it/ }).click()
  await expect(bob.getByRole('region', { name: 'Sharing' })).toContainText('Bob may read it')
  await expect(bob.getByRole('button', { name: 'Delete case' })).toBeDisabled()
  await expect(bob.getByRole('button', { name: 'Rename' })).toHaveCount(0)

  await sharing.getByRole('button', { name: 'Stop sharing with Bob' }).click()
  await expect(sharing).not.toContainText('Bob')
  await bob.reload()
  await expect(bob.getByText('Could not load the case')).toBeVisible()
  for (const one of [ann, bob]) await one.context().close()
})
