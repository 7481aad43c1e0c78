import { isJsonObject } from '../encoding/json.ts'
import type { BlockAnswer, BlockToDecode } from '../decode/block-answer.ts'
import { decodeBlock, type DecodedBlock } from '../decode/decode-block.ts'
import { decodeStreamedBlock } from './streamed-block.ts'

/** Parses and decodes a whole block, several megabytes, on a worker thread. */
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
