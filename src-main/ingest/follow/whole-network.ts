import { setImmediate as turn } from 'node:timers/promises'
import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import type { TradePosition } from '../../../src-shared/domain/trade-position.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { wholeSubject, type WholeTrades } from '../../bus/events.ts'
import type { Bus, Lease } from '../../bus/interface.ts'
import type { ChainAdapter, FollowState, NetworkBlock } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { Backoff } from '../../lib/backoff.ts'
import { unixSeconds } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import { NOT_FOLLOWED, rolledBack, starting } from './followed-token.ts'
import { CatchUp, positionBefore, positioned, wholeOf, type CatchUpSources, type Progress } from './catch-up.ts'
import type { ReadBlocks } from './interface.ts'
import type { Reversal } from './reversal.ts'

/** Blocks whose trades are kept in memory. They are retracted if the chain reverts them, and sent to clients that reconnect soon. */
const RECENT_BLOCKS = 256
const RECENT_TRADES = 100_000
/** Reversals whose trades are kept in memory for clients that were disconnected. */
const RECENT_REVERSALS = 16
/** Trades that are emitted in one turn of the event loop, and leave in one write for each client (docs/performance.md#whole-networks). */
const TRADES_PER_TURN = 100
/** A network is behind if its newest read block is older than this, unless its blocks are further apart. */
const BEHIND_SECONDS = 10

export interface WholeNetworksOptions extends CatchUpSources {
  readonly bus: Bus
  readonly logger: Logger
  readonly retry: BackoffSchedule
}

/** Represents one need for a network, from `join` to `leave`. */
export interface WholeMember {
  /** The first block whose trades are emitted for this member. Null until that is known. */
  first(): number | null
  /** The first block whose trades were not emitted yet, once that is known. */
  next(): Promise<number>
  /**
   * The trades after a position, or from a time on, up to those that are emitted. @throws AppError `validation_error` for a position that no longer
   * exists
   */
  missedAfter(position: TradePosition): Promise<ReadBlocks>
  missedSince(time: number): Promise<ReadBlocks>
  leave(): void
}

interface Followed extends Progress {
  record: FollowRecord
  /** The state as the reader of the network reports it. */
  chain: FollowState
  readonly members: Set<object>
  readonly begun: PromiseWithResolvers<number>
  readonly abort: AbortController
  pause: AbortController
  ended: Promise<void>
}

/** The state before the reader of a network has reported one. */
const STARTING: FollowState = { kind: 'state', state: 'behind', behind: null, message: null }
const OLD = { state: 'behind', behind: null, message: 'The newest block of the endpoint is old.' } as const

/** The networks that are followed as a whole, each once for all members. Trades are emitted, and stored for as long as the owner sets. */
export class WholeNetworks {
  readonly #options: WholeNetworksOptions
  readonly #catchUp: CatchUp
  readonly #followed = new Map<NetworkId, Followed>()
  /** The runs of all networks, also of those that are no longer followed, until they have ended. */
  readonly #runs = new Set<Promise<void>>()

  constructor(options: WholeNetworksOptions) {
    this.#options = options
    this.#catchUp = new CatchUp(options)
  }

  state(network: NetworkId): FollowRecord {
    return this.#followed.get(network)?.record ?? NOT_FOLLOWED
  }

