import { BOME, expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'

/**
 * A stored token opens without a read, even if an endpoint is set: only an unread token is read on request
 * (docs/api/rest.md#first-read-of-a-token).
 */
test.describe('a stored token with an endpoint set for its network', () => {
  let service: RunningService
  test.beforeAll(async () => {
    // Nothing listens on this port: a read that starts would fail but still be listed.
    service = await startService({ sources: ['sol=http://127.0.0.1:1'] })
  })
  test.afterAll(async () => {
    await service.stop()
    await removeFolder(service.dataDir)
  })

  const jobs = async (): Promise<number> => (await service.json<{ jobs: unknown[] }>('/local/v1/jobs')).jobs.length

  test('every route and stream answers from stored data', async () => {
    const records = ['', '/distribution', '/clusters', '/snipers', '/bundlers', '/insiders'].map((name) => `/dex-metrics/v1/sol/${BOME}${name}`)
    const local = ['', '/holders', '/clusters', '/distribution', '/overlap', '/early', '/follow'].map((name) => `/local/v1/sol/${BOME}${name}`)
    const paths = [...records, ...local, `/atlas/v1/sol/${BOME}/snapshots/latest`, `/dex/v1/sol/trades?token=${BOME}`]
    for (const path of paths) expect([path, (await service.get(path)).status]).toEqual([path, 200])

    const streams = ['dex_trades', 'scanner', 'clusters', 'dex_metrics', 'insiders', 'bundlers', 'snipers', 'local.jobs', 'local.follow']
    const socket = new WebSocket(`${service.ws}?api-key=${service.key}`)
    const frames: { op: string; stream?: string; data?: { state?: string; message?: string | null } }[] = []
    socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data)) as (typeof frames)[number]))
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    socket.send(JSON.stringify({ op: 'subscribe', subs: streams.map((stream) => ({ network: 'sol', address: BOME, stream })) }))
    await expect
      .poll(() => frames.findLast(({ stream }) => stream === 'local.follow')?.data)
      .toMatchObject({ state: 'off', message: expect.stringContaining('imported from a file') })
    expect(frames.some(({ stream }) => stream === 'clusters')).toBe(true)
    socket.close()
    expect(await jobs()).toBe(0)
  })

  test('opens in the page, shows that it is not followed, and is read once followed', async ({ page }) => {
    await page.goto(`${service.url}/t/sol/${BOME}?view=trades#key=${service.key}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BOME')
    await expect(page.getByText('Not followed')).toHaveAttribute('title', /imported from a file; read it from a node or follow it/)
    expect(await jobs()).toBe(0)
    await page.getByRole('button', { name: 'Follow live' }).click()
    await expect.poll(jobs).toBe(1)
  })
})
