import { z } from 'zod'
import { openLiveSocket } from '../../rpc/live-socket.ts'
import type { WakeSignal } from '../../rpc/wake-signal.ts'
import type { Mention } from '../reading/history.ts'
import type { ChangedAccounts } from './changed-accounts.ts'

/** What happened on chain, as a subscription tells it. A WebSocket only hints; a stream may carry the transactions too. */
export interface Signals {
  /** Counts the hints so far; hand it to `after`, and none is missed in between. */
  count(): number
  /** Waits for the next hint after the count given, at most so long; rejects when aborted. */
  after(count: number, longestMs: number, signal: AbortSignal): Promise<number>
  /** Whether transactions are announced at present; else they are asked for. */
  announced(): boolean
  /** Whether changes of the token's accounts are announced too. */
  accountsAnnounced(): boolean
  /** A sentence about what does not work as it was set; null when all does. */
  note(): string | null
  /** Announces transactions that name these addresses from now on. */
  watch(addresses: readonly string[]): void
  /** Newest slot of which something was announced. */
  newestSlot(): number
  /** Token accounts that changed up to a slot, each told once with the slot of its last change. */
  takeAccounts(upTo: number): ReadonlyMap<string, number>
  /** Announcements of accounts that were too many to be remembered until they were taken. */
  lostAccounts(): number
  /** Last slot whose transactions were all carried; null where none are. */
  carriedTo(): number | null
  /** Every transaction of a closed range of slots that names a watched address, and earlier ones back to `since` as far as they came; null when not all of the range was carried. */
  carried(since: number, from: number, to: number): readonly Mention[] | null
  /** Forgets what was carried from a slot on: the chain took it back. */
  forget(from: number): void
  close(): void
}

export interface SocketOptions {
  /** In order of preference; the next is tried where one closes. */
  readonly urls: readonly string[]
  readonly tokenProgram: string
  readonly mint: string
  readonly signs: WakeSignal
  readonly changed: ChangedAccounts
  readonly firstReconnectMs?: number
}

const COMMITMENT = 'confirmed'
/** A log notification carries all lines of a transaction, which nodes cut at 10 kB; more is no notification of ours. */
const MESSAGE_BYTES = 1024 * 1024
const FIRST_RECONNECT_MS = 1_000
const LONGEST_RECONNECT_MS = 30_000

const notification = z.object({
  method: z.enum(['logsNotification', 'programNotification']),
  params: z.object({ result: z.object({ context: z.object({ slot: z.int() }), value: z.object({ pubkey: z.string().optional() }) }) }),
})
const reply = z.object({ id: z.int(), result: z.int().optional() })

/** Subscriptions over a WebSocket: hints only, never believed. */
export function openSocketSignals({ urls, tokenProgram, mint, signs, changed, firstReconnectMs = FIRST_RECONNECT_MS }: SocketOptions): Signals {
  const watched = new Set<string>()
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
      if (value.pubkey !== undefined) changed.add(value.pubkey, context.slot)
      signs.wake()
      return
    }
    const answered = reply.safeParse(json)
    const what = answered.success ? asked.get(answered.data.id) : undefined
    if (!answered.success || what === undefined) return
    asked.delete(answered.data.id)
    const taken = answered.data.result !== undefined
    if (what === 'program') {
      accounts = taken
      signs.wake()
    } else if (!taken) socket.reconnect()
    else if (!logs) {
      logs = true
      socket.markHealthy()
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
    takeAccounts: (upTo) => changed.take(upTo),
    lostAccounts: () => changed.lost,
    note: () => null,
    carriedTo: () => null,
    carried: () => null,
    forget: () => undefined,
    after: signs.waitAfter,
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
