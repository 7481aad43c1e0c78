import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, test } from '../fixtures/page.ts'

/** Tries a threshold, discards it, saves it for all tokens, and restores the defaults. */

const ACCEPT = 'Minimum evidence to join two wallets'

test.describe('the rule panel', () => {
  test.afterAll(async ({ service }) => {
    await fetch(`${service.url}/local/v1/rules`, {
      method: 'PUT',
      headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ changes: {} }),
    })
  })

  test('tries and stores thresholds', async ({ open, page, service }) => {
    await open(`/t/sol/${BOME}`)
    await page.getByRole('tab', { name: 'Rules' }).click()
    await test.step('a trial threshold regroups the screen and stores nothing', async () => {
      const clusters = async (): Promise<number> => (await service.json<{ clusters: unknown[] }>(`/local/v1/sol/${BOME}/clusters`)).clusters.length
      const shipped = await clusters()
      const field = page.getByRole('textbox', { name: ACCEPT })
      await field.fill('0.8')
      await field.press('Enter')
      const banner = page.getByText(/Trial: 1 threshold changed/).locator('..')
      await expect(banner).toContainText(`${shipped} clusters became`)
      const tried = Number(/became (\d+)/.exec((await banner.textContent()) ?? '')?.[1])
      expect(tried).not.toBe(shipped)
      await expect(page.getByRole('tab', { name: /Clusters/ })).toContainText(String(tried))
      await expect(page.getByRole('region', { name: 'Legend and filters' })).toContainText('Trial: rule set 1 (1 threshold changed)')
      expect(await clusters()).toBe(shipped)
      await expectAccessible(page)

      await page.getByRole('button', { name: 'Discard' }).first().click()
      await expect(page.getByText(/Trial:.+changed\./)).toHaveCount(0)
      await expect(page.getByRole('tab', { name: /Clusters/ })).toContainText(String(shipped))
    })
    await test.step('a slider moves by keys, a saved set applies to all tokens, and defaults can be restored', async () => {
      await page.getByRole('slider', { name: ACCEPT }).focus()
      for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight')
      await expect(page.getByRole('textbox', { name: ACCEPT })).toHaveValue('0.8')
      await page.getByRole('button', { name: 'Save for all tokens' }).first().click()
      await expect(page.getByRole('region', { name: 'Legend and filters' })).toContainText('Rule set 1 (1 threshold changed)')
      expect((await service.json<{ changed: string[] }>('/local/v1/rules')).changed).toEqual(['cluster.accept'])
      await page.getByRole('button', { name: 'Restore defaults' }).click()
      await expect(page.getByRole('region', { name: 'Legend and filters' })).toContainText('Rule set 1 (default)')
      expect((await service.json<{ changed: string[] }>('/local/v1/rules')).changed).toEqual([])
    })
  })
})
