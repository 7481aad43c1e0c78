import { Worker } from 'node:worker_threads'
import { workerUrl } from '../../../../lib/worker-url.ts'
import type { AnswerReader } from '../../../rpc/sending/call.ts'
import type { RawLog } from '../../transaction/log.ts'
import { unpackLogs } from '../../transaction/parse-logs.ts'
import type { LogAnswer } from './log-answer.ts'
import type { LogReply, LogRequest } from './worker.ts'

/** The result of a large eth_getLogs answer that the worker thread has parsed and checked. */
export class ParsedResult {
  readonly answer: LogAnswer

  constructor(answer: LogAnswer) {
    this.answer = answer
  }
}

/** Reads a large eth_getLogs answer on the worker thread; its envelope's `result` is a `ParsedResult`. */
export const readLogsInThread: AnswerReader = (body) => {
  thread ??= startThread()
  return thread.read(body, null)
}

/** Reads a large eth_getBlockReceipts answer on the worker thread; its envelope's `result` has only the receipts of the given transactions. */
export const readReceiptsInThread =
  (hashes: ReadonlySet<string>): AnswerReader =>
  (body) => {
    thread ??= startThread()
    return thread.read(body, hashes)
  }

interface LogThread {
  read(body: Uint8Array, receiptsOf: ReadonlySet<string> | null): Promise<unknown>
}

interface Pending {
  /** Null for receipts, which are in the envelope. */
  readonly logs: RawLog[] | null
  resolve(envelope: unknown): void
  reject(error: Error): void
}

/** One thread serves all endpoints. It does not keep the process alive. */
let thread: LogThread | null = null

function startThread(): LogThread {
  const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'evm-logs-worker'), { name: 'evm-logs' })
  const pending = new Map<number, Pending>()
  let lastId = 0
  worker.unref()
  worker.on('message', (reply: LogReply) => {
    const request = pending.get(reply.id)
    if (request === undefined) return
    if ('part' in reply) {
      if (request.logs !== null) unpackLogs(reply.part, request.logs)
      return
    }
    pending.delete(reply.id)
    if (pending.size === 0) worker.unref()
    request.resolve(envelopeOf(reply, request.logs))
  })
  const fail = (error: Error): void => {
    thread = null
    for (const request of pending.values()) request.reject(error)
    pending.clear()
  }
  worker.on('error', fail)
  worker.on('exit', (code) => {
    fail(new Error(`the thread that reads large log answers exited with code ${code}`))
  })
  return {
    read: (body, receiptsOf) =>
      new Promise((resolve, reject) => {
        lastId += 1
        pending.set(lastId, { logs: receiptsOf === null ? [] : null, resolve, reject })
        worker.ref()
        const request: LogRequest = { id: lastId, body, receiptsOf }
        worker.postMessage(request, body.buffer instanceof ArrayBuffer ? [body.buffer] : [])
      }),
  }
}

function envelopeOf(reply: Exclude<LogReply, { part: unknown }>, logs: readonly RawLog[] | null): unknown {
  if ('malformed' in reply) return { result: new ParsedResult({ kind: 'malformed', problem: reply.malformed }) }
  const { envelope } = reply
  if (logs === null) return envelope
  const hasLogs = typeof envelope === 'object' && envelope !== null && 'result' in envelope
  return hasLogs ? { ...envelope, result: new ParsedResult({ kind: 'logs', logs }) } : envelope
}
