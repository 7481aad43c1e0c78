import type { NetworkBlock } from '../../chains/adapter.ts'

/** The chain reverted all blocks from `from` on. */
export interface Reversal {
  readonly from: number
  /** The reverted blocks, as far as they are known. */
  readonly blocks: readonly NetworkBlock[]
}
