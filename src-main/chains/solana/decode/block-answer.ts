import { isJsonObject } from '../encoding/json.ts'
import { decodeStreamedBlock } from '../geyser/streamed-block.ts'
import { decodeBlock, type DecodedBlock } from './decode-block.ts'

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

/** Parses and decodes a whole block on a worker thread: it has several megabytes. */
export function readBlockAnswer(question: BlockToDecode): BlockAnswer {
  if (question.form === 'streamed') return { envelope: null, block: decodeStreamedBlock(question.body) }
  const envelope = JSON.parse(new TextDecoder().decode(question.body)) as unknown
  if (!('slot' in question)) return { envelope: null, block: notifiedBlock(envelope) }
  const result = isJsonObject(envelope) ? envelope['result'] : undefined
  if (!isJsonObject(result)) return { envelope, block: null }
  return { envelope: { ...(envelope as object), result: null }, block: decodeBlock(question.slot, result) }
}

/** https://solana.com/docs/rpc/websocket/blocksubscribe */
function notifiedBlock(message: unknown): DecodedBlock | null {
  const value = ['params', 'result', 'value'].reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : null), message)
  return isJsonObject(value) && typeof value['slot'] === 'number' && isJsonObject(value['block']) ? decodeBlock(value['slot'], value['block']) : null
}
