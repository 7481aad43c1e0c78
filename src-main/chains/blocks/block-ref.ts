import type { Holding } from '../../../src-shared/domain/token.ts'

/** A block of a chain, and the holders that the chain lists at a block. */

export interface BlockRef {
  readonly number: number
  readonly hash: string
  readonly time: number
}

/** Holders as the chain lists them at a block. */
export interface ListedHolders {
  readonly holdings: readonly Holding[]
  /** False if the endpoint returns only the largest, or if parts of balances are hidden. */
  readonly complete: boolean
  /** Whether holders hide parts of their balances from everybody. */
  readonly hidden?: boolean
  /** The block of the list: the newest one when the node cannot read older state. */
  readonly at: BlockRef
  /** Sentences about what the endpoint could not provide. */
  readonly notes: readonly string[]
}