  /** @throws AppError `source_unavailable` if the network cannot be followed */
  join(network: NetworkId): WholeMember {
    wholeOf(this.#options.adapters.get(network))
    const followed = this.#followed.get(network) ?? this.#begin(network)
    const member = {}
    followed.members.add(member)
    let first = followed.next
    void followed.begun.promise.then((next) => (first ??= next)).catch(() => undefined)
    return {
      first: () => first ?? followed.next,
      next: async () => followed.next ?? followed.begun.promise,
      missedAfter: (position) => this.#catchUp.after(followed, position),
      missedSince: (time) => this.#catchUp.since(followed, time),
      leave: () => {
        followed.members.delete(member)
        if (followed.members.size === 0) void this.#end(followed)
      },
    }
  }

  /** Reconnects after a change of the endpoints, or when they answer again. */
  reconnect(network: NetworkId): void {
    this.#followed.get(network)?.pause.abort()
  }

  async close(): Promise<void> {
    for (const followed of this.#followed.values()) void this.#end(followed)
    await Promise.all(this.#runs)
    await this.#options.storedBlocks.written()
  }

  #begin(network: NetworkId): Followed {
    const followed: Followed = {
      ...{ network, record: NOT_FOLLOWED, chain: STARTING, members: new Set<object>(), next: null, begun: Promise.withResolvers<number>() },
      ...{ recent: [], recentFrom: Infinity, abort: new AbortController(), pause: new AbortController() },
      ...{ ended: Promise.resolve(), reversals: [] as Reversal[], waiting: new Set<() => void>() },
    }
    followed.begun.promise.catch(() => undefined)
    this.#followed.set(network, followed)
    this.#report(followed, starting(unixSeconds(this.#options.clock)))
    const run: Promise<void> = this.#run(followed).finally(() => this.#runs.delete(run))
    followed.ended = run
    this.#runs.add(run)
    return followed
  }

  async #end(followed: Followed): Promise<void> {
    // Removed first, so that the next member starts it again.
    if (this.#followed.get(followed.network) === followed) this.#followed.delete(followed.network)
    followed.abort.abort()
    followed.begun.reject(new AppError('source_unavailable', { message: 'Following this network has ended.' }))
    await followed.ended
    if (!this.#followed.has(followed.network)) this.#report(followed, NOT_FOLLOWED)
  }

  async #run(followed: Followed): Promise<void> {
    const { adapters, pools, retry, logger } = this.#options
    const backoff = new Backoff(retry)
    while (!followed.abort.signal.aborted) {
      followed.pause = new AbortController()
      const unlessPaused = AbortSignal.any([followed.abort.signal, followed.pause.signal])
      let lease: Lease | null = null
      try {
        lease = await this.#options.bus.lease(wholeSubject(followed.network), unlessPaused)
        const signal = AbortSignal.any([unlessPaused, lease.lost])
        const adapter = adapters.get(followed.network)
        // Another process may have followed meanwhile.
        if (followed.next === null || lease.fence !== null) await this.#start(followed, adapter, signal)
        for await (const update of wholeOf(adapter).follow(followed.next ?? 0, pools(followed.network), signal)) {
          if (signal.aborted || !lease.isHeld()) break
          if (update.kind === 'block') await this.#emit(followed, update.block)
          else if (update.kind === 'withdrawn') this.#withdraw(followed, update.from)
          else this.#reportChain(followed, update)
          if (update.kind === 'block') backoff.reset()
        }
      } catch (error) {
        if (followed.abort.signal.aborted) return
        if (!followed.pause.signal.aborted) this.#report(followed, { state: 'reconnecting', behind: null, message: messageOf(error, logger) })
      } finally {
        await lease?.release()
      }
      if (!followed.pause.signal.aborted) await backoff.pause(AbortSignal.any([followed.abort.signal, followed.pause.signal]))
      if (followed.pause.signal.aborted) backoff.reset()
    }
  }

  /** Reports the state of a network. It is behind if its newest read block is old, even if its reader has everything the node has. */
  #reportChain(followed: Followed, chain: FollowState, time: number | null = null): void {
    followed.chain = chain
    const age = time === null ? 0 : unixSeconds(this.#options.clock) - time
    const isOld = chain.state === 'live' && age > Math.max(BEHIND_SECONDS, 2 * NETWORKS[followed.network].blockSeconds)
    const { state, behind, message } = isOld ? { ...chain, ...OLD } : chain
    if (followed.record.state !== 'starting' || chain !== STARTING) this.#report(followed, { state, behind, message })
  }

  async #start(followed: Followed, { head, reorganisations }: ChainAdapter, signal: AbortSignal): Promise<void> {
    const hashOf = reorganisations === undefined ? null : (block: number) => reorganisations.blockHash(block, signal)
    const reversal = await this.#options.storedBlocks.open(followed.network, hashOf)
    if (reversal !== null) this.#keepReversal(followed, reversal)
    const next = (await head(signal)).number + 1
    followed.next = next
    followed.recent = []
    followed.recentFrom = next
    followed.begun.resolve(next)
    if (!this.#options.bus.isShared) return
    const begun = { from: next, number: next - 1, hash: null, time: null, trades: 0 }
    this.#options.bus.publish('whole', wholeSubject(followed.network), { kind: 'emitted', trades: [], ends: begun })
  }

  async #emit(followed: Followed, block: NetworkBlock): Promise<void> {
    const priced = { ...block, trades: await this.#options.price(followed.network, block.trades) }
    if (followed.abort.signal.aborted) return
    followed.recent.push(priced)
    this.#trim(followed)
    this.#options.storedBlocks.keep(followed.network, followed.next ?? block.number, priced)
    const ends = {
      from: followed.next ?? block.number,
      number: block.number,
      hash: block.hash ?? null,
      time: block.time,
      trades: priced.trades.length,
    }
    followed.next = block.number + 1
    await this.#emitInTurns(followed, priced, ends)
    if (followed.abort.signal.aborted) return
    this.#report(followed, { last_block: block.number })
    this.#reportChain(followed, followed.chain, block.time)
    for (const wake of followed.waiting) wake()
  }

  /** A member that joins or catches up during the turns has the block in memory, or begins after it. */
  async #emitInTurns({ network, abort }: Followed, block: NetworkBlock, ends: NonNullable<WholeTrades['ends']>): Promise<void> {
    const { bus } = this.#options
    const { trades } = block
    // Other processes must also learn of blocks without trades.
    for (let from = 0; (from < trades.length || (from === 0 && bus.isShared)) && !abort.signal.aborted; from += TRADES_PER_TURN) {
      if (from > 0) await turn()
      const isLast = from + TRADES_PER_TURN >= trades.length
      bus.publish('whole', wholeSubject(network), {
        kind: 'emitted',
        trades: positioned({ ...block, trades: trades.slice(from, from + TRADES_PER_TURN) }),
        ...(isLast ? { ends } : {}),
      })
    }
  }

  #trim(followed: Followed): void {
    let trades = followed.recent.reduce((sum, { trades: own }) => sum + own.length, 0)
    while (followed.recent.length > 1 && (followed.recent.length > RECENT_BLOCKS || trades > RECENT_TRADES)) {
      const dropped = followed.recent.shift()
      trades -= dropped?.trades.length ?? 0
      followed.recentFrom = (dropped?.number ?? 0) + 1
    }
  }

