import { readFileSync } from 'node:fs'
import { expectAccessible } from '../fixtures/axe.ts'
import { expect, NOBODY, test } from '../fixtures/page.ts'

/** Importing files on the start page: picked, dropped and rejected. */
test('imports a saved snapshot and explains a broken file', async ({ open, page, service }) => {
  const { snapshots } = await service.json<{ snapshots: number[] }>(`/atlas/v1/sol/${NOBODY}/snapshots`)
  const snapshot = await (await service.get(`/atlas/v1/sol/${NOBODY}/snapshots/${snapshots[0]}`)).text()
  await open('/')
  await page.getByLabel('Files to import').setInputFiles([
    { name: 'saved-snapshot.json', mimeType: 'application/json', buffer: Buffer.from(snapshot) },
    { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"nodes": [') },
  ])
  const list = page.getByRole('list', { name: 'Recent imports' })
  await expect(list.getByRole('listitem').filter({ hasText: 'saved-snapshot.json' })).toContainText('Snapshot:', { timeout: 30_000 })
  await expect(list.getByRole('listitem').filter({ hasText: 'broken.json' }).getByRole('alert')).toContainText('not JSON')
  await expect(page.getByRole('region', { name: 'Imported files' })).toContainText('saved-snapshot.json')
})

test('clusters of a holder map without links are unknown', async ({ open, page, service }) => {
  const address = `0x${'e'.repeat(40)}`
  const map = {
    chain: 'eth',
    token_address: address,
    dt_update: '2025-04-24T10:00:00',
    full_name: 'Without links',
    symbol: 'BARE',
    nodes: [600, 400].map((amount, n) => ({ address: `0x${String(n + 1).repeat(40)}`, amount, percentage: amount / 10 })),
    links: [],
  }
  await open('/')
  const file = { name: 'bare.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(map)) }
  await page.getByLabel('Files to import').setInputFiles([file])
  const row = page.getByRole('row', { name: /BARE/ })
  await expect(row.getByText('unknown')).toHaveAttribute('title', /it is unknown who belongs together/, { timeout: 30_000 })
  expect(await service.json(`/dex-metrics/v1/eth/${address}`)).toMatchObject({ cluster_pct: 0 })
  expect(await service.json(`/local/v1/eth/${address}`)).toMatchObject({ links_known: false })

  await row.getByRole('link', { name: 'BARE Without links' }).click()
  const figure = page.getByRole('region', { name: 'Overview' }).locator('.strip-figure', { hasText: 'Clusters' })
  await expect(figure).toContainText('unknown')
  await figure.hover()
  await expect(page.getByRole('tooltip')).toContainText('it is unknown who belongs together')
  await open(`/t/eth/${address}?view=overlap`)
  await expect(page.getByText('Clusters: unknown. No transfer, trade, funding or link')).toBeVisible()
  await open(`/t/eth/${address}?view=clusters`)
  await expect(page.getByText('Clusters are unknown. No transfer, trade, funding or link').first()).toBeVisible()
  await open(`/t/eth/${address}`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(inspector).toContainText('Clusters are unknown. No transfer, trade, funding or link')
  await expect(inspector).toContainText(/In clustersunknown\s*Not clusteredunknown/)
})

test('trades whose amounts are unknown are counted, not denied', async ({ open, page, service }) => {
  // WETH was paid for a token whose decimals the file does not have.
  const address = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
  const [tx, receipt] = ['tx', 'receipt'].map((part) =>
    readFileSync(new URL(`../../src-main/importers/fixtures/eth-swap.${part}.json`, import.meta.url), 'utf8'),
  )
  const nodes = [600, 400].map((amount, n) => ({ address: `0x${String(n + 1).repeat(40)}`, amount, percentage: amount / 10 }))
  const map = { chain: 'eth', token_address: address, dt_update: '2025-04-24T10:00:00', full_name: 'Wrapped', symbol: 'WRAP', nodes, links: [] }
  await open('/')
  for (const [name, text] of [
    ['swap.json', `[${tx ?? ''},${receipt ?? ''}]`],
    ['wrapped.json', JSON.stringify(map)],
  ] as const) {
    await page.getByLabel('Files to import').setInputFiles([{ name, mimeType: 'application/json', buffer: Buffer.from(text) }])
    await expect(page.getByRole('region', { name: 'Imported files' })).toContainText(name, { timeout: 30_000 })
  }
  expect(await service.json(`/local/v1/eth/${address}`)).toMatchObject({ trades: 1 })
  expect(await service.json(`/dex/v1/eth/trades?token=${address}`)).toMatchObject({ trades: [] })
  await open(`/t/eth/${address}?view=trades`)
  await expect(page.getByText('1 stored trade is not listed, because the time or the decimals of a token are unknown.')).toBeVisible()
  await expect(page.getByText('No trades stored for this token')).toHaveCount(0)
})

test('a holder list is imported with its columns, and again says that nothing changed', async ({ open, page, service }) => {
  const wallet = (digit: string): string => `0x${digit.repeat(40)}`
  const token = wallet('c')
  const csv = `Holder,Quantity,Note\n${wallet('1')},"1,600.5",a\nnobody,5,b\n${wallet('2')},400,c\n`
  const file = { name: 'holders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await open('/')
  for (const result of ['Holder list: 2 holders, 1 snapshot. 1 entry could not be read and was skipped.', 'Holder list: nothing new.']) {
    await page.getByLabel('Files to import').setInputFiles([file])
    const dialog = page.getByRole('dialog', { name: 'Import holders.csv' })
    await expect(dialog.getByRole('combobox', { name: 'Address' })).toHaveValue('Holder')
    await expect(dialog.getByRole('combobox', { name: 'Balance' })).toHaveValue('Quantity')
    await expect(dialog).toContainText('Expected a CSV file')
    await expect(dialog.getByRole('row').nth(2)).toContainText('Refused:')
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Network' }).selectOption('base')
    await dialog.getByLabel('Token address').fill(token)
    await dialog.getByLabel('Total supply').fill('4000')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    const item = page.getByRole('list', { name: 'Recent imports' }).getByRole('listitem').filter({ hasText: result })
    await expect(item).toBeVisible({ timeout: 30_000 })
  }
  await expect(page.getByText('This file was imported before; nothing changed.')).toBeVisible()
  expect(await service.json(`/local/v1/base/${token}/holders`)).toMatchObject({
    holders: [{ balance_raw: '16005', percentage: 40.0125 }, { balance_raw: '4000' }],
  })
})

test('transfers are previewed, imported with the balances that they show, and taken back', async ({ open, page, service }) => {
  const wallet = (digit: string): string => `0x${digit.repeat(40)}`
  const line = (from: string, to: string, amount: string, n: number): string =>
    `0x${String(n).repeat(64)},${18_000_000 + n},${1_700_000_000 + n},${wallet(from)},${wallet(to)},"${amount}"`
  const lines = [line('0', '1', '1,000', 1), line('1', '2', '400.5', 2), line('1', 'x', '1', 3)]
  const buffer = Buffer.from(`Transaction Hash,Blockno,UnixTimestamp,From,To,Quantity\n${lines.join('\n')}\n`)
  await open('/')
  await page.getByLabel('Files to import').setInputFiles([{ name: 'transfers.csv', mimeType: 'text/csv', buffer }])
  const dialog = page.getByRole('dialog', { name: 'Import transfers.csv' })
  await expect(dialog.getByRole('combobox', { name: 'Content' })).toHaveValue('transfers')
  await expect(dialog.getByRole('combobox', { name: 'Transaction' })).toHaveValue('Transaction Hash')
  await expect(dialog.getByRole('row').nth(2)).toContainText('400.5')
  await expect(dialog.getByRole('row').nth(3)).toContainText('Refused: To:')
  await dialog.getByLabel('Token address').fill(wallet('a'))
  await dialog.getByRole('textbox', { name: 'Decimals', exact: true }).fill('6')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Transfer list: 2 holders, 2 transfers, 1 snapshot. 1 entry could not be read and was skipped.')).toBeVisible({
    timeout: 30_000,
  })
  expect(await service.json(`/local/v1/eth/${wallet('a')}/holders`)).toMatchObject({
    holders: [{ balance_raw: '599500000' }, { balance_raw: '400500000' }],
  })
  await page.getByRole('button', { name: 'Remove the import of transfers.csv' }).click()
  await expect(page.getByText('Removed the import of transfers.csv.')).toBeVisible()
})

test('a stored token is deleted after a second click and restored, and its import is taken back', async ({ open, page }) => {
  const token = `0x${'9'.repeat(40)}`
  const nodes = [{ address: `0x${'1'.repeat(40)}`, amount: 600, percentage: 60 }]
  const map = { chain: 'eth', token_address: token, dt_update: '2025-04-24T10:00:00', full_name: 'Wrong', symbol: 'WRONG', nodes, links: [] }
  await open('/')
  await page
    .getByLabel('Files to import')
    .setInputFiles([{ name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(map)) }])
  await expect(page.getByRole('link', { name: 'WRONG Wrong' })).toBeVisible({ timeout: 30_000 })
  await open('/settings')
  await page.getByRole('button', { name: 'Delete WRONG', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete WRONG, confirm' }).click()
  await expect(page.getByText('Deleted WRONG.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete WRONG', exact: true })).toHaveCount(0)
  await open('/')
  await expect(page.getByRole('link', { name: 'WRONG Wrong' })).toHaveCount(0)
  await open('/settings')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore: Token of WRONG' }).click()
  await expect(page.getByRole('button', { name: 'Delete WRONG', exact: true })).toBeVisible()

  await open(`/t/eth/${token}?view=snapshots`)
  await page.getByRole('button', { name: /^Delete the snapshot of / }).click()
  await expect(page.getByText('The facts it was based on remain.')).toBeVisible()
  await page.getByRole('button', { name: /^Delete the snapshot of .*, confirm$/ }).click()
  await expect(page.getByText('No snapshots yet')).toBeVisible()
  await open('/settings')
  await page.getByRole('button', { name: /^Restore: Snapshot of / }).click()
  await expect(page.getByText('Restored the snapshot')).toBeVisible()

  await open('/')
  await page.getByRole('button', { name: 'Remove the import of wrong.json' }).click()
  await expect(page.getByText('Removed the import of wrong.json.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'WRONG Wrong' })).toHaveCount(0)
})

test('a holder map dropped on the page imports a token', async ({ open, page }) => {
  const wallet = (digit: string): string => `0x${digit.repeat(40)}`
  const map = {
    chain: 'eth',
    token_address: wallet('d'),
    dt_update: '2025-04-24T10:00:00',
    full_name: 'Dropped',
    symbol: 'DROP',
    nodes: [
      { address: wallet('1'), amount: 600, percentage: 60 },
      { address: wallet('2'), amount: 400, percentage: 40 },
    ],
    links: [{ source: 0, target: 1, forward: 5, backward: 0 }],
  }
  await open('/')
  const files = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'dropped.json', { type: 'application/json' }))
    return data
  }, JSON.stringify(map))
  const start = page.locator('.start')
  await start.dispatchEvent('dragenter', { dataTransfer: files })
  await expect(page.getByText('Drop to import')).toBeVisible()
  await start.dispatchEvent('drop', { dataTransfer: files })
  const item = page.getByRole('list', { name: 'Recent imports' }).getByRole('listitem').filter({ hasText: 'dropped.json' })
  await expect(item).toContainText('Holder map: 2 holders', { timeout: 30_000 })
  await item.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('DROP')
  await expect(page.getByRole('grid', { name: 'Holders' })).toHaveAttribute('aria-rowcount', '3')

  // Other pages have no drop target and show the result on the start page.
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.locator('main').dispatchEvent('drop', { dataTransfer: files })
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('list', { name: 'Recent imports' }).getByRole('listitem').filter({ hasText: 'dropped.json' })).toHaveCount(2)
})
