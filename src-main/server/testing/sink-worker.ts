import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** Bare WebSocket readers that subscribe once and then only count bytes, so that reading costs a bench next to nothing. */

export interface SinkOrder {
  readonly port: number
  readonly sockets: number
  /** Query of the handshake, e.g. `?api-key=…`. */
  readonly query: string
  /** Text frame each sends after the handshake. */
  readonly frame: string
}

/** A masked text frame, as clients send them (RFC 6455 §5.3). */
function clientText(text: string): Buffer {
  const body = Buffer.from(text)
  const mask = randomBytes(4)
  const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 0xff])
  return Buffer.concat([head, mask, body.map((byte, index) => byte ^ (mask[index % 4] ?? 0))])
}

let received = 0
let target = Number.POSITIVE_INFINITY

function count(bytes: number): void {
  received += bytes
  if (received < target) return
  target = Number.POSITIVE_INFINITY
  parentPort?.postMessage('reached')
}

function openSink({ port, query, frame }: SinkOrder): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', () => {
      socket.on('data', (chunk: Buffer) => count(chunk.length))
      socket.write(clientText(frame))
      resolve(socket)
    })
    const key = randomBytes(16).toString('base64')
    const lines = [
      `GET /ws${query} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      'upgrade: websocket',
      'connection: Upgrade',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${key}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  })
}

let sinks: Socket[] = []

parentPort?.on('message', (order: SinkOrder | { expect: number } | 'close') => {
  if (order === 'close') {
    for (const sink of sinks) sink.destroy()
    sinks = []
  } else if ('expect' in order) {
    received = 0
    target = order.expect
    parentPort?.postMessage('armed')
  } else {
    Promise.all(Array.from({ length: order.sockets }, () => openSink(order))).then(
      (opened) => {
        sinks = opened
        parentPort?.postMessage('open')
      },
      (error: unknown) => parentPort?.postMessage(String(error)),
    )
  }
})
