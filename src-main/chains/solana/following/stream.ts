import { encodeKey } from '../encoding/byte-reader.ts'
import type { GeyserEndpoint } from '../rpc/endpoints.ts'
import { openGeyserConnection } from '../geyser/connection.ts'
import { Coverage, type StreamedEntry } from '../geyser/coverage.ts'
import { readUpdate, writePing, writeSubscription, type StreamedBlock } from '../geyser/messages.ts'
import { toReadTransaction } from '../geyser/streamed.ts'
import type { ReadTransaction } from '../reading/transactions/read-transaction.ts'
import type { WakeSignal } from '../../rpc/wake-signal.ts'
import { decodeBase58 } from '../encoding/base58.ts'
import type { ChangedAccounts } from './changed-accounts.ts'
import type { Signals } from './signals.ts'

export interface StreamOptions {
  /** In order of preference. When one fails, the next is tried. */
  readonly endpoints: readonly GeyserEndpoint[]
  readonly tokenProgram: string
  readonly mint: string
  readonly signs: WakeSignal
  readonly changed: ChangedAccounts
  /** Receives streamed transactions, so that they need not be requested. */
  readonly onTransactions: (transactions: readonly ReadTransaction[]) => void
  /** Whether the JSON-RPC node has the same block; null if it does not know it yet. */
  readonly isSameChain: (block: StreamedBlock) => Promise<boolean | null>
  /** Called when the stream starts or stops announcing. */
  readonly onActiveChange: (announces: boolean) => void
  readonly firstReconnectMs?: number
}

const INITIAL_RECONNECT_MS = 1_000

/** A Yellowstone stream, which announces transactions and delivers them. */
export function openStream(options: StreamOptions): Signals {
  const { signs, mint, tokenProgram, changed } = options
  const mintBytes = decodeBase58(mint) ?? new Uint8Array()
  const watched = new Set<string>()
  const coverage = new Coverage()
  let host = ''
  /** The first streamed block. Nothing is trusted until the JSON-RPC node has the same block. */
  let sample: StreamedBlock | null = null
  let comparing = false
  let announces = false
  let fault = ''
  let newest = 0
  /** Whether replay was requested on this connection and nothing has arrived yet. */
  let replaying = false
  let withoutReplay = false
  /** Ids of the last ping, of the ping after the last change of the subscription, and of the last pong. */
  const pings = { last: 0, changed: 0, answered: 0 }

  const subscribe = (fromSlot: number | null): void =>
    connection.send(writeSubscription({ accounts: [...watched], tokenProgram, mint: mintBytes, fromSlot }))
  const ping = (): number => {
    pings.last += 1
    connection.send(writePing(pings.last))
    return pings.last
  }
  const isFirm = (): boolean => announces && pings.answered >= pings.changed

  function setActive(on: boolean): void {
    if (announces === on) return
    announces = on
    options.onActiveChange(on)
    signs.wake()
  }

  function handleMessage(bytes: Uint8Array): void {
    const update = readUpdate(bytes)
    if (update === null) {
      fault = 'it sent an invalid update'
      connection.drop()
      return
    }
    if (update.kind === 'ping') ping()
    else if (update.kind === 'pong') handlePong(update.id)
    else if (update.kind !== 'other') {
      replaying = false
      if (update.kind === 'account') changed.add(encodeKey(update.address), update)
      else if (update.kind === 'transaction') deliver(coverage.add(update.slot, update.transaction))
      else handleBlock(update)
    }
  }

  /** A pong confirms the subscription sent before its ping. */
  function handlePong(id: number): void {
    if (id >= pings.changed && pings.answered < pings.changed) coverage.restart()
    pings.answered = Math.max(pings.answered, id)
  }

  function handleBlock(block: StreamedBlock): void {
    sample ??= block
    deliver(coverage.block(block), changed.upTo(block.slot - 1))
    if (!announces) void compare(sample)
  }

  function deliver(streamed: readonly StreamedEntry[], hinted = false): void {
    if (announces) options.onTransactions(streamed.flatMap(({ transaction, block }) => toReadTransaction(transaction, block.slot, block.time) ?? []))
    if (streamed.length === 0 && !hinted) return
    newest = Math.max(newest, coverage.to ?? 0)
    signs.wake()
  }

  async function compare(block: StreamedBlock): Promise<void> {
    if (comparing) return
    comparing = true
    const same = await options.isSameChain(block).catch(() => null)
    comparing = false
    if (same === null || sample !== block) return
    if (same) {
      fault = ''
      connection.proved()
      setActive(true)
    } else {
      fault = 'it streams another chain'
      connection.drop()
    }
  }

  const connection = openGeyserConnection({
    endpoints: options.endpoints,
    firstReconnectMs: options.firstReconnectMs ?? INITIAL_RECONNECT_MS,
    onOpen(name) {
      host = name
      sample = null
      coverage.reconnect()
      const from = withoutReplay ? null : coverage.replayFrom
      replaying = from !== null
      subscribe(from)
    },
    onMessage: handleMessage,
    onDown(reason, refused) {
      if (fault === '') fault = reason
      withoutReplay = replaying && refused
      replaying = false
      setActive(false)
    },
  })

  return {
    count: signs.count,
    after: signs.waitAfter,
    announced: () => announces,
    accountsAnnounced: () => announces,
    newestSlot: () => newest,
    note: () => (announces ? null : `${host} is not streaming${fault === '' ? '' : ` (${fault})`}.`),
    watch(addresses) {
      const fresh = addresses.filter((address) => !watched.has(address))
      for (const address of fresh) watched.add(address)
      if (fresh.length === 0 || host === '') return
      coverage.restart()
      subscribe(null)
      pings.changed = ping()
    },
    takeAccounts: (upTo) => changed.take(upTo),
    lostAccounts: () => changed.lost,
    streamedTo: () => (isFirm() ? coverage.to : null),
    streamed: (since, from, to) => (isFirm() ? coverage.streamed(since, from, to) : null),
    forget: (from) => coverage.forget(from),
    close: () => connection.close(),
  }
}
