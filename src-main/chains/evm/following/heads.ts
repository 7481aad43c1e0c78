import { WebSocket } from 'ws'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/** Tells when there may be a new block: by a WebSocket subscription where the endpoint has one, by the clock where it has none. */
export interface Heads {
  /** Counts the signs of new blocks so far; hand it to `after`, and none is missed in between. */
  count(): number
  /** Waits for the next sign after the count given, at the latest until it is time to ask; rejects when aborted. */
  after(count: number, signal: AbortSignal): Promise<number>
  /** Whether new blocks are announced at present; else they are asked for. */
  announced(): boolean
  close(): void
}

export interface HeadsTiming {
  /** Between two questions while nothing announces blocks. */
  readonly pollMs: number
  /** A subscription that is silent for this long is not relied on: one question is asked. */
  readonly silenceMs: number
  readonly firstReconnectMs: number
  readonly longestReconnectMs: number
}

/** A few questions per block where blocks are slow, about one where they are fast. */
const POLL_MS: Readonly<Partial<Record<NetworkId, number>>> = { eth: 3_000, base: 1_000, bsc: 750 }
const SLOW_POLL_MS = 3_000

export function headsTiming(network: NetworkId): HeadsTiming {
  return { pollMs: POLL_MS[network] ?? SLOW_POLL_MS, silenceMs: 30_000, firstReconnectMs: 1_000, longestReconnectMs: 60_000 }
}

/** A header is about 1 kB; more than this is no answer to our subscription. */
const MESSAGE_BYTES = 256 * 1024
const HANDSHAKE_MS = 10_000
const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] })

/** Where an endpoint takes subscriptions: providers serve both under one path, and differ in the scheme only. */
export function socketUrl(endpoint: string): string {
  return endpoint.replace(/^http/, 'ws')
}

/** Where an endpoint takes calls, when it was given by its socket. */
export function callUrl(endpoint: string): string {
  return endpoint.replace(/^ws/, 'http')
}

/** Announcements only wake the reader: what they say is read again, and checked, over the endpoint's calls. */
export function openHeads(urls: readonly string[], timing: HeadsTiming): Heads {
  const waiting = new Set<() => void>()
  let signs = 0
  let socket: WebSocket | null = null
  let subscribed = false
  let closed = false
  let failures = 0
  let again: NodeJS.Timeout | null = null

  function wake(): void {
    signs += 1
    for (const settle of [...waiting]) settle()
  }

  function connect(): void {
    const url = urls[failures % urls.length]
    if (closed || url === undefined) return
    const made = new WebSocket(url, { maxPayload: MESSAGE_BYTES, handshakeTimeout: HANDSHAKE_MS, followRedirects: false })
    socket = made
    made.on('open', () => {
      made.send(SUBSCRIBE)
    })
    made.on('message', (data) => {
      const said = saysOf(Buffer.isBuffer(data) ? data.toString('utf8') : '')
      if (said === 'refused') made.close()
      if (said === 'subscribed') {
        subscribed = true
        failures = 0
      }
      if (said !== 'refused') wake()
    })
    // The close event follows every error and decides what happens.
    made.on('error', () => undefined)
    made.on('close', () => {
      if (socket !== made) return
      socket = null
      subscribed = false
      failures += 1
      wake()
      if (closed) return
      again = setTimeout(connect, Math.min(timing.longestReconnectMs, timing.firstReconnectMs * 2 ** Math.min(failures - 1, 16)))
      again.unref()
    })
  }
  connect()

  return {
    count: () => signs,
    announced: () => subscribed,
    after(count, signal) {
      if (signs !== count && !signal.aborted) return Promise.resolve(signs)
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer)
          waiting.delete(settle)
          signal.removeEventListener('abort', settle)
          if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
          else resolve(signs)
        }
        const timer = setTimeout(settle, subscribed ? timing.silenceMs : timing.pollMs)
        waiting.add(settle)
        signal.addEventListener('abort', settle, { once: true })
        if (signal.aborted) settle()
      })
    },
    close() {
      closed = true
      if (again !== null) clearTimeout(again)
      socket?.terminate()
      socket = null
    },
  }
}

function saysOf(text: string): 'head' | 'subscribed' | 'refused' {
  try {
    const message = JSON.parse(text) as { error?: unknown; method?: unknown; result?: unknown } | null
    if (message?.method === 'eth_subscription') return 'head'
    return typeof message?.result === 'string' && message.error === undefined ? 'subscribed' : 'refused'
  } catch {
    return 'refused'
  }
}
