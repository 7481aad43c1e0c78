import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { quantile } from '../../lib/testing/bench.ts'

/** Bare WebSocket readers that inspect every frame: which trade it is, whether it is the next one, and its age. */

export interface FirehoseOrder {
  readonly port: number
  readonly clients: number
  readonly query: string
  /** Text frames that each client sends after the handshake, up to 64 KB. */
  readonly frames: readonly string[]
  /** Frames of further clients, one per client. Client `n` gets every trade whose number modulo their count is `n`. */
  readonly shares?: readonly string[]
  /** Number of trades that will be published. The worker posts its result once every client has received its trades, or on request. */
  readonly trades: number
}

export interface FirehoseResult {
  readonly received: number
  readonly outOfOrder: number
  readonly p99: number
}

/** The bench signs each trade with `number:microseconds`. */
const MARK = Buffer.from('"tx_signature":"')
const COLON = 0x3a
const QUOTE = 0x22
const DIGIT_ZERO = 0x30
const HEAD_END = '\r\n\r\n'

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

/** Sockets read into the same memory, because each chunk is looked at before the next is read. */
const chunkMemory = Buffer.allocUnsafe(256 * 1024)
/** More than an event of a trade has. */
const EVENT_BYTES = 2_048

/** Null if the bytes do not have the whole header. */
function frameLength(bytes: Buffer, from: number): number | null {
  if (bytes.length - from < 4) return null
  const short = bytes[from + 1] ?? 0
  return short < 126 ? short + 2 : bytes.readUInt16BE(from + 2) + 4
}

/** One client's bytes, cut into frames. The readers share the machine with the server, so they copy and search as little as they can. */
class Reader {
  #rest: Buffer = Buffer.alloc(0)
  readonly #step: number
  #next: number
  /** Offset of the mark in the previous frame. */
  #markAt = 0

  /** @param first number of the first trade it should get */
  constructor(first: number, step: number) {
    this.#next = first
    this.#step = step
  }

  take(chunk: Buffer): void {
    const arrived = now()
    const bytes = this.#finishFrame(chunk, arrived)
    let from = 0
    for (;;) {
      const length = frameLength(bytes, from)
      if (length === null || bytes.length - from < length) break
      this.#look(bytes, from, from + length, arrived)
      from += length
    }
    this.#rest = Buffer.from(bytes.subarray(from))
  }

  /** Reads the frame that began in the previous chunk. Returns the bytes after it. */
  #finishFrame(chunk: Buffer, arrived: number): Buffer {
    if (this.#rest.length === 0) return chunk
    const frame = Buffer.concat([this.#rest, chunk.subarray(0, EVENT_BYTES)])
    const length = frameLength(frame, 0)
    if (length === null || frame.length < length) return Buffer.concat([this.#rest, chunk])
    this.#look(frame, 0, length, arrived)
    return chunk.subarray(length - this.#rest.length)
  }

  #look(bytes: Buffer, from: number, end: number, arrived: number): void {
    if (!isMark(bytes, from + this.#markAt)) this.#markAt = bytes.indexOf(MARK, from) - from
    let at = from + this.#markAt + MARK.length
    if (this.#markAt < 0 || at >= end) return void (this.#markAt = 0)
    let number = 0
    for (; bytes[at] !== COLON; at++) number = number * 10 + (bytes[at] ?? 0) - DIGIT_ZERO
    let stamp = 0
    for (at++; bytes[at] !== QUOTE; at++) stamp = stamp * 10 + (bytes[at] ?? 0) - DIGIT_ZERO
    if (number !== this.#next) outOfOrder += 1
    this.#next = number + this.#step
    ages.push(arrived - stamp / 1000)
    received += 1
    if (received === wanted) postResult()
  }
}

function isMark(bytes: Buffer, at: number): boolean {
  for (let n = 0; n < MARK.length; n++) if (bytes[at + n] !== MARK[n]) return false
  return true
}

function openClient({ port, query }: FirehoseOrder, frames: readonly string[], reader: Reader): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    const take = (chunk: Buffer): void => {
      if (isOpen) return reader.take(chunk)
      isOpen = true
      reader.take(chunk.subarray(chunk.indexOf(HEAD_END) + HEAD_END.length))
      for (const frame of frames) socket.write(masked(frame))
      resolve(socket)
    }
    const onread = { buffer: chunkMemory, callback: (bytes: number) => (take(chunkMemory.subarray(0, bytes)), true) }
    const socket = connect({ port, host: '127.0.0.1', onread }).once('error', reject)
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
