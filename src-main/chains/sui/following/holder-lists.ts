import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { ListedHolders } from '../../adapter.ts'
import type { NestedCoins } from '../reading/holders/nested-coins.ts'
import { NodeFault } from '../../rpc/node-fault.ts'
import type { CheckpointedTransaction, CoveredRange } from '../rpc/scan/checkpoint-buffer.ts'

/** Checkpoints between two lists: about five minutes at four a second. */
export const CHECKPOINTS_BETWEEN_LISTS = 1_200
/** A list that takes long is made less often: this many times the checkpoints that passed meanwhile lie between two lists. */
const REST_PER_LIST = 20
/** How far a list may trail the subscription: a minute. */
const MAX_TRAILING_CHECKPOINTS = 240

/** All holders at one checkpoint, and the coins inside objects at it. */
export interface HolderList {
  readonly list: ListedHolders
  readonly nested: NestedCoins | null
}

/** A list that the checkpoints have reached, and the transactions of the token after it. */
export interface ReachedList {
  readonly holdings: readonly Holding[]
  readonly nested: NestedCoins | null
  readonly later: readonly CheckpointedTransaction[]
}

export interface HolderListsArgs {
  /** Lists all holders at the newest checkpoint. Null if the list must not replace balances. */
  readonly read: (signal: AbortSignal) => Promise<HolderList | null>
  /** The first checkpoint that is followed. */
  readonly from: number
  /** A list that was just made; null if the stored balances come from one. */
  readonly first: HolderList | null
}

/**
 * Lists the holders of a followed token again and again, while its transactions go on. The ledger lists transactions by account and not by coin, so
 * nothing announces a transfer between two accounts that are not watched.
 */
export class HolderLists {
  readonly #read: HolderListsArgs['read']
  readonly #signal: AbortSignal
  /** Transactions of the token from `#keptFrom` on. */
  #kept: CheckpointedTransaction[] = []
  #keptFrom: number
  #due: number
  #begunAt: number
  #isReading = false
  #found: HolderList | null
  /** A defect of the last list, which ends following. */
  #fault: { readonly error: unknown } | null = null

  constructor({ read, from, first }: HolderListsArgs, signal: AbortSignal) {
    this.#read = read
    this.#signal = signal
    this.#keptFrom = from
    this.#due = from + CHECKPOINTS_BETWEEN_LISTS
    this.#begunAt = from
    this.#found = first
  }

  /** Takes the next transactions of the token. Returns a list once the checkpoints have reached it, each list once. */
  advance({ to, transactions }: Pick<CoveredRange, 'to' | 'transactions'>): ReachedList | null {
    if (this.#fault !== null) throw this.#fault.error
    this.#kept.push(...transactions)
    if (this.#found !== null && this.#found.list.at.number <= to) return this.#reach(this.#found, to)
    if (this.#found !== null || this.#isReading) return null
    this.#keptFrom = Math.max(this.#keptFrom, to - MAX_TRAILING_CHECKPOINTS)
    this.#kept = this.#kept.filter(({ checkpoint }) => checkpoint >= this.#keptFrom)
    if (to >= this.#due) this.#begin(to)
    return null
  }

  #begin(to: number): void {
    this.#isReading = true
    this.#begunAt = to
    this.#due = to + CHECKPOINTS_BETWEEN_LISTS
    const end = (found: HolderList | null): void => {
      this.#isReading = false
      this.#found = found
    }
    // A list that fails is made the next time it is due. Balances of watched accounts are not affected.
    this.#read(this.#signal).then(end, (error: unknown) => {
      end(null)
      if (!(error instanceof NodeFault) && !this.#signal.aborted) this.#fault = { error }
    })
  }

  #reach({ list, nested }: HolderList, to: number): ReachedList | null {
    this.#found = null
    this.#due = to + Math.max(CHECKPOINTS_BETWEEN_LISTS, REST_PER_LIST * (to - this.#begunAt))
    const later = this.#kept.filter(({ checkpoint }) => checkpoint > list.at.number)
    return list.at.number + 1 < this.#keptFrom ? null : { holdings: list.holdings, nested, later }
  }
}
