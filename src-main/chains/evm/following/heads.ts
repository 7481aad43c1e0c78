import type { NetworkId } from '../../../../src-shared/networks.ts'
import { openLiveSocket } from '../../rpc/live-socket.ts'
import { createWakeSignal } from '../../rpc/wake-signal.ts'

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
const SUBSCRIBE = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }

/** Where an endpoint takes calls, when it was given by its socket. */
export function callUrl(endpoint: string): string {
  return endpoint.replace(/^ws/, 'http')
}

/** Announcements only wake the reader: what they say is read again, and checked, over the endpoint's calls. */
export function openHeads(urls: readonly string[], timing: HeadsTiming): Heads {
  const signs = createWakeSignal()
  let subscribed = false
  const socket = openLiveSocket({
    urls,
    messageBytes: MESSAGE_BYTES,
    firstReconnectMs: timing.firstReconnectMs,
    longestReconnectMs: timing.longestReconnectMs,
    onOpen: () => socket.send(SUBSCRIBE),
    onMessage(text) {
      const said = saysOf(text)
      if (said === 'refused') return socket.reconnect()
      if (said === 'subscribed') {
        subscribed = true
        socket.markHealthy()
      }
      signs.wake()
    },
    onDown() {
      subscribed = false
      signs.wake()
    },
  })
  return {
    count: signs.count,
    announced: () => subscribed,
    after: (count, signal) => signs.waitAfter(count, subscribed ? timing.silenceMs : timing.pollMs, signal),
    close: socket.close,
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
