import { deserialize, serialize } from 'node:v8'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { NetworkBlock } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds, type Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Store } from '../../store/interface.ts'
import type { Reversal } from './reversal.ts'

const HOUR_SECONDS = 3_600
/** Queue limit for block writes. If the disk is slower than the network, further blocks are dropped, and read from the node when they are needed. */
const MAX_WAITING = 32
/** Trades of one page: unpacking them takes some milliseconds. */
const TRADES_PER_PAGE = 500
/** Blocks that are compared with the chain after a pause. */
const MAX_REVERTED = 256
const DELETED_AT_ONCE = 200

/** The hash of a block in the current chain; null if it is unknown. */
type HashOf = (block: number) => Promise<string | null>

export interface StoredBlocksOptions {
  readonly store: Store
  readonly clock: Clock
  readonly logger: Logger
  /** Set if another process stores what it follows. */
  readonly readsOnly?: boolean
}

/** The trades of networks that are followed as a whole, on disk for as long as the owner wants. */
export class StoredBlocks {
  readonly #store: Store
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #readsOnly: boolean
  #hours: number | null = null
  readonly #writes = new Set<Promise<unknown>>()
  #isFull = false

  constructor({ store, clock, logger, readsOnly = false }: StoredBlocksOptions) {
    this.#store = store
    this.#readsOnly = readsOnly
    this.#clock = clock
    this.#logger = logger
  }

  /** Keeps blocks for this many hours from now on, and deletes older ones. */
  async keepFor(hours: number): Promise<void> {
    await this.#store.write.setFirehoseKeepHours({ hours })
    this.#hours = hours
    const before = hours === 0 ? Number.MAX_SAFE_INTEGER : unixSeconds(this.#clock) - hours * HOUR_SECONDS
    while ((await this.#store.write.deleteOldBlocks({ before, limit: DELETED_AT_ONCE })) > 0);
  }

  /** Called before a network is followed. Deletes and returns the newest blocks that the chain has reverted. */
  async open(network: NetworkId, hashOf: HashOf | null): Promise<Reversal | null> {
    this.#hours ??= await this.#store.read.firehoseKeepHours()
    const newest = hashOf === null ? [] : await this.#store.read.newestStoredBlocks({ network, limit: MAX_REVERTED })
    let reverted: number | null = null
    let from = 0
    for (const { number, hash } of newest) {
      const current = await hashOf?.(number)
      from = number + 1
      if (hash === null || current === null || current === hash) break
      from = reverted = number
    }
    if (reverted === null) return null
    const blocks = await this.#readAll(network, reverted)
    await this.#store.write.deleteBlocks({ network, from: reverted })
    return { from, blocks }
  }

  /** @param from the first of the preceding blocks without trades */
  keep(network: NetworkId, from: number, { number, hash, time, trades }: NetworkBlock): void {
    if (!this.#keeps || this.#writes.size >= MAX_WAITING) return
    const now = unixSeconds(this.#clock)
    const at = time ?? now
    const saved = this.#store.write.saveBlock({
      ...{ network, from, number, hash: hash ?? null, time: at, trades: trades.length, packed: serialize(trades) },
      storedAt: now,
      // By the chain's time: a clock that jumps ahead must not delete blocks.
      oldest: at - (this.#hours ?? 0) * HOUR_SECONDS,
    })
    this.#await(saved.then(() => (this.#isFull = false)))
  }

  withdraw(network: NetworkId, from: number): void {
    if (this.#keeps) this.#await(this.#store.write.deleteBlocks({ network, from }))
  }

  /**
   * Blocks with trades, starting at a block.
   *
   * @returns no blocks if that block is not stored, and the first later block that is
   */
  async read(network: NetworkId, from: number): Promise<{ blocks: NetworkBlock[]; storedFrom: number | null }> {
    const { blocks, storedFrom } = await this.#store.read.storedBlocks({ network, from, trades: TRADES_PER_PAGE })
    return {
      storedFrom,
      blocks: blocks.map(({ number, hash, packed }) => {
        const trades = deserialize(packed) as Trade[]
        return { number, ...(hash === null ? {} : { hash }), time: trades[0]?.time ?? null, trades }
      }),
    }
  }

  /** Resolves once everything given so far is stored. */
  async written(): Promise<void> {
    await Promise.all(this.#writes)
  }

  get #keeps(): boolean {
    return !this.#readsOnly && (this.#hours ?? 0) > 0
  }

  async #readAll(network: NetworkId, from: number): Promise<NetworkBlock[]> {
    const all: NetworkBlock[] = []
    for (let at: number | null = from; at !== null;) {
      const { blocks, storedFrom }: { blocks: NetworkBlock[]; storedFrom: number | null } = await this.read(network, at)
      all.push(...blocks)
      const last = blocks.at(-1)
      at = last === undefined ? storedFrom : last.number + 1
    }
    return all
  }

  /** The first block at or after a time. Null if it is not stored. */
  blockAt(network: NetworkId, time: number): Promise<number | null> {
    return this.#store.read.storedBlockAt({ network, time })
  }

  #await(write: Promise<unknown>): void {
    const done: Promise<unknown> = write.catch((error: unknown) => this.#report(error)).finally(() => this.#writes.delete(done))
    this.#writes.add(done)
  }

  /** Logs a full store once, until there is room again. */
  #report(error: unknown): void {
    const isFull = error instanceof AppError && error.code === 'conflict'
    if (!isFull || !this.#isFull) this.#logger.warn({ err: error }, 'the trades of a network were not stored')
    this.#isFull ||= isFull
  }
}
