import type { DecodedBlock } from './decode-block.ts'

/** A block with its transactions, as bytes. */
export type BlockToDecode =
  /** The answer to getBlock, with its envelope. */
  | { readonly form: 'answer'; readonly slot: number; readonly body: Uint8Array }
  /** A notification of blockSubscribe, or a `SubscribeUpdateBlock` of a Yellowstone stream. */
  | { readonly form: 'notification' | 'streamed'; readonly body: Uint8Array }

export interface BlockAnswer {
  /** What was around the block, or in its place. */
  readonly envelope: unknown
  /** Null where there is none. */
  readonly block: DecodedBlock | null
}
