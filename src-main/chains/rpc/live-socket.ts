import { WebSocket } from 'ws'
import { Backoff } from '../../lib/backoff.ts'

/** A WebSocket to one of several endpoints. It reconnects after a failure, to the next endpoint in the list. */
export interface LiveSocket {
  readonly open: boolean
  send(message: unknown): void
  /** Closes the current connection and opens another. */
  reconnect(): void
  /** The connection works as intended, so the next failure counts as the first. */
  markHealthy(): void
  close(): void
}

export interface LiveSocketOptions {
  /** In order of preference. */
  readonly urls: readonly string[]
  /** A message longer than this closes the connection. */
  readonly messageBytes: number
  readonly firstReconnectMs: number
  readonly longestReconnectMs: number
  onOpen(): void
  onMessage(bytes: Buffer): void
  onDown(): void
}

const HANDSHAKE_MS = 10_000
/** A peer that sends nothing between two pings is treated as disconnected, even if the socket is still open. */
const PING_MS = 15_000

/** The WebSocket URL of an endpoint: providers serve calls and subscriptions under one path and differ only in the scheme. */
export const socketUrl = (endpoint: string): string => endpoint.replace(/^http/, 'ws')

export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { urls, messageBytes, firstReconnectMs, longestReconnectMs } = options
  let socket: WebSocket | null = null
  let closed = false
  const backoff = new Backoff({ firstMs: firstReconnectMs, longestMs: longestReconnectMs })
  let reconnectTimer: NodeJS.Timeout | null = null

  function connect(): void {
    const url = urls[backoff.failures % urls.length]
    if (closed || url === undefined) return
    const connection = new WebSocket(url, { maxPayload: messageBytes, handshakeTimeout: HANDSHAKE_MS, followRedirects: false })
    socket = connection
    let isAlive = true
    const pings = setInterval(() => {
      if (!isAlive) connection.terminate()
      isAlive = false
      if (connection.readyState === WebSocket.OPEN) connection.ping()
    }, PING_MS)
    pings.unref()
    connection.on('open', () => options.onOpen())
    connection.on('pong', () => {
      isAlive = true
    })
    connection.on('message', (data) => {
      isAlive = true
      options.onMessage(Buffer.isBuffer(data) ? data : Buffer.alloc(0))
    })
    // The close event follows every error and decides what happens.
    connection.on('error', () => undefined)
    connection.on('close', () => {
      clearInterval(pings)
      if (socket !== connection) return
      socket = null
      const waitMs = backoff.nextMs()
      options.onDown()
      if (closed) return
      reconnectTimer = setTimeout(connect, waitMs)
      reconnectTimer.unref()
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
      backoff.reset()
    },
    close() {
      closed = true
      if (reconnectTimer !== null) clearTimeout(reconnectTimer)
      socket?.terminate()
      socket = null
    },
  }
}
