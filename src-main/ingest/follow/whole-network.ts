import { setImmediate as turn } from 'node:timers/promises'
import type { BackoffSchedule } from '../../../src-shared/backoff.ts'
import type { FollowRecord } from '../../../src-shared/contract/records/follow.ts'
import { comparePositions } from '../../../src-shared/domain/position.ts'
import type { PlacedTrade, TradePlace } from '../../../src-shared/domain/trade-place.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { wholeSubject } from '../../bus/events.ts'
import type { Bus, Lease } from '../../bus/interface.ts'
import type { ChainAdapter, FollowState, NetworkBlock, PoolMemory, WholeNetwork } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { Backoff } from '../../lib/backoff.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { PriceTrades } from '../../prices/pricer.ts'
import type { Adapters } from '../adapters.ts'
import { NOT_FOLLOWED, starting } from './followed-token.ts'
import type { MissedBlocks, ReadBlocks } from './interface.ts'
import type { KeptBlocks } from './kept-blocks.ts'

/** Blocks whose trades are kept in memory: they are retracted when the chain reverts them, and a client that comes back soon gets them from here. */
const RECENT_BLOCKS = 256
const RECENT_TRADES = 100_000
/** Blocks of one page of missed trades that are read from the node. */
const BLOCKS_PER_PAGE = 32
/** Trades that are emitted in one turn of the event loop: each may go to many clients. */
const TRADES_PER_TURN = 25
/** A client goes on at most this far back where all blocks since then are read from the node. */
const OLDEST_MISSED_SECONDS = 86_400
/** A network is behind when its newest read block is older, unless its blocks are further apart. */
const BEHIND_SECONDS = 10
/** A hash is a part of a cursor. */
const HASH_CHARS = 10

export interface WholeNetworksOptions {
  readonly bus: Bus
  readonly adapters: Adapters
  readonly clock: Clock
  readonly logger: Logger
  readonly price: PriceTrades
  readonly pools: (network: NetworkId) => PoolMemory
  readonly kept: KeptBlocks
  readonly retry: BackoffSchedule
}

/** One that needs a network, from `join` to `leave`. */
export interface WholeMember {
  /** The first block whose trades are emitted for it; null before that is known. */
  first(): number | null
  /** The first block whose trades were not emitted yet, once that is known. */
  next(): Promise<number>
  /** The trades after a place, or from a block on, up to those that are emitted. @throws AppError `validation_error` for a place that is gone */
  missedAfter(place: TradePlace): Promise<ReadBlocks>
  missedSince(time: number): Promise<ReadBlocks>
  leave(): void
}

interface Followed {
  readonly network: NetworkId
  record: FollowRecord
  /** As its reader reports it. */
  chain: FollowState
  readonly members: Set<object>
  /** The first block that was not emitted; null before the head was read. */
  next: number | null
  readonly begun: PromiseWithResolvers<number>
  recent: NetworkBlock[]
  /** `recent` has all blocks from here on. */
  recentFrom: number
  readonly abort: AbortController
  pause: AbortController
  ended: Promise<void>
  /** Where clients that catch up read next. */
  readonly readers: Set<{ at: number }>
  /** Called when `next` grows. */
  readonly waiting: Set<() => void>
}

/** Before the reader of a network reported a state. */
const STARTING: FollowState = { kind: 'state', state: 'behind', behind: null, message: null }
const OLD = { state: 'behind', behind: null, message: 'The newest block of the endpoint is old.' } as const

/** The networks that are followed whole, each once for all who need it. Trades are emitted, and kept as long as the owner wants. */
export class WholeNetworks {
  readonly #options: WholeNetworksOptions
  readonly #followed = new Map<NetworkId, Followed>()

  constructor(options: WholeNetworksOptions) {
    this.#options = options
  }

  state(network: NetworkId): FollowRecord {
    return this.#followed.get(network)?.record ?? NOT_FOLLOWED
  }

