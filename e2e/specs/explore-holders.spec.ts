import type { Route } from 'playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, NOBODY, test } from '../fixtures/page.ts'

/** Opens a token and follows a cluster to its evidence, between table and graph. */
test.describe('exploring the holders of BOME', () => {
  test('the start page search opens it', async ({ open, page }) => {
    await open('/')
    await expect(page.getByRole('heading', { name: 'Who really holds this token?' })).toBeVisible()
    await page
      .getByPlaceholder(/Paste a token address/)
      .last()
      .fill('BOME')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/t/sol/${BOME}`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BOME')
  })

  test('the graph of a token', async ({ open, page }) => {
    await open(`/t/sol/${BOME}`)
    await test.step('exchanges and the pool are distinguished from wallets', async () => {
      const legend = page.getByRole('region', { name: 'Legend and filters' })
      const shown = await legend.getByText('Exchanges').isVisible()
      if (!shown) await legend.getByRole('button', { name: 'Legend' }).click()
      await expect(legend).toContainText('Exchanges')
      await expect(legend).toContainText('Pools')
      const table = page.getByRole('table', { name: 'Largest addresses in the graph' })
      for (const row of [/Binance .*Exchange/, /Raydium .*Pool/, /Bybit .*Exchange/, /Gate.*Exchange/]) {
        await expect(table.getByRole('row', { name: row }).first()).toBeAttached()
      }
      await expect(page.locator('canvas').first()).toBeVisible()
    })
    await test.step('a graph that nothing moves requests no frames', async () => {
      await expect(page.getByRole('application', { name: 'Graph of holders' })).toBeVisible()
      const framesInHalfASecond = (): Promise<number> =>
        page.evaluate(async () => {
          const { requestAnimationFrame } = window
          let frames = 0
          window.requestAnimationFrame = (callback) => {
            frames++
            return requestAnimationFrame(callback)
          }
          await new Promise((resolve) => setTimeout(resolve, 500))
          window.requestAnimationFrame = requestAnimationFrame
          return frames
        })
      await expect.poll(framesInHalfASecond).toBe(0)
      await page.getByRole('application', { name: 'Graph of holders' }).focus()
      await page.keyboard.press('f')
      expect(await framesInHalfASecond()).toBeGreaterThan(1)
      await expect.poll(framesInHalfASecond).toBe(0)
    })
    await test.step('the graph works by keyboard and exports', async () => {
      const graph = page.getByRole('application', { name: 'Graph of holders' })
      await graph.focus()
      for (const key of ['+', 'ArrowLeft', 'f', 'Escape']) await page.keyboard.press(key)
      await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: /PNG/ }).click()
      expect((await download).suggestedFilename()).toMatch(/\.png$/)
    })
  })

  for (const [what, answer] of [
    ['are still computed', () => new Promise<never>(() => undefined)],
    ['cannot be loaded', (route: Route) => route.abort()],
  ] as const)
    test(`the graph is shown where its clusters ${what}`, async ({ open, page }) => {
      await page.route(/\/local\/v1\/sol\/[^/]+\/(current\/)?clusters/, answer)
      await open(`/t/sol/${BOME}`)
      await expect(page.getByRole('application', { name: 'Graph of holders' })).toBeVisible()
    })

  test('the inspector explains a selected cluster, and the URL keeps it', async ({ open, page }) => {
    await open(`/t/sol/${BOME}`)
    await page.getByRole('tab', { name: /Clusters/ }).click()
    const clusters = page.getByRole('grid', { name: 'Clusters' })
    await clusters.getByRole('row').nth(1).click()
    await expect(page).toHaveURL(/cluster=0/)
    const inspector = page.getByRole('complementary')
    await expect(inspector).toContainText(/Why these wallets are clustered/)
    await expect(inspector).toContainText('Weakest link')
    await page.reload()
    await expect(page.getByRole('complementary')).toContainText(/Why these wallets are clustered/)
    await page.goBack()
  })

  test('the inspector shows a selected wallet with its links', async ({ open, page }) => {
    await open(`/t/sol/${BOME}`)
    await page.getByRole('grid', { name: 'Holders' }).getByRole('row').nth(1).click()
    const inspector = page.getByRole('complementary')
    await expect(inspector).toContainText('27.0')
    await expect(inspector).toContainText(/Exchange/)
    await expect(page).toHaveURL(/wallets=/)
    await page.getByRole('link', { name: 'All tokens' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tokens' }).getByRole('rowheader', { name: /BOME/ })).toBeVisible()
    await expectAccessible(page)
    const wallet = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.keyboard.press('Control+k')
    await page.keyboard.type(wallet)
    await page.getByRole('option', { name: /across all tokens/ }).click()
    await expect(page).toHaveURL(new RegExp(`/w/sol/${wallet}$`))
  })

  test('filters combine words, shares and weights', async ({ open, page }) => {
    await open(`/t/sol/${BOME}?view=holders`)
    await page.getByPlaceholder('Label, type, cluster 3, > 1 %').fill('exchange > 5 %')
    await expect(page.getByRole('grid', { name: 'Holders' }).getByRole('row', { name: /Exchange/ })).toHaveCount(3)
    await open(`/t/sol/${BOME}?view=clusters`)
    await page.getByPlaceholder('Reason, wallet, > 1 %, weight > 0.8').fill('weight > 0.9 > 0.3 %')
    await expect(page.getByRole('grid', { name: 'Clusters' })).toHaveAttribute('aria-rowcount', '3')
  })

  test('views state whether they follow the timeline', async ({ open, page, service }) => {
    const { snapshots } = await service.json<{ snapshots: number[] }>(`/atlas/v1/sol/${BOME}/snapshots`)
    const words = {
      distribution: 'These figures describe the latest state, not the snapshot of',
      overlap: 'Shares and clusters are from the snapshot of',
    }
    for (const [view, said] of Object.entries(words)) {
      await open(`/t/sol/${BOME}?view=${view}&snapshot=${snapshots[0]}`)
      await expect(page.getByText(said, { exact: false })).toBeVisible()
    }
  })

  test('unknown and partial data are marked', async ({ open, page }) => {
    await open(`/t/sol/${NOBODY}`)
    const overview = page.getByRole('region', { name: 'Overview' })
    await expect(overview).toContainText('unknown')
    await expect(overview).toContainText('Partial')
    await expect(overview).toContainText('Sample case')
  })

  test('the theme menu switches the theme and stores it', async ({ open, page }) => {
    await open('/')
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('the page asks for a missing key and shows no data', async ({ page, service }) => {
    await page.goto(`${service.url}/t/sol/${BOME}`)
    await expect(page.getByRole('textbox')).toBeVisible()
    await expect(page.getByText('Binance')).toHaveCount(0)
  })

  test('in a narrow window the rail shrinks, and the table keeps the holder and the share in view', async ({ open, page }) => {
    await page.setViewportSize({ width: 700, height: 900 })
    await open(`/t/sol/${BOME}?view=holders`)
    await page.getByRole('button', { name: 'Show inspector' }).click()
    await expect(page.getByRole('columnheader')).toHaveText(['Holder', 'Share'])
    const table = page.getByRole('grid', { name: 'Holders' })
    expect(await table.evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0)
    expect((await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width).toBeLessThan(60)
    await page.getByRole('link', { name: 'Graph', exact: true }).click()
    const tools = await page.getByRole('toolbar', { name: 'Graph tools' }).boundingBox()
    const panel = await page.getByRole('application', { name: 'Graph of holders' }).boundingBox()
    expect(tools?.height).toBeLessThan((panel?.height ?? 0) / 4)
  })

  test('in a small window the graph has the room, and the inspector opens for a selection', async ({ open, page }) => {
    await page.setViewportSize({ width: 640, height: 400 })
    await open(`/t/sol/${BOME}`)
    const graph = page.getByRole('application', { name: 'Graph of holders' })
    await expect(graph).toBeVisible()
    expect((await graph.boundingBox())?.height).toBeGreaterThan(250)
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await expect(inspector).toHaveCount(0)
    await page.getByPlaceholder('Find in the graph').fill('Binance 18')
    await page.keyboard.press('Enter')
    await expect(inspector).toContainText('Binance 18')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('grid', { name: 'Holders' })).toBeVisible()
  })
})
