import { z } from 'zod'
import { openLiveSocket } from '../../live-socket.ts'
import { openSigns } from '../../signs.ts'

/** What happened on chain, as a WebSocket subscription hints at it: only a reason to ask, never believed. */
export interface Signals {
  /** Counts the hints so far; hand it to `after`, and none is missed in between. */
  count(): number
  /** Waits for the next hint after the count given, at most so long; rejects when aborted. */
  after(count: number, longestMs: number, signal: AbortSignal): Promise<number>
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
const FIRST_RECONNECT_MS = 1_000
const LONGEST_RECONNECT_MS = 30_000
/** Changed accounts remembered until they are looked at; beyond, they are found by the transactions alone. */
const MOST_ACCOUNTS = 50_000

const notification = z.object({
  method: z.enum(['logsNotification', 'programNotification']),
  params: z.object({ result: z.object({ context: z.object({ slot: z.int() }), value: z.object({ pubkey: z.string().optional() }) }) }),
})
const reply = z.object({ id: z.int(), result: z.int().optional() })

export function openSignals({ urls, tokenProgram, mint, firstReconnectMs = FIRST_RECONNECT_MS }: SignalsOptions): Signals {
  const signs = openSigns()
  const watched = new Set<string>()
  const changed = new Map<string, number>()
  /** Subscriptions asked for on this connection, by the number of the question. */
  const asked = new Map<number, 'logs' | 'program'>()
  let newest = 0
  let logs = false
  let accounts = false
  let lastId = 0

  function ask(what: 'logs' | 'program', method: string, params: readonly unknown[]): void {
    if (!socket.open) return
    lastId += 1
    asked.set(lastId, what)
    socket.send({ jsonrpc: '2.0', id: lastId, method, params })
  }
  const askLogs = (address: string): void => ask('logs', 'logsSubscribe', [{ mentions: [address] }, { commitment: COMMITMENT }])

  function heard(text: string): void {
    const json = parse(text)
    const told = notification.safeParse(json)
    if (told.success) {
      const { context, value } = told.data.params.result
      newest = Math.max(newest, context.slot)
      if (value.pubkey !== undefined && changed.size < MOST_ACCOUNTS) changed.set(value.pubkey, context.slot)
      signs.wake()
      return
    }
    const answered = reply.safeParse(json)
    const what = answered.success ? asked.get(answered.data.id) : undefined
    if (!answered.success || what === undefined) return
    asked.delete(answered.data.id)
    const taken = answered.data.result !== undefined
    if (what === 'program') accounts = taken
    else if (!taken) socket.drop()
    else if (!logs) {
      logs = true
      socket.proved()
      signs.wake()
    }
  }

  const socket = openLiveSocket({
    urls,
    messageBytes: MESSAGE_BYTES,
    firstReconnectMs,
    longestReconnectMs: LONGEST_RECONNECT_MS,
    onOpen() {
      asked.clear()
      for (const address of watched) askLogs(address)
      ask('program', 'programSubscribe', [
        tokenProgram,
        { encoding: 'base64', commitment: COMMITMENT, filters: [{ memcmp: { offset: 0, bytes: mint } }] },
      ])
    },
    onMessage: heard,
    onDown() {
      logs = false
      accounts = false
      signs.wake()
    },
  })

  return {
    count: signs.count,
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
    after: signs.after,
    close: socket.close,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
