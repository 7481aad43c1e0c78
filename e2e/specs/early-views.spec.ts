import { expectAccessible } from '../fixtures/axe.ts'
import { expect, test } from '../fixtures/page.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'
import { launchToken, type Launch } from '../fixtures/surfpool/scenario.ts'
import { spawnSurfpool, surfpoolMissing, type Surfpool } from '../fixtures/surfpool/surfpool.ts'

interface Early {
  readonly snipers: readonly { readonly address: string }[]
  readonly bundlers: readonly { readonly address: string }[]
}

/** Early wallets of a launch on a real Solana node, and the views without launch data. */
test.describe('early wallets', () => {
  const missing = surfpoolMissing()
  test.skip(missing !== null, missing ?? '')
  test.describe.configure({ mode: 'serial' })

  let node: Surfpool
  let launch: Launch
  let service: RunningService

  test.beforeAll(async () => {
    node = await spawnSurfpool()
    launch = await launchToken(node)
    service = await startService({ sources: [`sol=${node.url}`] })
    await expect.poll(async () => (await service.get(`/dex-metrics/v1/sol/${launch.token}`)).status, { timeout: 120_000 }).toBe(200)
    // The pool of the scripted launch opens ten slots before its first buy; the window must start at that buy.
    const changes = { 'sniper.pool_before_first_swap_blocks.sol': 0 }
    const answer = await fetch(`${service.url}/local/v1/rules`, {
      method: 'PUT',
      headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ changes }),
    })
    expect(answer.status).toBe(200)
    await expect.poll(async () => (await early()).snipers.length, { timeout: 30_000 }).toBe(3)
  })
  test.afterAll(async () => {
    await service?.stop()
    await node?.stop()
    if (service !== undefined) await removeFolder(service.dataDir)
  })

  const early = (): Promise<Early> => service.json<Early>(`/local/v1/sol/${launch.token}/early`)

  test('lists snipers with life lines, and one of them as a table', async ({ page }) => {
    const { snipers } = await early()
    await page.goto(`${service.url}/t/sol/${launch.token}?view=snipers#key=${service.key}`)
    const grid = page.getByRole('grid', { name: 'Snipers' })
    await expect(grid).toHaveAttribute('aria-rowcount', String(snipers.length + 1))
    await expect(grid.getByRole('img', { name: /1 buy/ }).first()).toBeVisible()

    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const life = page.locator('section', { has: page.locator('#wallet-life') })
    await expect(life).toContainText('inside the window')
    await expect(life.getByRole('table')).toContainText('Buy')
    await expectAccessible(page)
  })

  test('a selected wallet shows its classes', async ({ page }) => {
    const [first] = (await early()).snipers
    await page.goto(`${service.url}/t/sol/${launch.token}?wallets=${first?.address ?? ''}#key=${service.key}`)
    const classes = page.locator('section', { has: page.getByRole('heading', { name: 'Classes' }) })
    await expect(classes).toContainText('Fresh at its first buyyes')
    await expect(classes).toContainText('Receives the token’s taxno')
    await expect(classes).toContainText(/Only dust of the native coin leftno/)
    await expectAccessible(page)
  })

  test('a bundle selects its wallets, and the overlap counts each wallet once', async ({ page }) => {
    const { bundlers } = await early()
    await page.goto(`${service.url}/t/sol/${launch.token}?view=bundlers#key=${service.key}`)
    if (bundlers.length > 0) {
      await page
        .getByRole('region', { name: 'Bundles by block' })
        .getByRole('button', { name: /wallet/ })
        .first()
        .click()
      await expect(page).toHaveURL(/wallets=/)
      await expect(page.getByText(/All bundles together bought .+ % for .+ SOL, .+ % still held\./)).toBeVisible()
    } else await expect(page.getByRole('heading', { name: 'No bundlers found' })).toBeVisible()

    const { groups } = await service.json<{ groups: { wallets: number; addresses: string[] }[] }>(`/local/v1/sol/${launch.token}/overlap`)
    await page.goto(`${service.url}/t/sol/${launch.token}?view=overlap#key=${service.key}`)
    const table = page.getByRole('table', { name: /List intersections/ })
    await expect(table.locator('tbody tr')).toHaveCount(groups.length)
    const listed = groups.flatMap(({ addresses }) => addresses)
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('explains a list without launch data and what to do', async ({ page }) => {
    const [sample] = (await service.json<{ tokens: { network: string; address: string; origin: string }[] }>('/local/v1/tokens')).tokens.filter(
      ({ origin }) => origin === 'import',
    )
    await page.goto(`${service.url}/t/${sample?.network}/${sample?.address}?view=snipers#key=${service.key}`)
    await expect(page.getByRole('heading', { name: 'The launch is unknown' })).toBeVisible()
    await expect(page.getByText('Set an endpoint in Settings', { exact: false })).toBeVisible()
  })
})
