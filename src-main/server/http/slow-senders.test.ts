import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRunning, type Running } from '../testing/running.ts'
import { readBytes } from './read-body.ts'

/** Requests that are sent drop by drop, or never completed, over real sockets. */

const DRIP_MS = 20
let running: Running
beforeAll(async () => {
  running = await startRunning({ limits: { headersMs: 300, requestMs: 60_000, bodyMs: 300, slowCheckMs: 100 } })
})
afterAll(() => running.stop())

/** Sends the start of a request and then one drop at a time. Resolves with everything received until the service closed the connection. */
async function drip(start: string, drop: string): Promise<string> {
  const socket: Socket = connect(running.server.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(start)
  const timer = setInterval(() => socket.write(drop), DRIP_MS)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return Buffer.concat(chunks).toString()
}

const post = (key: string): string =>
  `POST /local/v1/keys HTTP/1.1\r\nHost: 127.0.0.1:${running.server.port}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`

describe('a connection is closed', () => {
  it('that sends nothing', async () => expect(await drip('', '')).toMatch(/^HTTP\/1.1 408 /))

  it('whose headers never end', async () => {
    expect(await drip(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${running.server.port}\r\n`, 'X-Drop: 1\r\n')).toMatch(/^HTTP\/1.1 408 /)
  })

  it('whose body comes drop by drop, with the reason', async () => {
    expect(await drip(post(running.keys.owner), ' ')).toMatch(/^HTTP\/1.1 422 [^]*The body was not sent in time/)
  })

  it('whose body goes on after the request was refused', async () => {
    expect(await drip(post('hs_unknown'), ' ')).toMatch(/^HTTP\/1.1 401 /)
  })
})

it('a body fails whose client left before it was read', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n')
  const [request] = (await once(http, 'request')) as [IncomingMessage]
  const isClosed = new Promise((resolve) => request.on('error', () => undefined).once('close', resolve))
  socket.destroy()
  await isClosed
  await expect(readBytes(request, 9, 3_600_000)).rejects.toThrow('The body is incomplete.')
  http.close()
})

it('a slow client keeps its connection between requests', async () => {
  const socket = connect(running.server.port, '127.0.0.1')
  const request = `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${running.server.port}\r\n\r\n`
  const answers: string[] = []
  socket.on('data', (chunk: Buffer) => answers.push(chunk.toString()))
  await once(socket, 'connect')
  socket.write(request)
  await expect.poll(() => answers.join('').match(/HTTP\/1.1 200/g)?.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  socket.write(request)
  await expect.poll(() => answers.join('').match(/HTTP\/1.1 200/g)?.length).toBe(2)
  socket.destroy()
})

it('a caller that goes away within its body is no error in the log', async () => {
  const logged: string[] = []
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const other = await startRunning({ logger })
  try {
    for (let n = 0; n < 10; n++) {
      const socket = connect(other.server.port, '127.0.0.1')
      await once(socket, 'connect')
      const head = `POST /local/v1/keys HTTP/1.1\r\nHost: 127.0.0.1:${other.server.port}\r\nX-API-Key: ${other.keys.owner}`
      socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{`)
      await other.call('/health')
      socket.destroy()
    }
    // The call that follows is answered after those were given up.
    expect((await other.call('/health')).status).toBe(200)
  } finally {
    await other.stop()
  }
  expect(logged).toEqual([])
})
