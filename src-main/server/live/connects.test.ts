import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSocket } from '../testing/frame-socket.ts'
import { startRunning, type Running } from '../testing/running.ts'
import { SOL } from '../testing/story.ts'

/** Sockets that connect, subscribe and leave, cleanly or not. */

const CONNECTS = 10_000
const AT_ONCE = 20
/** A leaked connection holds far more than this. Garbage that is not collected yet is less. */
const BYTES_EACH = 2_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

async function comeAndGo(n: number): Promise<void> {
  const socket = await openSocket(running.server.wsUrl, { key: running.keys.reader })
  const subs = [SOL.token.address, SOL.pool, SOL.buyers[0]].map((address) => ({ network: 'sol', address, stream: 'dex_trades' }))
  socket.send({ op: 'subscribe', subs })
  await socket.until((frame) => frame['op'] === 'subscribed')
  if (n % 2 === 0) return socket.close()
  socket.ws.terminate()
  await socket.closed
}

async function heapAfter(count: number): Promise<number> {
  for (let n = 0; n < count; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => comeAndGo(n + i)))
  await expect.poll(() => running.server.subscriptions(), { timeout: 10_000 }).toBe(0)
  collect()
  return process.memoryUsage().heapUsed
}

it(`${CONNECTS} connects and disconnects leave no subscription, no connection and no memory behind`, { timeout: 600_000 }, async () => {
  const before = await heapAfter(200)
  const after = await heapAfter(CONNECTS)
  expect((after - before) / CONNECTS).toBeLessThan(BYTES_EACH)
  const status = (await (await running.call('/local/v1/status')).json()) as { connections: number }
  expect(status.connections).toBe(0)
})
