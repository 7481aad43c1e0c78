import { expectAccessible } from '../fixtures/axe.ts'
import { expect, test } from '../fixtures/page.ts'

test.use({ serviceGroup: 'demonstration' })

/** The start page opens the demonstration launches, which have data in every view. */
test.describe('the demonstration launch', () => {
  for (const [network, name, snipers] of [
    ['eth', 'Ethereum', 15],
    ['sol', 'Solana', 12],
  ] as const)
    test(`opens on ${name} with early buyers, a scan and snapshots, and its case once`, async ({ page, service, open }) => {
      const named = new RegExp(`Demonstration launch on ${name} \\(played on a test node\\)`)
      for (let round = 0; round < 2; round++) {
        await open('/')
        await page.getByRole('button', { name: `Open on ${name}` }).click()
        await expect(page).toHaveURL(new RegExp(`/t/${network}/`), { timeout: 30_000 })
        await expect(page.getByRole('heading', { level: 1 })).toContainText('DEMO')
      }
      for (const [view, grid] of [
        ['snipers', 'Snipers'],
        ['bundlers', 'Bundlers'],
        ['insiders', 'Insiders'],
      ] as const) {
        await page.goto(`${page.url().split('?')[0]}?view=${view}`)
        await expect(page.getByRole('grid', { name: grid })).toBeVisible()
      }
      await page.goto(`${page.url().split('?')[0]}?view=snipers`)
      const launch = page.getByRole('region', { name: 'Launch by block' })
      await expect(launch.getByRole('row')).toHaveCount(snipers)
      await expect(launch.getByRole('row').first()).toContainText(/#\d+.*bundler/)
      await expectAccessible(page)
      await page.goto(`${service.url}/cases`)
      await expect(page.getByText(named)).toHaveCount(1)
    })

  test('fits its trades beside the inspector at 1024 × 700', async ({ page, open }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await open('/')
    await page.getByRole('button', { name: 'Open on Ethereum' }).click()
    await expect(page).toHaveURL(/\/t\/eth\//, { timeout: 30_000 })
    await page.goto(`${page.url().split('?')[0]}?view=trades`)
    const trades = page.getByRole('grid', { name: 'Trades' })
    await trades.getByRole('row').nth(1).click()
    await expect(page.getByRole('heading', { name: 'Tags and owner' })).toBeVisible()
    expect(await trades.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})
