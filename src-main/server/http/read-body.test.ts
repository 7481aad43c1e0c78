import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { readBytes } from './read-body.ts'

const MEGABYTE = 1024 * 1024
const LIMIT = 64 * MEGABYTE

it('a long body arrives whole, and other work is done before it is put together', async () => {
  const body = Buffer.from(Array.from({ length: 24 * MEGABYTE }, (_, i) => i % 251))
  const order: string[] = []
  const read = Promise.withResolvers<Buffer>()
  const server = createServer((request: IncomingMessage, response) => {
    request.once('end', () => setImmediate(() => order.push('other work')))
    const bytes = readBytes(request, LIMIT, 60_000)
    bytes.then(() => order.push('read')).finally(() => response.end())
    bytes.then(read.resolve, read.reject)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body })
    expect((await read.promise).equals(body)).toBe(true)
    expect(order).toEqual(['other work', 'read'])
  } finally {
    server.close()
  }
})
