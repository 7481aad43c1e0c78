import { expectAccessible } from '../fixtures/axe.ts'
import { sidewaysScrolls } from '../fixtures/overflow.ts'
import { expect, test } from '../fixtures/page.ts'

test.use({ serviceGroup: 'demonstration' })

/** The table of each view that has one. */
const TABLES = {
  clusters: 'Clusters',
  holders: 'Holders',
  snipers: 'Snipers',
  bundlers: 'Bundlers',
  insiders: 'Insiders',
  compare: 'Wallets that changed',
  trades: 'Trades',
} as const

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

  for (const size of [
    { width: 1024, height: 700 },
    { width: 1280, height: 800 },
  ])
    for (const name of ['Ethereum', 'Solana'])
      test(`fits every table on ${name} beside what is selected at ${size.width} × ${size.height}`, async ({ page, open }) => {
        await page.setViewportSize(size)
        await open('/')
        expect(['start', await sidewaysScrolls(page)]).toEqual(['start', []])
        await page.getByRole('button', { name: `Open on ${name}` }).click()
        await expect(page).toHaveURL(/\/t\/(eth|sol)\//, { timeout: 30_000 })
        const token = page.url().split('?')[0]
        for (const [view, table] of Object.entries(TABLES)) {
          await page.goto(`${token}?view=${view}`)
          const rows = page.getByRole('grid', { name: table, exact: true }).getByRole('row')
          // Beside the links and buttons in the middle of a row.
          await rows.nth(1).click({ position: { x: 20, y: 4 } })
          await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
          expect([view, await sidewaysScrolls(page)]).toEqual([view, []])
        }
        for (const view of ['overlap', 'distribution', 'scan', 'snapshots']) {
          await page.goto(`${token}?view=${view}`)
          await expect(page.locator('main').getByRole('table').first()).toBeVisible()
          expect([view, await sidewaysScrolls(page)]).toEqual([view, []])
        }
      })
})
