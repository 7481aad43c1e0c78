import { AxeBuilder } from '@axe-core/playwright'
import { BOME, expect, NOBODY, test, WRAPPED_SOL } from '../fixtures/page.ts'
import { expectScreenshot } from '../fixtures/screenshot.ts'

/** Every view in both themes and sizes: it matches its reference screenshot, logs no error, and axe finds nothing serious. */
const token = `/t/sol/${BOME}`
const VIEWS = {
  start: '/',
  graph: token,
  'another graph': `/t/sol/${NOBODY}`,
  clusters: `${token}?view=clusters`,
  holders: `${token}?view=holders`,
  distribution: `${token}?view=distribution`,
  snipers: `${token}?view=snipers`,
  bundlers: `${token}?view=bundlers`,
  insiders: `${token}?view=insiders`,
  overlap: `${token}?view=overlap`,
  scan: `${token}?view=scan`,
  snapshots: `${token}?view=snapshots`,
  trades: `/t/sol/${WRAPPED_SOL}?view=trades`,
  'no trades': `${token}?view=trades`,
  jobs: '/jobs',
  api: '/api',
  settings: '/settings',
  'unknown token': '/t/eth/0x6982508145454ce325ddbe47a25d4ec3d2311933',
  'wrong address': '/t/eth/0x6982508145454Ce325dDbE47a25d4ec3d2311934',
  'unknown network': '/t/doge/x',
  'nothing here': '/no/such/page',
} as const

// The start page lists what earlier specs imported, so it needs its own service.
test.use({ serviceGroup: 'views' })

const SIZES = { small: { width: 1280, height: 800 }, large: { width: 1920, height: 1080 } } as const

for (const [name, path] of Object.entries(VIEWS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ colorScheme })
      // Two sizes with repeated screenshots of a large graph in software rendering take time.
      test.describe.configure({ timeout: 120_000 })
      test('matches its screenshots at both sizes, and axe finds nothing serious', async ({ open, page }, info) => {
        await open(path)
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport)
          await expectScreenshot(page, `${name}-${colorScheme}-${size}`, info)
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          expect(overflow, 'nothing sticks out sideways').toBeLessThanOrEqual(0)
        }
        const { violations } = await new AxeBuilder({ page }).analyze()
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
        expect(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
      })
    })
  }
}
