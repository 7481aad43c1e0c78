import { WebSocket } from 'ws'

/** A WebSocket to one of several endpoints that comes back by itself, on the next of them where one fails. */
export interface LiveSocket {
  readonly open: boolean
  send(message: unknown): void
  /** Ends the connection at hand; another is made. */
  reconnect(): void
  /** The connection does what it was made for: the next fault is the first again. */
  markHealthy(): void
  close(): void
}

export interface LiveSocketOptions {
  /** In order of preference. */
  readonly urls: readonly string[]
  /** Longest message that is taken; a longer one ends the connection. */
  readonly messageBytes: number
  readonly firstReconnectMs: number
  readonly longestReconnectMs: number
  onOpen(): void
  onMessage(text: string): void
  onDown(): void
}

const HANDSHAKE_MS = 10_000
/** A peer that answered nothing between two pings is gone, whatever the line says. */
const PING_MS = 15_000
/** Beyond this many doublings every wait is the longest. */
const MOST_DOUBLINGS = 16

/** Where an endpoint takes subscriptions: providers serve both under one path, and differ in the scheme only. */
export const socketUrl = (endpoint: string): string => endpoint.replace(/^http/, 'ws')

export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { urls, messageBytes, firstReconnectMs, longestReconnectMs } = options
  let socket: WebSocket | null = null
  let closed = false
  let failures = 0
  let again: NodeJS.Timeout | null = null

  function connect(): void {
    const url = urls[failures % urls.length]
    if (closed || url === undefined) return
    const made = new WebSocket(url, { maxPayload: messageBytes, handshakeTimeout: HANDSHAKE_MS, followRedirects: false })
    socket = made
    let heard = true
    const pings = setInterval(() => {
      if (!heard) made.terminate()
      heard = false
      if (made.readyState === WebSocket.OPEN) made.ping()
    }, PING_MS)
    pings.unref()
    made.on('open', () => options.onOpen())
    made.on('pong', () => {
      heard = true
    })
    made.on('message', (data) => {
      heard = true
      options.onMessage(Buffer.isBuffer(data) ? data.toString('utf8') : '')
    })
    // The close event follows every error and decides what happens.
    made.on('error', () => undefined)
    made.on('close', () => {
      clearInterval(pings)
      if (socket !== made) return
      socket = null
      failures += 1
      options.onDown()
      if (closed) return
      again = setTimeout(connect, Math.min(longestReconnectMs, firstReconnectMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS)))
      again.unref()
    })
  }
  connect()

  return {
    get open() {
      return socket?.readyState === WebSocket.OPEN
    },
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    reconnect() {
      socket?.close()
    },
    markHealthy() {
      failures = 0
    },
    close() {
      closed = true
      if (again !== null) clearTimeout(again)
      socket?.terminate()
      socket = null
    },
  }
}
