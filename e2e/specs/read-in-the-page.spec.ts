import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import type { Scenario } from '../fixtures/anvil/scenario.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

/** Pastes an unread address, follows its read from a real node, and inspects the result. */
test.describe('reading a token in the page', () => {
  const missing = anvilMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ mode: 'serial' })

  let launch: Scenario
  let service: RunningService

  test.beforeAll(async ({ ethLaunch }) => {
    launch = ethLaunch.launch
    service = await startService({ sources: [`eth=${ethLaunch.node.url}`] })
  })
  test.afterAll(async () => {
    await service?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  test('a pasted address asks for its network and opens once read', async ({ page }) => {
    await page.goto(`${service.url}/#key=${service.key}`)
    await page
      .getByPlaceholder(/Paste a token address/)
      .last()
      .fill(launch.token)
    await page.getByText('Ethereum').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('LNCH', { timeout: 60_000 })
    const overview = page.getByRole('region', { name: 'Overview' })
    await expect(overview).toContainText(String(launch.holders.length))
    await expect(page.getByRole('grid', { name: 'Holders' })).toContainText('Pool')
    await expect(page.getByRole('table', { name: 'Clusters, largest first' }).getByRole('row')).toHaveCount(launch.groups.length + 1)
  })

  test('the page of jobs shows a read and starts another', async ({ page }) => {
    await page.goto(`${service.url}/jobs#key=${service.key}`)
    await test.step('its job lists every stage, and a second read stores no duplicates', async () => {
      await expect(page.getByText('LNCH')).toBeVisible()
      for (const stage of ['Transfers', 'Holders', 'Pools', 'Trades', 'Funding', 'Snapshot'])
        await expect(page.getByText(stage, { exact: true }).first()).toBeVisible()

      const before = await tradeLines()
      const again = await service.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: launch.token })
      const { id } = (await again.json()) as { id: string }
      await expect.poll(async () => (await service.json<{ state: string }>(`/local/v1/jobs/${id}`)).state, { timeout: 60_000 }).toBe('done')
      expect(await tradeLines()).toBe(before)
      expect(before).toBe(launch.swaps.length)
    })
    await test.step('its blocks are read again from the job, and the comparison is shown', async () => {
      const newest = page.locator('details.job').first()
      await newest.getByRole('button', { name: 'Read again…' }).click()
      const form = newest.getByRole('form', { name: 'Read again' })
      const again = form.getByRole('button', { name: 'Read again' })
      await form.getByLabel('From block').fill('9')
      await form.getByLabel('To block').fill('8')
      await expect(again).toBeDisabled()
      await form.getByLabel('To block').fill('')
      await form.getByLabel('From block').fill('0')
      await again.click()
      await expect(page.getByText(/^Compared with \d+ stored rows: 0 added, 0 removed, 0 changed\./).first()).toBeVisible({ timeout: 60_000 })
    })
  })

  test('a finished job can be neither cancelled nor resumed', async () => {
    const { jobs } = await service.json<{ jobs: { id: string }[] }>('/local/v1/jobs')
    const id = jobs[0]?.id ?? ''
    await expect.poll(async () => (await service.json<{ state: string }>(`/local/v1/jobs/${id}`)).state, { timeout: 60_000 }).toBe('done')
    for (const act of ['cancel', 'resume']) {
      const answer = await service.post(`/local/v1/jobs/${id}/${act}`)
      expect([act, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([act, 409, 'conflict'])
    }
  })

  const tradeLines = async (): Promise<number> =>
    (await (await service.get(`/local/v1/eth/trades?token=${launch.token}`)).text()).split('\n').filter((line) => line !== '').length
})
