import { Worker } from 'node:worker_threads'
import type { Address } from '../../../../src-shared/domain/address.ts'
import { workerUrl } from '../../../lib/worker-url.ts'
import type { AnswerReader } from '../../endpoint.ts'
import type { ParseReply, ParseRequest } from './messages.ts'
import type { Body, Reading } from './parse.ts'
import type { TransferColumns } from './transfer-columns.ts'

/** Transfers of a token as their own reader took them from an answer, in place of its JSON. */
export class ScannedTransfers {
  readonly columns: TransferColumns

  constructor(columns: TransferColumns) {
    this.columns = columns
  }
}

/** Reads a long answer of any form in a thread of its own. */
export const jsonApart: AnswerReader = async (bytes) => read(bytes, { kind: 'json' })

/** Reads a long eth_getLogs answer of a token's transfers: its result is `ScannedTransfers` where it has the regular form. */
export const transfersApart =
  (token: Address): AnswerReader =>
  (bytes) =>
    read(bytes, { kind: 'transfers', token })

async function read(bytes: Uint8Array, reading: Reading): Promise<unknown> {
  reader ??= openReader()
  const body = await reader.read(bytes, reading)
  return body.kind === 'json' ? body.value : { result: new ScannedTransfers(body.columns) }
}

interface Reader {
  read(bytes: Uint8Array, reading: Reading): Promise<Body>
}

/** One thread serves all endpoints; it holds no process alive. */
let reader: Reader | null = null

interface Waiting {
  readonly items: unknown[]
  resolve(body: Body): void
  reject(error: Error): void
}

function openReader(): Reader {
  const worker = new Worker(workerUrl(import.meta.url, './worker.ts', 'evm-parse-worker'), { name: 'evm-parse' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  worker.unref()
  worker.on('message', (reply: ParseReply) => {
    const one = waiting.get(reply.id)
    if (one === undefined) return
    if ('part' in reply) {
      for (const item of reply.part) one.items.push(item)
      return
    }
    waiting.delete(reply.id)
    if (waiting.size === 0) worker.unref()
    if ('columns' in reply) one.resolve({ kind: 'transfers', columns: reply.columns })
    else one.resolve({ kind: 'json', value: withItems(reply.rest, one.items) })
  })
  const fail = (error: Error): void => {
    reader = null
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }
  worker.on('error', fail)
  worker.on('exit', (code) => {
    fail(new Error(`the thread that reads large answers ended with ${code}`))
  })
  return {
    read: (bytes, reading) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { items: [], resolve, reject })
        worker.ref()
        const request: ParseRequest = { id: lastId, bytes, reading }
        const { buffer } = bytes
        worker.postMessage(request, buffer instanceof ArrayBuffer ? [buffer] : [])
      }),
  }
}

function withItems(rest: unknown, items: readonly unknown[]): unknown {
  return items.length > 0 && typeof rest === 'object' && rest !== null ? { ...rest, result: items } : rest
}
