import { isJsonObject } from '../encoding/json.ts'
import { decodeBlock, type DecodedBlock } from './decode-block.ts'

export interface BlockToDecode {
  readonly slot: number
  /** The answer to getBlock, with its envelope. */
  readonly body: Uint8Array
}

/** The envelope without a block, and the block where there is one. */
export interface BlockAnswer {
  readonly envelope: unknown
  readonly block: DecodedBlock | null
}

/** Parses and decodes a whole block on a worker thread: it has several megabytes. */
export function readBlockAnswer({ slot, body }: BlockToDecode): BlockAnswer {
  const envelope = JSON.parse(new TextDecoder().decode(body)) as unknown
  const result = isJsonObject(envelope) ? envelope['result'] : undefined
  return isJsonObject(result) ? { envelope: { ...(envelope as object), result: null }, block: decodeBlock(slot, result) } : { envelope, block: null }
}