  #withdraw(followed: Followed, from: number): void {
    const blocks = followed.recent.filter(({ number }) => number >= from)
    followed.recent = followed.recent.filter(({ number }) => number < from)
    followed.recentFrom = Math.min(followed.recentFrom, from)
    followed.next = from
    this.#keepReversal(followed, { from, blocks })
    this.#options.storedBlocks.withdraw(followed.network, from)
    this.#report(followed, rolledBack(from, unixSeconds(this.#options.clock)))
    const trades = blocks.flatMap(positioned)
    this.#options.bus.publish('whole', wholeSubject(followed.network), { kind: 'reverted', from, trades, keeps: positionBefore(followed, from) })
  }

  #keepReversal({ reversals }: Followed, reversal: Reversal): void {
    reversals.push(reversal)
    const old = reversals.length - 1 - RECENT_REVERSALS
    if (old >= 0) reversals[old] = { from: reversals[old]?.from ?? 0, blocks: [] }
  }

  #report(followed: Followed, change: Partial<FollowRecord>): void {
    const record = { ...followed.record, ...change }
    if (JSON.stringify(record) === JSON.stringify(followed.record)) return
    followed.record = record
    this.#options.bus.publish('follow', wholeSubject(followed.network), record)
  }
}

function messageOf(error: unknown, logger: Logger): string {
  if (error instanceof AppError) return error.message
  logger.error({ err: error }, 'following a network failed with an internal error')
  return 'An internal error interrupted following; see the log for details.'
}
