import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BOME, expect, test } from '../fixtures/page.ts'

const run = promisify(execFile)

/** Creates a key, copies a call as curl, finds it in the log and revokes the key. */
test('a key made in the page opens the API to curl until it is revoked', async ({ open, page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url })
  await open('/api')
  await page.getByRole('tab', { name: 'Keys' }).click()
  await page.getByPlaceholder('What will use this key?').fill('notebook')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Copy this key now.')).toBeVisible()
  const key = (await page.locator('.made-key code').textContent()) ?? ''

  await page.getByRole('tab', { name: 'Endpoints' }).click()
  await page.getByRole('button', { name: 'Copy GET /local/v1/tokens as curl' }).click()
  const line = await page.evaluate(() => navigator.clipboard.readText())
  expect(line).not.toContain(key)
  const call = async (): Promise<unknown> => JSON.parse((await run('bash', ['-c', line], { env: { ...process.env, HOLDERSCOPE_KEY: key } })).stdout)
  expect(await call()).toMatchObject({ tokens: expect.any(Array) })

  await page.getByRole('tab', { name: 'Requests' }).click()
  await page.getByRole('searchbox').fill('notebook')
  await expect(page.getByRole('grid', { name: 'Requests' })).toContainText('/local/v1/tokens', { timeout: 15_000 })

  await page.getByRole('tab', { name: 'Keys' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke notebook' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByRole('row', { name: /notebook/ })).toContainText('revoked')
  expect(await call()).toMatchObject({ code: 'unauthorized' })
})

test('lists streams with their subscribers and subscribe frames', async ({ open, page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: service.url })
  await open('/api')
  await page.getByRole('tab', { name: 'Streams' }).click()
  const listeners = page.getByRole('region', { name: 'Connected clients' })
  await expect(listeners).toContainText('None.')
  const socket = new WebSocket(`${service.ws}?api-key=${service.key}`)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ op: 'subscribe', network: 'sol', address: BOME, stream: 'clusters' })))
  await expect(listeners.getByRole('row', { name: /Holderscope app/ })).toContainText('clusters of ukH…J82', { timeout: 15_000 })
  socket.close()
  await expect(listeners).toContainText('None.', { timeout: 15_000 })
  await page.getByRole('button', { name: 'Copy the subscribe frame for dex_trades' }).click()
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({ op: 'subscribe', stream: 'dex_trades' })
})
