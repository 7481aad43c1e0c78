import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGeyserConnection } from './connection.ts'
import { writeSubscription } from './messages.ts'
import { startGeyserServer, type GeyserServer } from './testing/geyser-server.ts'

let server: GeyserServer
beforeEach(async () => {
  server = await startGeyserServer()
})
afterEach(() => server.stop())

test('reports a lost stream, but not the end of a closed connection, after which a caller would open its replacement', async () => {
  const reasons: string[] = []
  const connection = openGeyserConnection({
    endpoints: [{ host: new URL(server.url).host, secure: false, token: null }],
    firstReconnectMs: 1,
    onOpen: () => connection.send(writeSubscription({ accounts: [], tokenProgram: '', mint: new Uint8Array(), fromSlot: null })),
    onMessage: () => undefined,
    onDown: (reason) => reasons.push(reason),
  })
  await expect.poll(() => server.subscribers).toBe(1)
  server.cut()
  await expect.poll(() => reasons).toContain('the node restarts')
  server.join()
  await expect.poll(() => server.subscribers).toBe(1)
  const before = reasons.length
  connection.close()
  await expect.poll(() => server.subscribers).toBe(0)
  expect(reasons.slice(before)).toEqual([])
})
