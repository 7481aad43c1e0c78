import { openAnswerThread } from '../../../../lib/answer-thread.ts'
import { workerUrl } from '../../../../lib/worker-url.ts'
import type { DecodedSwaps, SwapsToDecode } from '../../decode/network/decode-swaps.ts'
import type { AnswerReader } from '../../../rpc/sending/call.ts'
import type { RawLog } from '../../transaction/log.ts'
import { unpackLogs, type PackedLogs } from '../../transaction/parse-logs.ts'
import type { LogAnswer } from './log-answer.ts'
import type { AnswerToRead, ReadAnswer } from './worker.ts'

/** The result of a large eth_getLogs answer that the worker thread has parsed and checked. */
export class ParsedResult {
  readonly answer: LogAnswer

  constructor(answer: LogAnswer) {
    this.answer = answer
  }
}

const url = (): URL => workerUrl(import.meta.url, './worker.ts', 'evm-logs-worker')

/** Reads the large answers of all endpoints. */
const thread = openAnswerThread<AnswerToRead, ReadAnswer, PackedLogs>(url, 'evm-logs')

/** Decodes the swaps of whole blocks, which do not wait for large answers. */
export const swapThread = openAnswerThread<SwapsToDecode, DecodedSwaps>(url, 'evm-swaps')

/** Reads a large eth_getLogs answer on the worker thread; its envelope's `result` is a `ParsedResult`. */
export const readLogsInThread: AnswerReader = async (body) => {
  const logs: RawLog[] = []
  const { malformed, envelope } = await thread.ask({ body, receiptsOf: null }, buffersOf(body), (part) => unpackLogs(part, logs))
  if (malformed !== undefined) return { result: new ParsedResult({ kind: 'malformed', problem: malformed }) }
  const hasLogs = typeof envelope === 'object' && envelope !== null && 'result' in envelope
  return hasLogs ? { ...envelope, result: new ParsedResult({ kind: 'logs', logs }) } : envelope
}

/** Reads a large eth_getBlockReceipts answer on the worker thread; its envelope's `result` has only the receipts of the given transactions. */
export const readReceiptsInThread =
  (receiptsOf: ReadonlySet<string>): AnswerReader =>
  async (body) =>
    (await thread.ask({ body, receiptsOf }, buffersOf(body))).envelope

const buffersOf = ({ buffer }: Uint8Array): ArrayBuffer[] => (buffer instanceof ArrayBuffer ? [buffer] : [])
