import { z } from 'zod'
import { openLiveSocket } from '../../rpc/live-socket.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import { parseJson } from '../../rpc/sending/answer.ts'
import type { WakeSignal } from '../../rpc/wake-signal.ts'
import type { Mention } from '../reading/transactions/history.ts'
import { COMMITMENT } from '../rpc/node.ts'
import type { AnnouncedState, ChangedAccounts } from './changed-accounts.ts'

/** Announcements of a subscription. A WebSocket only hints at changes; a Yellowstone stream also delivers the transactions. */
export interface Signals {
  /** The number of announcements so far. Pass it to `after` so that none is missed in between. */
  count(): number
  /** Resolves at the next announcement after `count`, or after `longestMs`; rejects when aborted. */
  after(count: number, longestMs: number, signal: AbortSignal): Promise<number>
  /** Whether transactions are announced. Otherwise they must be polled. */
  announced(): boolean
  /** Whether changes of the token's accounts are announced. */
  accountsAnnounced(): boolean
  /** A sentence about a configured source that does not work; null if all work. */
  note(): string | null
  /** Subscribes to transactions that mention these addresses. */
  watch(addresses: readonly string[]): void
  /** The newest slot with an announcement. */
  newestSlot(): number
  /** Removes and returns the token accounts that changed up to a slot, each with its announced states. */
  takeAccounts(upTo: number): ReadonlyMap<string, readonly AnnouncedState[]>
  /** Number of dropped account announcements. */
  lostAccounts(): number
  /** The last slot that was streamed completely; null without a stream. */
  streamedTo(): number | null
  /**
   * Every transaction of a closed range of slots that mentions a watched address, and earlier ones back to `since` as far as they were
   * streamed; null if the range was not streamed completely.
   */
  streamed(since: number, from: number, to: number): readonly Mention[] | null
  /** Removes what was streamed from a slot on, after a reorg. */
  forget(from: number): void
  close(): void
}

export interface SocketOptions {
  /** In order of preference. When one closes, the next is tried. */
  readonly urls: readonly string[]
  readonly tokenProgram: string
  readonly mint: string
  readonly signs: WakeSignal
  readonly changed: ChangedAccounts
  readonly firstReconnectMs?: number
}

/** Nodes truncate a transaction's logs at 10 kB, so a subscribed notification is far below this. */
const MESSAGE_BYTES = 1024 * 1024
const INITIAL_RECONNECT_MS = 1_000
const MAX_RECONNECT_MS = 30_000

const account = z
  .object({ data: z.tuple([z.string(), z.literal('base64')]) })
  .optional()
  .catch(undefined)
const notification = z.object({
  method: z.enum(['logsNotification', 'programNotification']),
  params: z.object({ result: z.object({ context: z.object({ slot: z.int() }), value: z.object({ pubkey: z.string().optional(), account }) }) }),
})
const reply = z.object({ id: z.int(), result: z.int().optional() })

/** Subscriptions over a WebSocket. Notifications only trigger reads; their content is not trusted. */
export function openSocketSignals({ urls, tokenProgram, mint, signs, changed, firstReconnectMs = INITIAL_RECONNECT_MS }: SocketOptions): Signals {
  const watched = new Set<string>()
  /** Pending subscription requests of this connection, by request id. */
  const pending = new Map<number, 'logs' | 'program'>()
  let newest = 0
  let logs = false
  let accounts = false
  let lastId = 0

  function subscribe(what: 'logs' | 'program', method: string, params: readonly unknown[]): void {
    if (!socket.open) return
    lastId += 1
    pending.set(lastId, what)
    socket.send({ jsonrpc: '2.0', id: lastId, method, params })
  }
  const subscribeLogs = (address: string): void => subscribe('logs', 'logsSubscribe', [{ mentions: [address] }, { commitment: COMMITMENT }])

  function handleMessage(bytes: Buffer): void {
    const json = parseJson(bytes)
    const notified = notification.safeParse(json)
    if (notified.success) {
      const { context, value } = notified.data.params.result
      newest = Math.max(newest, context.slot)
      if (value.pubkey !== undefined) changed.add(value.pubkey, { slot: context.slot, raw: amountIn(value.account?.data[0] ?? '') })
      signs.wake()
      return
    }
    const replied = reply.safeParse(json)
    const what = replied.success ? pending.get(replied.data.id) : undefined
    if (!replied.success || what === undefined) return
    pending.delete(replied.data.id)
    const accepted = replied.data.result !== undefined
    if (what === 'program') {
      accounts = accepted
      signs.wake()
    } else if (!accepted) socket.reconnect()
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
    longestReconnectMs: MAX_RECONNECT_MS,
    onOpen() {
      pending.clear()
      for (const address of watched) subscribeLogs(address)
      subscribe('program', 'programSubscribe', [
        tokenProgram,
        { encoding: 'base64', commitment: COMMITMENT, filters: [{ memcmp: { offset: 0, bytes: mint } }] },
      ])
    },
    onMessage: handleMessage,
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
        subscribeLogs(address)
      }
    },
    takeAccounts: (upTo) => changed.take(upTo),
    lostAccounts: () => changed.lost,
    note: () => null,
    streamedTo: () => null,
    streamed: () => null,
    forget: () => undefined,
    after: signs.waitAfter,
    close: socket.close,
  }
}

/** The amount of a token account follows its mint and its owner. Null if the account was closed. */
const AMOUNT_OFFSET = 64
const amountIn = (data: string): bigint | null => new ByteReader(Buffer.from(data, 'base64'), AMOUNT_OFFSET).u64()