  /** @throws AppError `source_unavailable` where the network cannot be followed */
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
      missedAfter: (place) => this.#missedAfter(followed, place),
      missedSince: (time) => this.#missedSince(followed, time),
      leave: () => {
        followed.members.delete(member)
        if (followed.members.size === 0) void this.#end(followed)
      },
    }
  }

  /** Connects anew, after a change of the endpoints or when they answer again. */
  reconnect(network: NetworkId): void {
    this.#followed.get(network)?.pause.abort()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followed.values()].map((followed) => this.#end(followed)))
  }

  #begin(network: NetworkId): Followed {
    const followed: Followed = {
      ...{ network, record: NOT_FOLLOWED, chain: STARTING, members: new Set<object>(), next: null, begun: Promise.withResolvers<number>() },
      ...{ recent: [], recentFrom: Infinity, abort: new AbortController(), pause: new AbortController() },
      ...{ ended: Promise.resolve(), readers: new Set<{ at: number }>(), waiting: new Set<() => void>() },
    }
    followed.begun.promise.catch(() => undefined)
    this.#followed.set(network, followed)
    this.#report(followed, starting(unixSeconds(this.#options.clock)))
    followed.ended = this.#run(followed)
    return followed
  }

  async #end(followed: Followed): Promise<void> {
    // Removed first, so that who needs the network next starts anew.
    if (this.#followed.get(followed.network) === followed) this.#followed.delete(followed.network)
    followed.abort.abort()
    followed.begun.reject(new AppError('source_unavailable', { say: 'Following this network has ended.' }))
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
        if (followed.next === null) await this.#start(followed, adapter, signal)
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

  /** The state of a network, which is behind where its newest read block is old although its reader has all that the node has. */
  #reportChain(followed: Followed, chain: FollowState, time: number | null = null): void {
    followed.chain = chain
    const age = time === null ? 0 : unixSeconds(this.#options.clock) - time
    const isOld = chain.state === 'live' && age > Math.max(BEHIND_SECONDS, 2 * NETWORKS[followed.network].blockSeconds)
    const { state, behind, message } = isOld ? { ...chain, ...OLD } : chain
    if (followed.record.state !== 'starting' || chain !== STARTING) this.#report(followed, { state, behind, message })
  }

  async #start(followed: Followed, { head, reorganisations }: ChainAdapter, signal: AbortSignal): Promise<void> {
    const hashOf = reorganisations === undefined ? null : (block: number) => reorganisations.blockHash(block, signal)
    await this.#options.kept.open(followed.network, hashOf)
    const next = (await head(signal)).number + 1
    followed.next = next
    followed.recentFrom = next
    followed.begun.resolve(next)
  }

  async #emit(followed: Followed, block: NetworkBlock): Promise<void> {
    const priced = { ...block, trades: await this.#options.price(followed.network, block.trades) }
    if (followed.abort.signal.aborted) return
    followed.recent.push(priced)
    this.#trim(followed)
    this.#options.kept.keep(followed.network, followed.next ?? block.number, priced)
    followed.next = block.number + 1
    await this.#emitInTurns(followed, placed(priced))
    if (followed.abort.signal.aborted) return
    this.#report(followed, { last_block: block.number })
    this.#reportChain(followed, followed.chain, block.time)
    for (const wake of followed.waiting) wake()
  }

  /** Who joins or catches up meanwhile has the block in memory, or begins after it. */
  async #emitInTurns({ network, abort }: Followed, trades: readonly PlacedTrade[]): Promise<void> {
    for (let from = 0; from < trades.length && !abort.signal.aborted; from += TRADES_PER_TURN) {
      if (from > 0) await turn()
      this.#options.bus.publish('whole', wholeSubject(network), { kind: 'emitted', trades: trades.slice(from, from + TRADES_PER_TURN) })
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
    const reverted = followed.recent.filter(({ number }) => number >= from).flatMap(({ trades }) => trades)
    followed.recent = followed.recent.filter(({ number }) => number < from)
    followed.recentFrom = Math.min(followed.recentFrom, from)
    followed.next = from
    for (const reader of followed.readers) reader.at = Math.min(reader.at, from)
    this.#options.kept.withdraw(followed.network, from)
    this.#report(followed, { last_block: from - 1, withdrawn: { from, at: unixSeconds(this.#options.clock) } })
    this.#options.bus.publish('whole', wholeSubject(followed.network), { kind: 'reverted', from, trades: reverted })
  }

  async #missedAfter(followed: Followed, place: TradePlace): Promise<ReadBlocks> {
    await followed.begun.promise
    const signal = followed.abort.signal
    const { reorganisations, head } = this.#options.adapters.get(followed.network)
    const newest = await head(signal)
    if (place.block > newest.number + RECENT_BLOCKS) throw gone('is not of this network')
    const hash = place.hash === null ? null : ((await reorganisations?.blockHash(place.block, signal)) ?? null)
    if (hash !== null && !hash.startsWith(place.hash ?? '')) throw gone('is in a block that the chain has reverted')
    await reached(followed, place.block)
    return this.#pages(followed, place.block, (one) => isAfter(one.place, place))
  }

  async #missedSince(followed: Followed, time: number): Promise<ReadBlocks> {
    const { adapters, clock, kept } = this.#options
    await followed.begun.promise
    const from = await kept.blockAt(followed.network, time)
    if (from !== null) return this.#pages(followed, from, () => true)
    if (time < unixSeconds(clock) - OLDEST_MISSED_SECONDS) throw gone('is more than a day back, too far for all trades of a network')
    return this.#pages(followed, await wholeOf(adapters.get(followed.network)).blockAt(time, followed.abort.signal), () => true)
  }

  /** Pages from a block on: from the disk or the node up to what is in memory, then that. */
  #pages(followed: Followed, from: number, isWanted: (one: PlacedTrade) => boolean): ReadBlocks {
    const reader = { at: from }
    followed.readers.add(reader)
    return async (): Promise<MissedBlocks> => {
      const blocks = reader.at < followed.recentFrom ? await this.#readOlder(followed, reader) : []
      if (reader.at >= followed.recentFrom) {
        blocks.push(...followed.recent.filter(({ number }) => number >= reader.at))
        reader.at = Math.max(reader.at, followed.next ?? 0)
      }
      const isLast = reader.at >= (followed.next ?? 0)
      return { trades: blocks.flatMap(placed).filter(isWanted), to: reader.at - 1, isLast }
    }
  }

  /** Blocks that are no longer in memory: those that were kept, and the others from the node. */
  async #readOlder(followed: Followed, reader: { at: number }): Promise<NetworkBlock[]> {
    const { adapters, pools, price, kept } = this.#options
    const at = reader.at
    const stored = await kept.read(followed.network, at)
    // A reorganisation may have set it back meanwhile.
    if (reader.at !== at) return []
    // Only blocks in memory are sure not to be reverted while they are read.
    const older = stored.blocks.filter(({ number }) => number < followed.recentFrom)
    const newest = older.at(-1)
    if (newest !== undefined) {
      reader.at = newest.number + 1
      return older
    }
    const to = Math.min(reader.at + BLOCKS_PER_PAGE, followed.recentFrom, stored.keptFrom ?? Infinity) - 1
    const blocks: NetworkBlock[] = []
    for await (const block of wholeOf(adapters.get(followed.network)).read(reader.at, to, pools(followed.network), followed.abort.signal)) {
      blocks.push({ ...block, trades: await price(followed.network, block.trades) })
    }
    reader.at = to + 1
    return blocks
  }

  #report(followed: Followed, change: Partial<FollowRecord>): void {
    const record = { ...followed.record, ...change }
    if (JSON.stringify(record) === JSON.stringify(followed.record)) return
    followed.record = record
    this.#options.bus.publish('follow', wholeSubject(followed.network), record)
  }
}

