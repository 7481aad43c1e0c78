import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { quantile } from '../../lib/testing/bench.ts'

/** Bare WebSocket readers that look into every frame: which trade it is, whether it is the next, and how old. */

export interface FirehoseOrder {
  readonly port: number
  readonly clients: number
  readonly query: string
  /** Text frames that each client sends after the handshake, not above 64 KB. */
  readonly frames: readonly string[]
  /** Frames of further clients, one for each. Client `n` of them gets every trade whose number divided by their count leaves `n`. */
  readonly shares?: readonly string[]
  /** Trades that will be published; the worker posts its result once every client has those it should get, or on request. */
  readonly trades: number
}

export interface FirehoseResult {
  readonly received: number
  readonly outOfOrder: number
  readonly p99: number
}

/** Trades are signed `number:microseconds` by the bench. */
const MARK = Buffer.from('"tx_signature":"')
const COLON = 0x3a
const QUOTE = 0x22
const DIGIT_ZERO = 0x30

function masked(text: string): Buffer {
  const body = Buffer.from(text)
  const mask = randomBytes(4)
  const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 0xff])
  return Buffer.concat([head, mask, body.map((byte, index) => byte ^ (mask[index % 4] ?? 0))])
}

const ages: number[] = []
let received = 0
let outOfOrder = 0
let wanted = 0
let sockets: Socket[] = []

const now = (): number => performance.timeOrigin + performance.now()

function postResult(): void {
  parentPort?.postMessage({ received, outOfOrder, p99: quantile(ages, 0.99) } satisfies FirehoseResult)
}

/** One client's bytes, cut into frames. */
class Reader {
  #rest: Buffer = Buffer.alloc(0)
  readonly #step: number
  #next: number

  /** @param first number of the first trade it should get */
  constructor(first: number, step: number) {
    this.#next = first
    this.#step = step
  }

  take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const arrived = now()
    let from = 0
    for (;;) {
      const left = bytes.length - from
      const length = left < 4 ? null : (bytes[from + 1] ?? 0) < 126 ? (bytes[from + 1] ?? 0) + 2 : bytes.readUInt16BE(from + 2) + 4
      if (length === null || left < length) break
      this.#look(bytes, from, from + length, arrived)
      from += length
    }
    this.#rest = bytes.subarray(from)
  }

  /** Digits are read where they lie: the readers share the machine with the server, and strings would cost as much as its work. */
  #look(bytes: Buffer, from: number, end: number, arrived: number): void {
    const at = bytes.indexOf(MARK, from)
    if (at < 0 || at >= end) return
    const colon = bytes.indexOf(COLON, at + MARK.length)
    const number = numberIn(bytes, at + MARK.length, colon)
    if (number !== this.#next) outOfOrder += 1
    this.#next = number + this.#step
    ages.push(arrived - numberIn(bytes, colon + 1, bytes.indexOf(QUOTE, colon)) / 1000)
    received += 1
    if (received === wanted) postResult()
  }
}

function numberIn(bytes: Buffer, from: number, end: number): number {
  let value = 0
  for (let at = from; at < end; at++) value = value * 10 + (bytes[at] ?? 0) - DIGIT_ZERO
  return value
}

function openClient({ port, query }: FirehoseOrder, frames: readonly string[], reader: Reader): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').once('error', reject)
    socket.once('data', () => {
      socket.on('data', (chunk: Buffer) => reader.take(chunk))
      for (const frame of frames) socket.write(masked(frame))
      resolve(socket)
    })
    const key = randomBytes(16).toString('base64')
    const head = [`GET /ws${query} HTTP/1.1`, `host: 127.0.0.1:${port}`, 'upgrade: websocket', 'connection: Upgrade']
    socket.write(`${[...head, 'sec-websocket-version: 13', `sec-websocket-key: ${key}`].join('\r\n')}\r\n\r\n`)
  })
}

parentPort?.on('message', (order: FirehoseOrder | 'report' | 'close') => {
  if (order === 'report') return postResult()
  if (order === 'close') return sockets.forEach((socket) => socket.destroy())
  ages.length = 0
  received = 0
  outOfOrder = 0
  const { clients, frames, shares = [], trades } = order
  wanted = clients * trades + (shares.length > 0 ? trades : 0)
  Promise.all([
    ...Array.from({ length: clients }, () => openClient(order, frames, new Reader(0, 1))),
    ...shares.map((frame, n) => openClient(order, [frame], new Reader(n, shares.length))),
  ]).then(
    (opened) => {
      sockets = opened
      parentPort?.postMessage('open')
    },
    (error: unknown) => parentPort?.postMessage(String(error)),
  )
})
