import { once } from 'node:events'
import { WebSocket, type ClientOptions } from 'ws'

type Frame = Record<string, unknown>

/** A client socket whose frames a test takes one by one, in order. */
export interface TestSocket {
  readonly ws: WebSocket
  send(frame: unknown): void
  /** The next frame not yet taken. */
  next(): Promise<Frame>
  /** Frames up to and with the first that `fits`. */
  until(fits: (frame: Frame) => boolean): Promise<Frame[]>
  /** Everything that arrives before the answer to a ping, without that answer: what was on its way, and no more. */
  settled(): Promise<Frame[]>
  /** Code and reason of the close. */
  readonly closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

export interface SocketOptions extends Omit<ClientOptions, 'key'> {
  readonly key?: string | null
}

export async function openSocket(url: string, { key = null, headers, ...options }: SocketOptions = {}): Promise<TestSocket> {
  const ws = new WebSocket(url, { ...options, headers: { ...headers, ...(key === null ? {} : { 'x-api-key': key }) } })
  const arrived: Frame[] = []
  const waiting: ((frame: Frame) => void)[] = []
  ws.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame
    const taker = waiting.shift()
    if (taker === undefined) arrived.push(frame)
    else taker(frame)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  await once(ws, 'open')
  const next = (): Promise<Frame> => {
    const frame = arrived.shift()
    return frame === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(frame)
  }
  const until: TestSocket['until'] = async (fits) => {
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

/** The status of a handshake that is refused. */
export async function refusedHandshake(url: string, options: ClientOptions): Promise<number> {
  const ws = new WebSocket(url, options)
  ws.on('error', () => undefined)
  const [, response] = (await once(ws, 'unexpected-response')) as [unknown, { statusCode: number }]
  ws.terminate()
  return response.statusCode
}
