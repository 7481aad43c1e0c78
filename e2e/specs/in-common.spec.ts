import type { SerialRecord } from '../../src-shared/contract/records/in-common.ts'
import type { SnapshotRecord } from '../../src-shared/contract/records/snapshot.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { BOME, expect, NOBODY, test } from '../fixtures/page.ts'
import { removeFolder, startService, temporaryFolder, type RunningService } from '../fixtures/service.ts'
import { launchToken, type Launch } from '../fixtures/surfpool/scenario.ts'
import { wallet } from '../fixtures/surfpool/client.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../fixtures/surfpool/surfpool.ts'

// Imports change what is stored.
test.use({ serviceGroup: 'in common' })

/** Two launches by the same people and one by others, side by side in the page. */
test.describe('tokens of the same people', () => {
  const missing = surfpoolMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ mode: 'serial', timeout: 180_000 })

  const shared = ['creator', 'funder', 'sniper one', 'sniper two', 'bundle one']
  let node: Surfpool
  let service: RunningService
  let launches: Launch[]

  test.beforeAll(async () => {
    node = await spawnSurfpool()
    launches = [
      await launchToken(node, { name: 'first', shared, buyAfter: 1 }),
      await launchToken(node, { name: 'second', shared, at: 2_000, buyAfter: 1 }),
      await launchToken(node, { name: 'alone', at: 3_000, buyAfter: 1 }),
    ]
    service = await startService({ dataDir: await temporaryFolder(), sources: [`sol=${node.url}`] })
    for (const { token } of launches) await service.post('/local/v1/jobs', { kind: 'read', network: 'sol', token_address: token })
    // Two tokens are from the sample case.
    await expect.poll(async () => (await service.json<SerialRecord>('/local/v1/sol/serial')).counted, { timeout: 120_000 }).toBe(5)
  })
  test.afterAll(async () => {
    await service.stop()
    await removeFolder(service.dataDir)
    await node.stop()
  })

  test('are compared from the keyboard', async ({ page }) => {
    await page.goto(`${service.url}/#key=${service.key}`)
    await page.getByRole('link', { name: 'What they have in common' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'In common' })).toBeVisible()
    await page.getByRole('searchbox').fill(launches[0]?.token ?? '')
    await expect(page.getByRole('checkbox')).toHaveCount(1)
    await page.getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await page.getByRole('searchbox').fill(launches[1]?.token ?? '')
    await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(1)
    await page.getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    const wallets = page.getByRole('table', { name: 'Wallets in common' })
    await expect(wallets.getByRole('rowheader')).toHaveCount(shared.length)
    const sniper = wallet('shared sniper one').publicKey.toBase58()
    await expect(
      wallets
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: sniper.slice(0, 3) }) })
        .getByText('Sniper'),
    ).toHaveCount(2)
    await expect(page.getByRole('table', { name: 'Overlap' }).getByRole('row').nth(1)).toContainText(/1 in|0\.\d/)
    await expect(page.getByRole('region', { name: 'Services' })).toContainText('Raydium CPMM vault authority')
    expect(new URL(page.url()).searchParams.get('tokens')?.split(',')).toHaveLength(2)
    await page.reload()
    await expect(wallets.getByRole('rowheader')).toHaveCount(shared.length)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [700, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        expect(overflow, 'nothing sticks out sideways').toBeLessThanOrEqual(0)
      }
      await expectAccessible(page)
    }
  })

  test('show who was early in both, with what they took', async ({ page }) => {
    await page.goto(`${service.url}/#key=${service.key}`)
    await expect(page.getByRole('table').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('serial wallets')
    await page.keyboard.press('Enter')
    const list = page.getByRole('table', { name: 'Early in several tokens' })
    await expect(list.getByRole('rowheader')).toHaveCount(2)
    await expect(list).toContainText('SOL')
    await expectAccessible(page)
  })

  test('that share nothing say so', async ({ page }) => {
    await page.goto(`${service.url}/common?on=sol&tokens=${launches[0]?.token},${launches[2]?.token}#key=${service.key}`)
    await expect(page.getByRole('region', { name: 'Wallets in common' })).toContainText('No wallet holds two of these tokens')
  })
})

test.describe('tokens of the sample case', () => {
  test('stand side by side', async ({ open, page }) => {
    await open(`/common?on=sol&tokens=${BOME},${NOBODY}`)
    await expect(page.getByRole('table', { name: 'Compared tokens' }).getByRole('row')).toHaveCount(3)
  })

  test('that came as a snapshot are counted on demand', async ({ open, page, service }) => {
    const { snapshots } = await service.json<{ snapshots: number[] }>(`/atlas/v1/sol/${NOBODY}/snapshots`)
    const snapshot = await service.json<SnapshotRecord>(`/atlas/v1/sol/${NOBODY}/snapshots/${snapshots[0]}`)
    const copy = wallet('copy of a token').publicKey.toBase58()
    const metadata = { ...snapshot.token_metadata, address: copy, symbol: 'COPY' }
    const sent = await service.post('/local/v1/imports', { ...snapshot, token_address: copy, token_metadata: metadata })
    expect(sent.ok).toBe(true)
    await open(`/t/sol/${NOBODY}?view=overlap`)
    await page.getByRole('link', { name: 'With other tokens' }).click()
    await page.getByRole('checkbox', { name: 'COPY' }).check()
    await expect(page.getByText(/The roles of wallets in COPY are unknown/)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Wallets in common' }).getByRole('rowheader').first()).toBeVisible()
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await expect(page.getByText(/The roles of wallets in COPY are unknown/)).toHaveCount(0)
    await expect(page.getByText('Not counted')).toHaveCount(0)
  })

  test('of which one is not stored show why, and one token alone says what to do', async ({ open, page }) => {
    await open(`/common?on=sol&tokens=${BOME},So11111111111111111111111111111111111111112`)
    await expect(page.getByRole('alert')).toContainText('is not stored')
    await open(`/common?on=sol&tokens=${BOME}`)
    await expect(page.getByRole('heading', { name: 'Choose two or more tokens' })).toBeVisible()
  })
})
