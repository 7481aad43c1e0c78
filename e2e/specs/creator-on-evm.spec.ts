import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import { expect, test } from '../fixtures/page.ts'

/** The creator's share on a network without insiders: one figure in every view. */
test.describe('the creator of a token on Ethereum', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')

  test('has the same share in the strip, the overlap, the inspector and at a snapshot', async ({ page, ethLaunch: { launch }, ethService }) => {
    const { creator } = await ethService.json<{ creator: string }>(`/local/v1/eth/${launch.token}`)
    const { holders } = await ethService.json<{ holders: { address: string; percentage: number }[] }>(`/local/v1/eth/${launch.token}/holders`)
    const share = holders.find(({ address }) => address === creator)?.percentage ?? 0
    expect(share).toBeGreaterThan(1)
    const shown = `${share.toFixed(1)} %`
    const { snapshots } = await ethService.json<{ snapshots: number[] }>(`/atlas/v1/eth/${launch.token}/snapshots`)
    const strip = page.getByLabel('Overview').locator('.strip-figure', { hasText: 'Creator' }).locator('dd')
    const overlap = page.getByRole('table', { name: 'List intersections, largest share first' })

    for (const moment of ['', `&snapshot=${snapshots[0]}`]) {
      await page.goto(`${ethService.url}/t/eth/${launch.token}?view=overlap&wallets=${creator}${moment}#key=${ethService.key}`)
      await expect(strip).toHaveText(shown)
      await expect(overlap.getByRole('columnheader', { name: 'Creator' })).toBeVisible()
      await expect(overlap.getByRole('row', { name: /Each list in total/ })).toContainText(shown)
      await expect(page.getByText('Token creator').locator('xpath=ancestor::aside').getByText(shown).first()).toBeVisible()
    }
  })
})