function wholeOf({ network, wholeNetwork }: ChainAdapter): WholeNetwork {
  if (wholeNetwork !== undefined) return wholeNetwork
  throw new AppError('source_unavailable', { say: `Not every trade on ${NETWORKS[network].name} can be followed.` })
}

/** Waits until a block was emitted: the node may be behind what a client has. */
function reached(followed: Followed, block: number): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if ((followed.next ?? 0) <= block && !followed.abort.signal.aborted) return
      followed.waiting.delete(check)
      resolve()
    }
    followed.waiting.add(check)
    check()
  })
}

const placed = ({ hash, trades }: NetworkBlock): PlacedTrade[] =>
  trades.map((trade) => ({ trade, place: { ...trade.position, leg: trade.leg, hash: hash?.slice(0, HASH_CHARS) ?? null } }))

const isAfter = (a: TradePlace, b: TradePlace): boolean => (comparePositions(a, b) || a.leg - b.leg) > 0

const gone = (why: string): AppError => new AppError('validation_error', { say: `What "since" names ${why}; begin at a later time.` })

function messageOf(error: unknown, logger: Logger): string {
  if (error instanceof AppError) return error.say
  logger.error({ err: error }, 'following a network failed with an internal error')
  return 'An internal error interrupted following; see the log for details.'
}
