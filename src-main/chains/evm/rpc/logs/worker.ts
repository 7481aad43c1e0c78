import { parseJson } from '../../../rpc/sending/answer.ts'
import { serveAnswers } from '../../../../lib/answer-thread.ts'
import { decodeSwaps, type DecodedSwaps, type SwapsToDecode } from '../../decode/network/decode-swaps.ts'
import { MalformedField } from '../../transaction/log.ts'
import { packLogs, type PackedLogs } from '../../transaction/parse-logs.ts'

/**
 * Worker thread that parses and checks large eth_getLogs answers, and selects receipts from large eth_getBlockReceipts answers. A separate thread
 * decodes the swaps of whole blocks, so that they do not wait for answers.
 */

export interface AnswerToRead {
  /** The body of a JSON-RPC answer. */
  readonly body: Uint8Array
  /** Transactions whose receipts are wanted; null for an answer of logs. */
  readonly receiptsOf: ReadonlySet<string> | null
}

export interface ReadAnswer {
  /** The first malformed field of a log. */
  readonly malformed?: string
  /** The JSON-RPC envelope as parsed; null if it is not JSON, which the endpoint reports. Logs were posted before and are left out. */
  readonly envelope: unknown
}

/** Unpacking this many takes the main thread about 1 ms. */
const LOGS_PER_PART = 2_500

serveAnswers<AnswerToRead | SwapsToDecode, ReadAnswer | DecodedSwaps, PackedLogs>((question, post) =>
  'body' in question ? readAnswer(question, post) : decodeSwaps(question),
)

function readAnswer({ body, receiptsOf }: AnswerToRead, post: (part: PackedLogs, transfer: readonly ArrayBuffer[]) => void): ReadAnswer {
  const envelope = parseJson(body)
  if (!hasList(envelope)) return { envelope }
  const { result, ...rest } = envelope
  if (receiptsOf !== null) return { envelope: { ...rest, result: result.filter((receipt) => isReceiptOf(receipt, receiptsOf)) } }
  try {
    for (let from = 0; from < result.length; from += LOGS_PER_PART) {
      const part = packLogs(result.slice(from, from + LOGS_PER_PART), from)
      post(part, [part.text.buffer, part.numbers.buffer])
    }
    return { envelope: { ...rest, result: [] } }
  } catch (error) {
    if (!(error instanceof MalformedField)) throw error
    return { malformed: error.message, envelope: null }
  }
}

function isReceiptOf(receipt: unknown, hashes: ReadonlySet<string>): boolean {
  if (typeof receipt !== 'object' || receipt === null || !('transactionHash' in receipt)) return false
  return typeof receipt.transactionHash === 'string' && hashes.has(receipt.transactionHash.toLowerCase())
}

function hasList(envelope: unknown): envelope is { readonly result: readonly unknown[] } {
  return typeof envelope === 'object' && envelope !== null && 'result' in envelope && Array.isArray(envelope.result)
}
