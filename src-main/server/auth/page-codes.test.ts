import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRunning, type Running } from '../testing/running.ts'
import { PageCodes } from './page-codes.ts'

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

const exchange = (code: string): Promise<Response> =>
  running.call('/local/v1/session', { method: 'POST', key: null, body: JSON.stringify({ code }), headers: { 'content-type': 'application/json' } })

it('a code of a link is exchanged for the key of the page once', async () => {
  const code = new URL(running.server.pageLink('/')).hash.replace('#code=', '')
  const first = await exchange(code)
  expect([first.status, await first.json()]).toEqual([200, { key: running.keys.owner }])
  expect((await exchange(code)).status).toBe(401)
  expect((await exchange('guessed')).status).toBe(401)
})

it('a code is worth nothing after its time', async () => {
  const codes = new PageCodes(20)
  const late = codes.issue()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(codes.redeem(late)).toBe(false)
})
