import { encodeKey } from '../bytes.ts'
import type { GeyserEndpoint } from '../endpoints.ts'
import { openGeyserConnection } from '../geyser/connection.ts'
import { Coverage, type Carried } from '../geyser/coverage.ts'
import { readUpdate, writePing, writeSubscription, type StreamedBlock } from '../geyser/messages.ts'
import { toReadTransaction } from '../geyser/streamed.ts'
import type { ReadTransaction } from '../reading/read-transaction.ts'
import type { WakeSignal } from '../../rpc/wake-signal.ts'
import { decodeBase58 } from '../base58.ts'
import type { ChangedAccounts } from './changed-accounts.ts'
import type { Signals } from './signals.ts'

export interface StreamOptions {
  /** In order of preference; the next is tried where one fails. */
  readonly endpoints: readonly GeyserEndpoint[]
  readonly tokenProgram: string
  readonly mint: string
  readonly signs: WakeSignal
  readonly changed: ChangedAccounts
  /** Takes what was carried, so that it need not be asked for. */
  readonly keep: (transactions: readonly ReadTransaction[]) => void
  /** Whether the node that is asked has the same block; null when it does not know yet. */
  readonly isSameChain: (block: StreamedBlock) => Promise<boolean | null>
  /** Told when the stream begins or ceases to announce. */
  readonly onTurn: (announces: boolean) => void
  readonly firstReconnectMs?: number
}

const FIRST_RECONNECT_MS = 1_000

/** A Yellowstone stream as signals: it announces, and carries the transactions themselves. */
export function openStream(options: StreamOptions): Signals {
  const { signs, mint, tokenProgram, changed } = options
  const mintBytes = decodeBase58(mint) ?? new Uint8Array()
  const watched = new Set<string>()
  const coverage = new Coverage()
  let host = ''
  /** First block of the endpoint, asked for at the node until it is known there: before that nothing is believed. */
  let sample: StreamedBlock | null = null
  let comparing = false
  let announces = false
  let fault = ''
  let newest = 0
  /** Replay was asked for on this connection, and nothing came yet. */
  let replaying = false
  let withoutReplay = false
  /** Numbers of the last ping, of the one that follows the last change of what is asked for, and of the last answer. */
  const pings = { last: 0, changed: 0, answered: 0 }

  const subscribe = (fromSlot: number | null): void =>
    connection.send(writeSubscription({ accounts: [...watched], tokenProgram, mint: mintBytes, fromSlot }))
  const ping = (): number => {
    pings.last += 1
    connection.send(writePing(pings.last))
    return pings.last
  }
  const isFirm = (): boolean => announces && pings.answered >= pings.changed

  function turn(on: boolean): void {
    if (announces === on) return
    announces = on
    options.onTurn(on)
    signs.wake()
  }

  function heard(bytes: Uint8Array): void {
    const update = readUpdate(bytes)
    if (update === null) {
      fault = 'it sent what is no update'
      connection.drop()
      return
    }
    if (update.kind === 'ping') ping()
    else if (update.kind === 'pong') answered(update.id)
    else if (update.kind !== 'other') {
      replaying = false
      if (update.kind === 'account') changed.add(encodeKey(update.address), update.slot)
      else if (update.kind === 'transaction') take(coverage.add(update.slot, update.transaction))
      else block(update)
    }
  }

  /** What was asked for anew before the ping is sent from now on. */
  function answered(id: number): void {
    if (id >= pings.changed && pings.answered < pings.changed) coverage.restart()
    pings.answered = Math.max(pings.answered, id)
  }

  function block(told: StreamedBlock): void {
    sample ??= told
    take(coverage.block(told), changed.upTo(told.slot - 1))
    if (!announces) void compare(sample)
  }

  function take(carried: readonly Carried[], hinted = false): void {
    if (announces) options.keep(carried.flatMap(({ transaction, block }) => toReadTransaction(transaction, block.slot, block.time) ?? []))
    if (carried.length === 0 && !hinted) return
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
      turn(true)
    } else {
      fault = 'it streams another chain'
      connection.drop()
    }
  }

  const connection = openGeyserConnection({
    endpoints: options.endpoints,
    firstReconnectMs: options.firstReconnectMs ?? FIRST_RECONNECT_MS,
    onOpen(name) {
      host = name
      sample = null
      coverage.join()
      const from = withoutReplay ? null : coverage.replayFrom
      replaying = from !== null
      subscribe(from)
    },
    onMessage: heard,
    onDown(reason, refused) {
      if (fault === '') fault = reason
      withoutReplay = replaying && refused
      replaying = false
      turn(false)
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
    carriedTo: () => (isFirm() ? coverage.to : null),
    carried: (since, from, to) => (isFirm() ? coverage.carried(since, from, to) : null),
    forget: (from) => coverage.forget(from),
    close: () => connection.close(),
  }
}
