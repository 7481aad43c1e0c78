import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

export type Frame = Record<string, unknown>

/** A client socket whose frames are read one by one, in order. Waiting too long for a frame throws. */
export interface FrameSocket {
  readonly ws: WebSocket
  send(frame: unknown): void
  /** The next frame not yet taken. */
  next(): Promise<Frame>
  /** Frames up to and with the first that `fits`. */
  until(fits: (frame: Frame) => boolean): Promise<Frame[]>
  /** All frames that arrive before the answer to a ping, without that answer. These are exactly the frames in flight. */
  settled(): Promise<Frame[]>
  /** Code and reason of the close. */
  readonly closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

export interface SocketOptions extends Omit<ClientOptions, 'key'> {
  readonly key?: string | null
  /** Also returns the frames that report coverage, which arrive as soon as it is known. */
  readonly coverage?: boolean
}

const PATIENCE_MS = 25_000

interface Waiting {
  readonly take: (frame: Frame) => void
  readonly fail: (reason: Error) => void
}

/** @throws Error when the handshake fails. */
export async function openSocket(url: string, { key = null, coverage = false, headers, ...options }: SocketOptions = {}): Promise<FrameSocket> {
  const ws = new WebSocket(url, { handshakeTimeout: PATIENCE_MS, ...options, headers: { ...headers, ...(key === null ? {} : { 'x-api-key': key }) } })
  const arrived: Frame[] = []
  const waiting: Waiting[] = []
  ws.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame
    if (!coverage && reportsCoverage(frame)) return
    const taker = waiting.shift()
    if (taker === undefined) arrived.push(frame)
    else taker.take(frame)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.once('close', (code, reason) => {
      resolve({ code, reason: String(reason) })
      for (const { fail } of waiting.splice(0)) fail(new Error(`the socket closed with ${code} while a frame was awaited`))
    })
  })
  await once(ws, 'open')
  const next = (): Promise<Frame> => {
    const frame = arrived.shift()
    if (frame !== undefined) return Promise.resolve(frame)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no frame came within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
      const settle =
        <T>(pass: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer)
          pass(value)
        }
      waiting.push({ take: settle(resolve), fail: settle(reject) })
    })
  }
  const until: FrameSocket['until'] = async (fits) => {
    const taken: Frame[] = []
    for (;;) {
      const frame = await next()
      taken.push(frame)
      if (fits(frame)) return taken
    }
  }
  let pings = 0
  const send = (frame: unknown): void => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  return {
    ws,
    closed,
    next,
    until,
    send,
    async settled() {
      const id = `settle-${++pings}`
      send({ op: 'ping', id })
      return (await until((frame) => frame['op'] === 'pong' && frame['id'] === id)).slice(0, -1)
    },
    async close() {
      ws.close()
      await closed
    },
  }
}

const reportsCoverage = ({ op, subscription }: Frame): boolean => op === 'ack' || (op === 'error' && subscription !== undefined)

/** The status of a handshake that is refused. */
export async function refusedHandshake(url: string, options: ClientOptions): Promise<number> {
  const ws = new WebSocket(url, { handshakeTimeout: PATIENCE_MS, ...options })
  ws.on('error', () => undefined)
  const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode: number }]
  ws.terminate()
  return response.statusCode
}
