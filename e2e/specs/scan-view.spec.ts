import { readFileSync } from 'node:fs'
import { expectAccessible } from '../fixtures/axe.ts'
import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import type { Scenario } from '../fixtures/anvil/scenario.ts'
import { BOME, expect, test } from '../fixtures/page.ts'
import type { RunningService } from '../fixtures/service.ts'

/** Score, ledger, findings and unknowns of a scan, and a second scan. */
test.describe('the scan of a token read from a node', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ mode: 'serial' })

  let launch: Scenario
  let service: RunningService

  test.beforeAll(({ ethLaunch, ethService }) => {
    launch = ethLaunch.launch
    service = ethService
  })

  test('a scan is explained, exported, repeated and deleted', async ({ page, context }) => {
    await page.goto(`${service.url}/t/eth/${launch.token}?view=scan#key=${service.key}`)
    await test.step('the score breakdown adds up, findings have evidence, unknowns stay unknown', async () => {
      const dial = page.getByRole('img', { name: /^Score \d+ of 100/ })
      await expect(dial).toBeVisible({ timeout: 60_000 })
      const score = Number(/\d+/.exec((await dial.getAttribute('aria-label')) ?? '')?.[0])

      const rows = page.getByRole('region', { name: 'Score breakdown' }).locator('tbody tr')
      const points = await rows.locator('td:nth-child(2)').allTextContents()
      const left = await rows.locator('td:nth-child(3)').allTextContents()
      expect(points.map((text) => Number(text.replace('−', '-'))).reduce((sum, each) => sum + each, 0)).toBe(score)
      expect(Number(left.at(-1))).toBe(score)

      // The pool of this launch cannot be locked, so its liquidity can be withdrawn.
      const findings = page.getByRole('region', { name: 'Findings' })
      await expect(findings).toContainText('Liquidity can be withdrawn')
      await expect(findings.getByRole('link').first()).toHaveAttribute('href', /etherscan\.io\/(tx|address)\/0x/)
      await expect(findings).toContainText('Resolved by')
      const unknowns = page.getByRole('region', { name: 'Not determined' })
      await expect(unknowns).toContainText('verified')
      await expect(page.getByRole('region', { name: 'Facts' }).getByText('unknown').first()).toBeVisible()

      await expectAccessible(page)
    })
    await test.step('the HTML export has the same score and no scripts', async () => {
      const dial = page.getByRole('img', { name: /^Score \d+ of 100/ })
      const score = /\d+ of 100: .+/.exec((await dial.getAttribute('aria-label')) ?? '')?.[0] ?? ''
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'HTML' }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^eth-LNCH-scan-\d+\.html$/)
      const saved = await context.newPage()
      await saved.setContent(readFileSync(await file.path(), 'utf8'))
      await expect(saved.getByText(score)).toBeVisible()
      await expect(saved.getByRole('cell', { name: 'Liquidity can be withdrawn' }).first()).toBeVisible()
      await expect(saved.locator('script')).toHaveCount(0)
    })
    await test.step('another scan lists the changes since the previous one', async () => {
      await page.getByRole('button', { name: 'Scan now' }).click()
      await expect(page.getByRole('heading', { name: /^Since the scan of/ })).toBeVisible({ timeout: 60_000 })
      const { scans } = await service.json<{ scans: unknown[] }>(`/local/v1/scanner/eth/${launch.token}/history`)
      expect(scans.length).toBeGreaterThan(1)
    })
    await test.step('one scan is deleted after a second click, and restored', async () => {
      const history = async (): Promise<string> => JSON.stringify(await service.json(`/local/v1/scanner/eth/${launch.token}/history`))
      await page
        .getByRole('button', { name: /^Delete the scan of / })
        .first()
        .click()
      await expectAccessible(page)
      await page.getByRole('button', { name: /^Delete the scan of .*, confirm$/ }).click()
      await expect(page.getByText(/^Deleted the scan of/)).toBeVisible()
      const { deletions } = await service.json<{ deletions: { kind: string; part: string }[] }>('/local/v1/deletions')
      const { part = '' } = deletions.find(({ kind }) => kind === 'scan') ?? {}
      expect(part).toMatch(/^\d+$/)
      expect(await history()).not.toContain(part)
      await page.goto(`${service.url}/settings#key=${service.key}`)
      await page
        .getByRole('button', { name: /^Restore: Scan of / })
        .first()
        .click()
      await expect(page.getByText(/^Restored the scan/)).toBeVisible()
      expect(await history()).toContain(part)
    })
  })

  test('a token that cannot be scanned says what is missing', async ({ page }) => {
    await page.goto(`${service.url}/t/sol/${BOME}?view=scan#key=${service.key}`)
    await expect(page.getByRole('heading', { name: 'This token has not been scanned yet' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add a source' })).toBeVisible()
    await expect(page.getByText('It needs an endpoint for Solana', { exact: false })).toBeVisible()
  })
})
