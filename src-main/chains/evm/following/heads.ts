import { NETWORKS, type NetworkId } from '../../../../src-shared/networks.ts'
import { openLiveSocket } from '../../rpc/live-socket.ts'
import { createWakeSignal } from '../../rpc/wake-signal.ts'

/** Signals that there may be a new block, from a WebSocket subscription if the endpoint has one, otherwise from a timer. */
export interface Heads {
  /** The number of signals so far. Pass it to `after`, so that no signal in between is missed. */
  count(): number
  /** Waits for the next signal after `count`, or until the next poll is due; rejects when aborted. */
  after(count: number, signal: AbortSignal): Promise<number>
  /** True while a subscription announces new blocks; otherwise they are polled. */
  announced(): boolean
  close(): void
}

export interface HeadsTiming {
  /** Interval between polls while no subscription is active. */
  readonly pollMs: number
  /** A subscription that is silent for this long triggers one poll. */
  readonly silenceMs: number
  /** Interval between head reads while a subscription is active: a chain that loses its newest blocks announces nothing. */
  readonly fallMs: number
  readonly firstReconnectMs: number
  readonly longestReconnectMs: number
}

const MIN_POLL_MS = 750
const MAX_POLL_MS = 3_000

/** Polls twice a block, within limits. */
export function headsTiming(network: NetworkId): HeadsTiming {
  const pollMs = Math.min(Math.max((NETWORKS[network].blockSeconds * 1_000) / 2, MIN_POLL_MS), MAX_POLL_MS)
  return { pollMs, silenceMs: 30_000, fallMs: 3_000, firstReconnectMs: 1_000, longestReconnectMs: 60_000 }
}

/** A header is about 1 kB, so a larger message is not an answer to this subscription. */
const MESSAGE_BYTES = 256 * 1024
/** https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub#newheads */
const SUBSCRIBE = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }

/** The HTTP URL of an endpoint that was configured with its WebSocket URL. */
export function callUrl(endpoint: string): string {
  return endpoint.replace(/^ws/, 'http')
}

/**
 * Announcements only wake the reader. It reads the block again through calls, whose answers are checked.
 *
 * @param readHead reads the number of the newest block
 */
export function openHeads(urls: readonly string[], timing: HeadsTiming, readHead: (signal: AbortSignal) => Promise<number>): Heads {
  const wakeSignal = createWakeSignal()
  const closing = new AbortController()
  let subscribed = false
  let waiting = 0
  /** The newest block that was announced, or read since. */
  let newest = 0
  async function checkFall(): Promise<void> {
    if (!subscribed || waiting === 0) return
    const head = await readHead(closing.signal)
    if (head < newest) wakeSignal.wake()
    newest = head
  }
  // Without an answer, the readers notice the fault themselves.
  const timer = setInterval(() => void checkFall().catch(() => undefined), timing.fallMs)
  timer.unref()
  const socket = openLiveSocket({
    urls,
    messageBytes: MESSAGE_BYTES,
    firstReconnectMs: timing.firstReconnectMs,
    longestReconnectMs: timing.longestReconnectMs,
    onOpen: () => socket.send(SUBSCRIBE),
    onMessage(bytes) {
      const message = readMessage(bytes.toString('utf8'))
      if (message.kind === 'refused') return socket.reconnect()
      if (message.kind === 'subscribed') {
        subscribed = true
        socket.markHealthy()
      } else newest = Math.max(newest, message.block)
      wakeSignal.wake()
    },
    onDown() {
      subscribed = false
      wakeSignal.wake()
    },
  })
  return {
    count: wakeSignal.count,
    announced: () => subscribed,
    async after(count, signal) {
      waiting += 1
      try {
        return await wakeSignal.waitAfter(count, subscribed ? timing.silenceMs : timing.pollMs, signal)
      } finally {
        waiting -= 1
      }
    },
    close() {
      clearInterval(timer)
      closing.abort()
      socket.close()
    },
  }
}

/** One subscription for all callers of the returned function, which closes with the last of them. */
export function shareHeads(open: () => Heads): () => Heads {
  let shared: Heads | null = null
  let users = 0
  return () => {
    const heads = (shared ??= open())
    users += 1
    return {
      ...heads,
      close() {
        users -= 1
        if (users > 0) return
        shared = null
        heads.close()
      },
    }
  }
}

type Message = { readonly kind: 'head'; readonly block: number } | { readonly kind: 'subscribed' } | { readonly kind: 'refused' }

/** Block 0 if an announcement does not name its block. */
function readMessage(text: string): Message {
  try {
    const message = JSON.parse(text) as { error?: unknown; method?: unknown; result?: unknown; params?: { result?: { number?: unknown } } } | null
    if (message?.method === 'eth_subscription') {
      const block = Number(message.params?.result?.number)
      return { kind: 'head', block: Number.isSafeInteger(block) ? block : 0 }
    }
    return typeof message?.result === 'string' && message.error === undefined ? { kind: 'subscribed' } : { kind: 'refused' }
  } catch {
    return { kind: 'refused' }
  }
}
