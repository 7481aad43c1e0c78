import { comparePositions } from '../../../src-shared/domain/position.ts'
import type { PositionedTrade, TradePosition } from '../../../src-shared/domain/trade-position.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { ChainAdapter, NetworkBlock, PoolCache, WholeNetwork } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { PriceTrades } from '../../prices/pricer.ts'
import type { Adapters } from '../adapters.ts'
import type { MissedBlocks, ReadBlocks } from './interface.ts'
import type { StoredBlocks } from './stored-blocks.ts'
import type { Reversal } from './reversal.ts'

/** Blocks in one page of missed trades when the node is read. */
const BLOCKS_PER_PAGE = 32
/** How far back a client can resume when all blocks since then are read from the node. */
const MAX_MISSED_SECONDS = 86_400
/** How far above the head reported by the node a cursor may be. */
const BLOCKS_AHEAD = 256
/** Characters of the block hash that a cursor contains. */
const HASH_CHARS = 10
/** Upper bound of transaction, event and leg numbers. */
const LAST = 0xff_ff_ff_ff

/** How far a network has been followed, for clients that catch up. */
export interface Progress {
  readonly network: NetworkId
  /** The first block that was not emitted; null before the head was read. */
  next: number | null
  readonly begun: { readonly promise: Promise<number> }
  recent: NetworkBlock[]
  /** `recent` has all blocks from this one on. */
  recentFrom: number
  readonly reversals: Reversal[]
  /** Called when `next` grows. */
  readonly waiting: Set<() => void>
  readonly abort: AbortController
}

export interface CatchUpSources {
  readonly adapters: Adapters
  readonly clock: Clock
  readonly price: PriceTrades
  readonly pools: (network: NetworkId) => PoolCache
  readonly storedBlocks: StoredBlocks
}

/** The next block that a client reads, and the number of reversals it has seen. */
interface Reader {
  at: number
  reversals: number
}

/** The trades of a network that a client missed: first from disk or the node, then from memory. */
export class CatchUp {
  readonly #options: CatchUpSources

  constructor(options: CatchUpSources) {
    this.#options = options
  }

  /** @throws AppError `validation_error` for a position that no longer exists */
  async after(followed: Progress, position: TradePosition): Promise<ReadBlocks> {
    await followed.begun.promise
    const signal = followed.abort.signal
    const { reorganisations, head } = this.#options.adapters.get(followed.network)
    const newest = await head(signal)
    if (position.block > newest.number + BLOCKS_AHEAD) throw gone('is not of this network')
    const isKnown = position.hash !== null && position.block <= newest.number
    const hash = isKnown ? ((await reorganisations?.blockHash(position.block, signal)) ?? null) : null
    if (position.hash !== null && hash?.startsWith(position.hash) !== true) {
      const lost = revertedOf(followed, position)
      if (lost !== null) return this.#pages(followed, lost.from, () => true, { had: lost.from - 1, reverted: lost.trades })
      if (hash !== null) throw gone('is in a block that the chain has reverted')
    }
    await reached(followed, position.block)
    return this.#pages(followed, position.block, (one) => isAfter(one.position, position), { had: position.block, reverted: [] })
  }

  async since(followed: Progress, time: number): Promise<ReadBlocks> {
    const { adapters, clock, storedBlocks } = this.#options
    await followed.begun.promise
    const from = await storedBlocks.blockAt(followed.network, time)
    if (from !== null) return this.#pages(followed, from, () => true)
    if (time < unixSeconds(clock) - MAX_MISSED_SECONDS) throw gone('is more than a day back, too far for all trades of a network')
    return this.#pages(followed, await wholeOf(adapters.get(followed.network)).blockAt(time, followed.abort.signal), () => true)
  }

