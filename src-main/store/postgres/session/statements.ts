import { serialize } from 'pg-protocol'
import type { ResultColumn, Step } from './messages.ts'
import { MESSAGE, messagesOf } from './replies.ts'
import { encodeParam } from './values.ts'

/** A statement that the server has parsed. */
export interface Prepared {
  readonly name: string
  readonly params: readonly number[]
  readonly columns: readonly ResultColumn[]
}

export interface PreparedStep extends Pick<Step, 'rows'> {
  readonly prepared: Prepared
}

/**
 * A request to parse a statement and describe the types of its values
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY).
 */
export const preparing = (name: string, text: string): Buffer =>
  Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()])

/** A request to run prepared steps one after another. The first error ends it. */
export function running(steps: readonly PreparedStep[]): Buffer {
  const messages: Buffer[] = []
  for (const { rows, prepared } of steps) {
    for (const row of rows) {
      const values = row.map((value, i) => encodeParam(value, prepared.params[i] ?? 0))
      messages.push(serialize.bind({ statement: prepared.name, binary: true, values }), serialize.execute())
    }
  }
  return Buffer.concat([...messages, serialize.sync()])
}

/** A request to run several statements without values. */
export const scripting = (text: string): Buffer => serialize.query(text)

/** Bytes of a column after its name: its table, its number there, its type, and unused fields. */
const COLUMN_BYTES = 18

export function readPrepared(name: string, reply: Buffer): Prepared {
  let params: readonly number[] = []
  const columns: ResultColumn[] = []
  for (const [message, start, end] of messagesOf(reply)) {
    if (message === MESSAGE.parameters) params = Array.from({ length: reply.readInt16BE(start) }, (_, i) => reply.readUInt32BE(start + 2 + 4 * i))
    if (message !== MESSAGE.columns) continue
    for (let at = start + 2; at < end;) {
      const after = reply.indexOf(0, at) + 1
      columns.push({
        name: reply.toString('utf8', at, after - 1),
        table: reply.readUInt32BE(after),
        attnum: reply.readInt16BE(after + 4),
        type: reply.readUInt32BE(after + 6),
      })
      at = after + COLUMN_BYTES
    }
  }
  return { name, params, columns }
}
