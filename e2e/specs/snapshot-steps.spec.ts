import type { Page } from 'playwright/test'
import { MOMENTS, movingSnapshot, MOVING_TOKEN } from '../fixtures/moments.ts'
import { expect, test } from '../fixtures/page.ts'

/** What the page shows from one snapshot to the next: positions, clusters, and the time between. */

const path = `/t/sol/${MOVING_TOKEN}`
const strip = (page: Page) => page.getByRole('region', { name: 'Overview' })

test.describe('from one snapshot to the next', () => {
  test.beforeAll(async ({ service }) => {
    for (const at of [0, 1, 2] as const) expect((await service.post('/local/v1/imports', movingSnapshot(at))).status).toBe(200)
  })

  test('wallets keep their positions between snapshots', async ({ open, page }) => {
    const positions = (): Promise<Record<string, [number, number]>> =>
      page.evaluate((token) => {
        const kept = JSON.parse(localStorage.getItem(`holderscope.positions.sol:${token}`) ?? '{"seats":[]}') as { seats: [string, number, number][] }
        return Object.fromEntries(kept.seats.map(([id, x, y]) => [id, [x, y]]))
      }, MOVING_TOKEN)
    await open(`${path}?snapshot=${MOMENTS[0]}`)
    await expect.poll(async () => Object.keys(await positions()).length).toBe(57)
    const before = await positions()
    await page.getByRole('slider', { name: 'Snapshot' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(new RegExp(`snapshot=${MOMENTS[1]}`))
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Object.keys(await positions()).length).toBe(60)
    const after = await positions()
    const alone = movingSnapshot(2).nodes.filter((node) => node.cluster === null && before[node.address] !== undefined)
    expect(alone.length).toBeGreaterThan(30)
    for (const { address } of alone) expect(after[address]).toEqual(before[address])
  })

  test('a step that moves wallets does not lay the graph before over the next one', async ({ open, page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(`${path}?snapshot=${MOMENTS[2]}`)
    const graph = page.getByRole('application', { name: 'Graph of holders' })
    await expect(graph.locator(':scope > canvas')).toHaveCount(3)
    await graph.evaluate((host) => {
      const overlay = host.querySelector<HTMLCanvasElement>(':scope > canvas:last-of-type')
      if (overlay === null) throw new Error('there is no overlay')
      new MutationObserver(() => {
        if (!overlay.hidden) host.dataset['faded'] = 'yes'
      }).observe(overlay, { attributes: true, attributeFilter: ['hidden'] })
    })
    await page.getByRole('slider', { name: 'Snapshot' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('group', { name: 'Time' })).toContainText('2 of 3: ')
    expect(await graph.getAttribute('data-faded')).toBeNull()
  })

  test('the previous snapshot stays on screen while another one loads', async ({ open, page }) => {
    const requested = Promise.withResolvers<null>()
    const read = Promise.withResolvers<null>()
    await page.route(`**/snapshots/${MOMENTS[0]}`, async (route) => {
      requested.resolve(null)
      await read.promise
      await route.continue()
    })
    await open(`${path}?snapshot=${MOMENTS[2]}`)
    // The strip has its figures before the snapshot is loaded, if the snapshot is the latest.
    await expect(page.getByRole('tab', { name: /Holders/ })).toContainText('60')
    await page.getByRole('slider', { name: 'Snapshot' }).focus()
    await page.keyboard.press('Home')
    await requested.promise
    await expect(page).toHaveURL(new RegExp(`snapshot=${MOMENTS[0]}`))
    const words = page.getByRole('status').filter({ hasText: 'Showing' })
    await expect(words).toHaveText(/^Showing .+ UTC\. Loading .+ UTC…$/)
    await expect(strip(page)).toContainText('26.1')
    await expect(page.getByRole('group', { name: 'Time' })).not.toContainText('grew')
    read.resolve(null)
    await expect(words).toHaveCount(0)
    await expect(strip(page)).toContainText('24.1')
  })

  test('a cluster keeps its number and colour when others outgrow it or merge into it', async ({ open, page, service }) => {
    const token = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
    const outgrown = (at: 0 | 1 | 2, times: number) => {
      const { nodes, token_metadata, ...rest } = movingSnapshot(at)
      const grow = (node: (typeof nodes)[number]) => ({ ...node, balance: node.balance * times, percentage: node.percentage * times })
      return {
        ...{ ...rest, token_address: token, token_metadata: { ...token_metadata, address: token } },
        nodes: nodes.map((node) => (node.cluster === 1 ? grow(node) : node)),
      }
    }
    const taken: number[] = []
    for (const [at, times] of [
      [0, 1],
      [1, 4],
      [2, 4],
    ] as const) {
      expect((await service.post('/local/v1/imports', outgrown(at, times))).status).toBe(200)
      await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(taken.at(-1) ?? 0)
      const answer = await service.post(`/local/v1/sol/${token}/snapshots`, {})
      taken.push(((await answer.json()) as { timestamp: number }).timestamp)
    }
    const [first, second, third] = taken
    const largest = page.getByRole('button', { name: /^Cluster \d/ })
    await open(`/t/sol/${token}?snapshot=${first}`)
    await expect(largest).toHaveText([/^Cluster 1.*14.7/, /^Cluster 2.*5.4/, /^Cluster 3.*4.0/])
    await open(`/t/sol/${token}?snapshot=${second}`)
    await expect(largest).toHaveText([/^Cluster 2.*21.6/, /^Cluster 1.*14.7/, /^Cluster 3.*4.0/])
    await open(`/t/sol/${token}?view=compare&compare=${second}&snapshot=${third}`)
    await page.getByRole('tab', { name: /Clusters/ }).click()
    const rows = page.getByRole('grid', { name: 'Clusters that changed' })
    await expect(rows).toContainText('2 clusters merged into one (20.7 %), keeping number 1')
  })
})