  #pages(
    followed: Progress,
    from: number,
    isWanted: (one: PositionedTrade) => boolean,
    { had, reverted: lost }: { readonly had: number | null; readonly reverted: readonly PositionedTrade[] } = { had: null, reverted: [] },
  ): ReadBlocks {
    const reader: Reader = { at: from, reversals: followed.reversals.length }
    let unsaid = lost
    return async (): Promise<MissedBlocks> => {
      reader.at = Math.min(reader.at, reverted(followed, reader))
      const blocks = reader.at < followed.recentFrom ? await this.#readOlder(followed, reader) : []
      if (reader.at >= followed.recentFrom) {
        blocks.push(...followed.recent.filter(({ number }) => number >= reader.at))
        reader.at = Math.max(reader.at, followed.next ?? 0)
      }
      const isLast = reader.at >= (followed.next ?? 0)
      const withdrawn = { reverted: unsaid, keeps: positionBefore(followed, from), hadUpTo: had }
      unsaid = []
      return { ...withdrawn, trades: blocks.flatMap(positioned).filter(isWanted), to: reader.at - 1, isLast }
    }
  }

  /** Blocks that are no longer in memory: stored ones from disk, the others from the node. */
  async #readOlder(followed: Progress, reader: Reader): Promise<NetworkBlock[]> {
    const stored = await this.#options.storedBlocks.read(followed.network, reader.at)
    // Only blocks in memory are known not to be reverted during the read.
    const older = stored.blocks.filter(({ number }) => number < followed.recentFrom)
    const newest = older.at(-1)
    const to = newest?.number ?? Math.min(reader.at + BLOCKS_PER_PAGE, followed.recentFrom, stored.storedFrom ?? Infinity) - 1
    const blocks = newest === undefined ? await this.#readFromNode(followed, reader.at, to) : older
    const end = Math.min(to + 1, reverted(followed, reader))
    reader.at = end
    return blocks.filter(({ number }) => number < end)
  }

  async #readFromNode({ network, abort }: Progress, from: number, to: number): Promise<NetworkBlock[]> {
    const { adapters, pools, price } = this.#options
    const blocks: NetworkBlock[] = []
    for await (const block of wholeOf(adapters.get(network)).read(from, to, pools(network), abort.signal)) {
      blocks.push({ ...block, trades: await price(network, block.trades) })
    }
    return blocks
  }
}

/** The reverted trades that a client has, and the first block after those it keeps. Null if no reverted block contains its position. */
function revertedOf({ reversals }: Progress, position: TradePosition): { readonly from: number; readonly trades: readonly PositionedTrade[] } | null {
  const first = reversals.findIndex(({ blocks }) =>
    blocks.some(({ number, hash }) => number === position.block && hash?.startsWith(position.hash ?? '')),
  )
  if (first === -1) return null
  const trades: PositionedTrade[] = []
  let from = Infinity
  for (const reversal of reversals.slice(first)) {
    const had = reversal.blocks.filter(({ number }) => number < from)
    trades.push(...had.flatMap(positioned).filter((one) => !isAfter(one.position, position)))
    from = Math.min(from, reversal.from)
  }
  return { from, trades: trades.toSorted((a, b) => compareTrades(a.position, b.position)) }
}

/** The position after all trades of the newest block in memory before `block`. If memory has none, the end of the preceding block, without a hash. */
export function positionBefore({ recent }: Pick<Progress, 'recent'>, block: number): TradePosition {
  const { number, hash } = recent.findLast((one) => one.number < block) ?? { number: block - 1 }
  return { block: number, tx: LAST, event: LAST, leg: LAST, hash: hash?.slice(0, HASH_CHARS) ?? null }
}

/** The first block that was reverted since the previous call. */
function reverted({ reversals }: Progress, reader: Reader): number {
  const first = Math.min(Infinity, ...reversals.slice(reader.reversals).map(({ from }) => from))
  reader.reversals = reversals.length
  return first
}

/** @throws AppError `source_unavailable` if the network cannot be followed */
export function wholeOf({ network, wholeNetwork }: ChainAdapter): WholeNetwork {
  if (wholeNetwork !== undefined) return wholeNetwork
  throw new AppError('source_unavailable', { message: `Not every trade on ${NETWORKS[network].name} can be followed.` })
}

/** Waits until a block was emitted, because the node may be behind the client. */
function reached(followed: Progress, block: number): Promise<void> {
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

export const positioned = ({ hash, trades }: NetworkBlock): PositionedTrade[] =>
  trades.map((trade) => ({ trade, position: { ...trade.position, leg: trade.leg, hash: hash?.slice(0, HASH_CHARS) ?? null } }))

const compareTrades = (a: TradePosition, b: TradePosition): number => comparePositions(a, b) || a.leg - b.leg
const isAfter = (a: TradePosition, b: TradePosition): boolean => compareTrades(a, b) > 0

const gone = (why: string): AppError => new AppError('validation_error', { message: `What "since" names ${why}; begin at a later time.` })
