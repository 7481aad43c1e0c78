import { parentPort } from 'node:worker_threads'
import type { ParseReply, ParseRequest } from './messages.ts'
import { parseBody } from './parse.ts'
import { buffersOf } from './transfer-columns.ts'

/** Reads large answers beside the main thread. */

/** About 4 ms of taking over on the main thread. */
const PART = 1_000

const port = parentPort
if (port === null) throw new Error('this file runs as a worker only')

const reply = (message: ParseReply, handedOver: readonly ArrayBuffer[] = []): void => {
  port.postMessage(message, handedOver)
}

port.on('message', ({ id, bytes, reading }: ParseRequest) => {
  const body = parseBody(bytes, reading)
  if (body.kind === 'transfers') {
    reply({ id, columns: body.columns }, buffersOf(body.columns))
    return
  }
  const { value } = body
  const list = isObject(value) ? value['result'] : null
  if (!isObject(value) || !Array.isArray(list)) {
    reply({ id, rest: value })
    return
  }
  for (let i = 0; i < list.length; i += PART) reply({ id, part: list.slice(i, i + PART) })
  reply({ id, rest: { ...value, result: [] } })
})

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
