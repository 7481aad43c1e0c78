import { z } from 'zod'
import { serveAnswers } from '../../lib/answer-thread.ts'
import { partsOf } from '../../lib/parts-of.ts'
import { parseJson } from '../rpc/sending/answer.ts'
import type { BlockAnswer, BlockToDecode } from './decode/block-answer.ts'
import { decodeBlock, type DecodedBlock } from './decode/decode-block.ts'
import { isJsonObject } from './encoding/json.ts'
import { decodeStreamedBlock } from './geyser/streamed-block.ts'
import { sumByOwner, type OwnerBalance, type TokenList } from './reading/holders/token-rows.ts'

/** The worker thread of the network. It decodes whole blocks, several megabytes, and sums long lists of accounts. */

/** A long `getProgramAccounts` answer. */
export interface ListToSum {
  readonly form: 'accounts'
  readonly body: Uint8Array
}

/** Its owners are posted before, in batches that the main thread can deserialise without blocking for long. */
export interface SummedList {
  readonly list: Omit<TokenList, 'owned'> | null
  /** Without a list: the answer without its result, an error or no JSON-RPC answer. */
  readonly envelope: unknown
}

const OWNERS_PER_MESSAGE = 2_000
const envelope = z.looseObject({ result: z.unknown() })

serveAnswers<BlockToDecode | ListToSum, BlockAnswer | SummedList, readonly OwnerBalance[]>((question, post) =>
  question.form === 'accounts' ? sumList(question, post) : readBlock(question),
)

function sumList({ body }: ListToSum, post: (owned: readonly OwnerBalance[]) => void): SummedList {
  const { result, ...rest } = envelope.safeParse(parseJson(body)).data ?? { result: null }
  const summed = sumByOwner(result)
  if (summed === null) return { list: null, envelope: rest }
  const { owned, ...list } = summed
  for (const some of partsOf(owned, OWNERS_PER_MESSAGE)) post(some)
  return { list, envelope: null }
}

function readBlock(question: BlockToDecode): BlockAnswer {
  if (question.form === 'streamed') return { envelope: null, block: decodeStreamedBlock(question.body) }
  const answer = JSON.parse(new TextDecoder().decode(question.body)) as unknown
  if (!('slot' in question)) return { envelope: null, block: notifiedBlock(answer) }
  const result = isJsonObject(answer) ? answer['result'] : undefined
  if (!isJsonObject(result)) return { envelope: answer, block: null }
  return { envelope: { ...(answer as object), result: null }, block: decodeBlock(question.slot, result) }
}

/** https://solana.com/docs/rpc/websocket/blocksubscribe */
function notifiedBlock(message: unknown): DecodedBlock | null {
  const value = ['params', 'result', 'value'].reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : null), message)
  return isJsonObject(value) && typeof value['slot'] === 'number' && isJsonObject(value['block']) ? decodeBlock(value['slot'], value['block']) : null
}
