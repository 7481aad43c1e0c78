import { expect, it } from 'vitest'
import { startRunning } from '../testing/running.ts'
import { GuessLimit } from './guess-limit.ts'

it('unknown keys of one address wait in line after the first ten, and are refused when the line is long', async () => {
  const limit = new GuessLimit(200)
  for (let n = 0; n < 10; n++) await limit.pass('10.0.0.1')
  await limit.pass('10.0.0.1')
  const waits = Array.from({ length: 5 }, () => limit.pass('10.0.0.1'))
  await expect(limit.pass('10.0.0.1')).rejects.toMatchObject({ code: 'rate_limited' })
  await limit.pass('10.0.0.2')
  // A right key was among them.
  limit.forget('10.0.0.1')
  for (let n = 0; n < 10; n++) await limit.pass('10.0.0.1')
  await Promise.all(waits)
})

it('a right key never waits, whatever others of its address try', async () => {
  const running = await startRunning({ limits: { guessPauseMs: 500 } })
  const guesses = Array.from({ length: 30 }, (_, n) => running.call('/local/v1/status', { key: `hs_wrong${n}` }))
  expect((await running.call('/local/v1/status')).status).toBe(200)
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.filter((status) => status === 401).length).toBeLessThan(20)
  await running.stop()
})
