import { parentPort } from 'node:worker_threads'
import { serveAnswers } from '../../../../lib/answer-thread.ts'
import { decodeSwaps, type DecodedSwaps, type SwapsToDecode } from '../../decode/network/decode-swaps.ts'
import { MalformedField } from '../../transaction/log.ts'
import { packLogs, type PackedLogs } from '../../transaction/parse-logs.ts'

/**
 * Worker thread that parses and checks large eth_getLogs answers, and selects receipts from large eth_getBlockReceipts answers. A separate thread
 * decodes the swaps of whole blocks, so that they do not wait for answers.
 */

export interface LogRequest {
  readonly id: number
  /** The body of a JSON-RPC answer. */
  readonly body: Uint8Array
  /** Transactions whose receipts are wanted; null for an answer of logs. */
  readonly receiptsOf: ReadonlySet<string> | null
}

export type LogReply =
  /** Some of the logs, in the order of the answer; `envelope` follows the last of them. */
  | { readonly id: number; readonly part: PackedLogs }
  | { readonly id: number; readonly malformed: string }
  /** The JSON-RPC envelope as parsed; a list of logs that was already sent is left out. */
  | { readonly id: number; readonly envelope: unknown }

/** Unpacking this many takes the main thread about 1 ms. */
const LOGS_PER_PART = 2_500

if (parentPort === null) throw new Error('this file runs as a worker only')
const port = parentPort

serveAnswers<SwapsToDecode, DecodedSwaps>(decodeSwaps)

port.on('message', (request: LogRequest | object) => {
  if (!('body' in request)) return
  const { id, body, receiptsOf } = request
  const reply = (message: LogReply, transfer: readonly ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer)
  }
  const envelope = parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  if (!hasList(envelope)) {
    reply({ id, envelope })
    return
  }
  const { result, ...rest } = envelope
  if (receiptsOf !== null) {
    reply({ id, envelope: { ...rest, result: result.filter((receipt) => isReceiptOf(receipt, receiptsOf)) } })
    return
  }
  try {
    for (let from = 0; from < result.length; from += LOGS_PER_PART) {
      const part = packLogs(result.slice(from, from + LOGS_PER_PART), from)
      reply({ id, part }, [part.text.buffer, part.numbers.buffer])
    }
    reply({ id, envelope: { ...rest, result: [] } })
  } catch (error) {
    if (!(error instanceof MalformedField)) throw error
    reply({ id, malformed: error.message })
  }
})

function isReceiptOf(receipt: unknown, hashes: ReadonlySet<string>): boolean {
  if (typeof receipt !== 'object' || receipt === null || !('transactionHash' in receipt)) return false
  return typeof receipt.transactionHash === 'string' && hashes.has(receipt.transactionHash.toLowerCase())
}

/** Null if the text is not JSON; the endpoint reports it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function hasList(envelope: unknown): envelope is { readonly result: readonly unknown[] } {
  return typeof envelope === 'object' && envelope !== null && 'result' in envelope && Array.isArray(envelope.result)
}
