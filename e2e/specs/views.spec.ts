import { expectAccessible } from '../fixtures/axe.ts'
import { expectNoOverflow } from '../fixtures/overflow.ts'
import { BOME, NOBODY, test, WRAPPED_SOL } from '../fixtures/page.ts'
import { expectScreenshot } from '../fixtures/screenshot.ts'

/** Every view matches its reference screenshots in both themes and sizes, logs no error, and axe finds nothing serious. */
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
  watch: '/watch',
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
// Repeated screenshots of a large graph in software rendering take time.
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

const THEMES = ['light', 'dark'] as const
const SIZES = { small: { width: 1280, height: 800 }, large: { width: 1920, height: 1080 } } as const

for (const [i, [name, path]] of Object.entries(VIEWS).entries()) {
  // Every second view opens in dark and changes to light.
  const themes = i % 2 === 0 ? THEMES : THEMES.toReversed()
  test(`${name} matches its screenshots, and axe finds nothing serious`, async ({ open, page, comparer }, info) => {
    await page.emulateMedia({ colorScheme: themes[0] })
    await open(path)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      for (const size of ['small', 'large'] as const) {
        await page.setViewportSize(SIZES[size])
        await expectScreenshot(page, comparer, `${name}-${colorScheme}-${size}`, info)
        await expectNoOverflow(page)
      }
      await expectAccessible(page)
    }
  })
}
