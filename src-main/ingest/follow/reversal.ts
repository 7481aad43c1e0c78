import type { NetworkBlock } from '../../chains/adapter.ts'

/** The chain reverted everything from a block on. */
export interface Reversal {
  readonly from: number
  /** The reverted blocks, as far as they are known. */
  readonly blocks: readonly NetworkBlock[]
}
