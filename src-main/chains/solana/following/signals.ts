import { WebSocket } from 'ws'
import { z } from 'zod'

/** What happened on chain, as a WebSocket subscription hints at it: only a reason to ask, never believed. */
export interface Signals {
  /** Counts the hints so far; hand it to `after`, and none is missed in between. */
  count(): number
  /** Waits for the next hint after the count given, at most so long; rejects when aborted. */
  after(count: number, longestMs: number, signal: AbortSignal): Promise<void>
  /** Whether transactions are announced at present; else they are asked for. */
  announced(): boolean
  /** Whether changes of the token's accounts are announced too. */
  accountsAnnounced(): boolean
  /** Announces transactions that name these addresses from now on. */
  watch(addresses: readonly string[]): void
  /** Newest slot of which something was announced. */
  newestSlot(): number
  /** Token accounts that changed up to a slot, each told once. */
  takeAccounts(upTo: number): string[]
  close(): void
}

export interface SignalsOptions {
  /** In order of preference; the next is tried where one closes. */
  readonly urls: readonly string[]
  readonly tokenProgram: string
  readonly mint: string
  readonly firstReconnectMs?: number
}

const COMMITMENT = 'confirmed'
/** A log notification carries all lines of a transaction, which nodes cut at 10 kB; more is no notification of ours. */
const MESSAGE_BYTES = 1024 * 1024
const HANDSHAKE_MS = 10_000
const PING_MS = 15_000
const FIRST_RECONNECT_MS = 1_000
const LONGEST_RECONNECT_MS = 30_000
/** Changed accounts remembered until they are looked at; beyond, they are found by the transactions alone. */
const MOST_ACCOUNTS = 50_000

const notification = z.object({
  method: z.enum(['logsNotification', 'programNotification']),
  params: z.object({ result: z.object({ context: z.object({ slot: z.int() }), value: z.object({ pubkey: z.string().optional() }) }) }),
})
const reply = z.object({ id: z.int(), result: z.int().optional() })

/** Where an endpoint takes subscriptions: providers serve both under one path, and differ in the scheme only. */
export const socketUrl = (endpoint: string): string => endpoint.replace(/^http/, 'ws')

export function openSignals({ urls, tokenProgram, mint, firstReconnectMs = FIRST_RECONNECT_MS }: SignalsOptions): Signals {
  const waiting = new Set<() => void>()
  const watched = new Set<string>()
  const changed = new Map<string, number>()
  /** Subscriptions asked for on this connection, by the number of the question. */
  const asked = new Map<number, 'logs' | 'program'>()
  let hints = 0
  let newest = 0
  let socket: WebSocket | null = null
  let logs = false
  let accounts = false
  let closed = false
  let failures = 0
  let lastId = 0
  let again: NodeJS.Timeout | null = null

  function wake(): void {
    hints += 1
    for (const settle of [...waiting]) settle()
  }

  function ask(what: 'logs' | 'program', method: string, params: readonly unknown[]): void {
    if (socket?.readyState !== WebSocket.OPEN) return
    lastId += 1
    asked.set(lastId, what)
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }))
  }
  const askLogs = (address: string): void => ask('logs', 'logsSubscribe', [{ mentions: [address] }, { commitment: COMMITMENT }])

  function heard(text: string): void {
    const json = parse(text)
    const told = notification.safeParse(json)
    if (told.success) {
      const { context, value } = told.data.params.result
      newest = Math.max(newest, context.slot)
      if (value.pubkey !== undefined && changed.size < MOST_ACCOUNTS) changed.set(value.pubkey, context.slot)
      wake()
      return
    }
    const answered = reply.safeParse(json)
    const what = answered.success ? asked.get(answered.data.id) : undefined
    if (!answered.success || what === undefined) return
    asked.delete(answered.data.id)
    const taken = answered.data.result !== undefined
    if (what === 'program') accounts = taken
    else if (!taken) socket?.close()
    else if (!logs) {
      logs = true
      failures = 0
      wake()
    }
  }

  function connect(): void {
    const url = urls[failures % urls.length]
    if (closed || url === undefined) return
    const made = new WebSocket(url, { maxPayload: MESSAGE_BYTES, handshakeTimeout: HANDSHAKE_MS, followRedirects: false })
    socket = made
    let answering = true
    const pings = setInterval(() => {
      if (!answering) made.terminate()
      answering = false
      if (made.readyState === WebSocket.OPEN) made.ping()
    }, PING_MS)
    pings.unref()
    made.on('pong', () => {
      answering = true
    })
    made.on('open', () => {
      asked.clear()
      for (const address of watched) askLogs(address)
      ask('program', 'programSubscribe', [
        tokenProgram,
        { encoding: 'base64', commitment: COMMITMENT, filters: [{ memcmp: { offset: 0, bytes: mint } }] },
      ])
    })
    made.on('message', (data) => {
      answering = true
      heard(Buffer.isBuffer(data) ? data.toString('utf8') : '')
    })
    // The close event follows every error and decides what happens.
    made.on('error', () => undefined)
    made.on('close', () => {
      clearInterval(pings)
      if (socket !== made) return
      socket = null
      logs = false
      accounts = false
      failures += 1
      wake()
      if (closed) return
      again = setTimeout(connect, Math.min(LONGEST_RECONNECT_MS, firstReconnectMs * 2 ** Math.min(failures - 1, 10)))
      again.unref()
    })
  }
  connect()

  return {
    count: () => hints,
    announced: () => logs,
    accountsAnnounced: () => accounts,
    newestSlot: () => newest,
    watch(addresses) {
      for (const address of addresses) {
        if (watched.has(address)) continue
        watched.add(address)
        askLogs(address)
      }
    },
    takeAccounts(upTo) {
      const taken = [...changed].filter(([, slot]) => slot <= upTo).map(([account]) => account)
      for (const account of taken) changed.delete(account)
      return taken
    },
    after(count, longestMs, signal) {
      if (hints !== count && !signal.aborted) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer)
          waiting.delete(settle)
          signal.removeEventListener('abort', settle)
          if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
          else resolve()
        }
        const timer = setTimeout(settle, longestMs)
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
