import type { DecodedBlock } from './decode-block.ts'

/** A block with its transactions, as bytes. */
export type BlockToDecode =
  /** The answer to getBlock, with its envelope. */
  | { readonly form: 'answer'; readonly slot: number; readonly body: Uint8Array }
  /** A notification of blockSubscribe, or a `SubscribeUpdateBlock` of a Yellowstone stream. */
  | { readonly form: 'notification' | 'streamed'; readonly body: Uint8Array }

export interface BlockAnswer {
  /** The JSON-RPC envelope of the block, or the answer without a block. */
  readonly envelope: unknown
  /** Null if there is none. */
  readonly block: DecodedBlock | null
}
